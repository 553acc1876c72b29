import {
  formatProblem,
  type HarnessSpec,
  type Loaded,
  type Refused,
  readGlobal,
} from '../src/index.ts';

const HOME = '/home/me';

/** Reads a global file as `/etc/harness/harness.toml`, with `/home/me` as the home. */
function read(text: string): Loaded | Refused {
  return readGlobal(text, '/etc/harness/harness.toml', { home: HOME });
}

/** The problems of a global file, without its folder; none when it holds. */
export function linesOf(text: string): string[] {
  const reading = read(text);
  return reading.kind === 'refused'
    ? reading.problems.map((problem) => formatProblem(problem).replace('/etc/harness/', ''))
    : [];
}

/** The configuration of a global file that holds. */
export function load(text: string): Loaded {
  const reading = read(text);
  if (reading.kind === 'refused') {
    throw new Error(reading.problems.map(formatProblem).join('\n'));
  }
  return reading;
}

/** The only harness of a file, whose table has these lines. */
export function harnessOf(lines: string): HarnessSpec {
  const [harness] = load(`[harness.a]\n${lines}\n`).config.harnesses;
  if (harness === undefined) {
    throw new Error('no harness');
  }
  return harness;
}
