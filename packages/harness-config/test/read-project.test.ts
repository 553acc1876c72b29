import { describe, expect, it } from 'vitest';
import { formatProblem, type Project, readProject } from '../src/index.ts';

const FILE = '/src/proj/harness.toml';

function linesOf(text: string, folder = '/src/proj'): string[] {
  const reading = readProject(text, FILE, folder, { home: '/home/me' });
  return reading.kind === 'refused'
    ? reading.problems.map((problem) => formatProblem(problem).replace('/src/proj/', ''))
    : [];
}

function project(text: string | Uint8Array): Project {
  const reading = readProject(text, FILE, '/src/proj/', { home: '/home/me' });
  if (reading.kind === 'refused') {
    throw new Error(reading.problems.map(formatProblem).join('\n'));
  }
  return reading.project;
}

const harness = (lines: string): string => `[harness.y]\nharness = "generic"\n${lines}\n`;

describe('a project', () => {
  it('gives its harnesses the name of its folder, and its folder to run in', () => {
    const { name, folder, harnesses } = project(harness('env_file = "sub/a.env"\nenabled = true'));
    expect({ name, folder }).toEqual({ name: 'proj', folder: '/src/proj' });
    expect(harnesses).toMatchObject([
      { name: 'proj/y', workdir: '/src/proj', envFiles: ['/src/proj/sub/a.env'], enabled: true },
    ]);
  });

  it('has a digest that every change of its bytes changes', () => {
    const text = harness('');
    expect(project(text).digest).toMatch(/^[0-9a-f]{64}$/);
    expect(project(new TextEncoder().encode(text)).digest).toBe(project(text).digest);
    expect(project(`${text}\n`).digest).not.toBe(project(text).digest);
  });

  it.each([
    [
      'schedule = "0 7 * * *"',
      /3:1: harness\.y\.schedule (needs a one-shot|is refused in a project)/,
    ],
    ['health_cmd = "true"', /3:1: harness\.y\.health_cmd must be an argv in a project file/],
    [
      'env_file = "../a.env"',
      /3:12: harness\.y\.env_file = "\.\.\/a\.env": must be inside the folder/,
    ],
    ['env_file = ["a.env", "sub/../../a.env"]', /3:22: harness\.y\.env_file\[1\]/],
    ['env_file = "/etc/passwd"', /must be inside/],
    ['env_file = "~/a.env"', /must be inside/],
    ['env_file = "../proj2/a.env"', /must be inside/],
    ['env_file = "."', /must be inside/],
    ['env_file = ".."', /must be inside/],
  ])('may not say %s', (line, expected) => {
    expect(linesOf(harness(line))).toContainEqual(expect.stringMatching(expected));
  });

  it('may hold no schedule, even for a one-shot', () => {
    const text =
      '[harness.y]\nharness = "crush"\nprompt = "x"\nschedule = "0 7 * * *"\ncatch_up = true\n';
    expect(linesOf(text)).toEqual([
      'harness.toml:4:1: harness.y.schedule is refused in a project file: only the global file may hold it',
      'harness.toml:5:1: harness.y.catch_up is refused in a project file: only the global file may hold it',
    ]);
  });

  it.each(['env_file = "..a.env"', 'env_file = "/src/proj/a.env"', 'health_cmd = ["./probe"]'])(
    'may say %s',
    (line) => {
      expect(linesOf(harness(line))).toEqual([]);
    },
  );

  it('may not declare what is global', () => {
    expect(
      linesOf(`${harness('')}\n[notify]\ncommand = ["/bin/true"]\n[daemon]\n[redact]\n`),
    ).toEqual([
      expect.stringMatching(/^harness\.toml:5:2: \[notify\] is refused in a project file/),
      expect.stringMatching(/^harness\.toml:7:2: daemon is refused in a project file/),
      expect.stringMatching(/^harness\.toml:8:2: redact is refused in a project file/),
    ]);
  });

  it.each(['/src/my project', '/src/.hidden', '/', '/src/ü'])(
    'cannot be the folder %s',
    (folder) => {
      expect(linesOf(harness(''), folder)).toEqual([
        expect.stringMatching(/^harness\.toml:1:1: the folder .* rename/),
      ]);
    },
  );
});
