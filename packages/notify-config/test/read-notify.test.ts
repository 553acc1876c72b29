import { formatProblem } from '@harness/config-text';
import { DEFAULT_EVENTS, EVENTS } from '@harness/notify-core';
import { describe, expect, it } from 'vitest';
import { type NotifyConfig, readNotify } from '../src/index.ts';

function notifyOf(text: string): NotifyConfig | undefined {
  const reading = readNotify(text, 'harness.toml');
  if (reading.kind === 'refused') {
    throw new Error(reading.problems.map(formatProblem).join('\n'));
  }
  return reading.notify;
}

function linesOf(text: string): string[] {
  const reading = readNotify(text, 'harness.toml');
  return reading.kind === 'refused' ? reading.problems.map(formatProblem) : [];
}

const table = (line: string): string => `[notify]\ncommand = ["/bin/true"]\n${line}\n`;

describe('the table', () => {
  it('needs a command alone', () => {
    expect(notifyOf('[notify]\ncommand = ["/bin/true"]\n')).toEqual({
      command: ['/bin/true'],
      events: DEFAULT_EVENTS,
      timeoutMs: 15_000,
      cooldownMs: 900_000,
    });
  });

  it('is absent from a file without it', () => {
    expect(notifyOf('[harness.notify]\nharness = "generic"\n')).toBeUndefined();
    expect(notifyOf('')).toBeUndefined();
  });

  it('keeps every argument as it is written', () => {
    const argv = ['/opt/a b/hook', 'a b', '$(id)', ';', '"q"', '*', 'ünï', '', '~', '-'];
    expect(notifyOf(`notify.command = ${JSON.stringify(argv)}`)?.command).toEqual(argv);
  });

  it('may hold everything in its program, which the daemon finds out about', () => {
    expect(notifyOf('[notify]\ncommand = ["/bin/sh -c x"]')?.command).toEqual(['/bin/sh -c x']);
  });

  it.each([
    ['timeout = "1s"', { timeoutMs: 1000 }],
    ['timeout = "5m"', { timeoutMs: 300_000 }],
    ['timeout = "1m30.5s"', { timeoutMs: 90_500 }],
    ['timeout = "1000ms"', { timeoutMs: 1000 }],
    ['cooldown = "0s"', { cooldownMs: 0 }],
    ['cooldown = "0"', { cooldownMs: 0 }],
    ['cooldown = "0m"', { cooldownMs: 0 }],
    ['cooldown = 0', { cooldownMs: 0 }],
    ['cooldown = "1h30m"', { cooldownMs: 5_400_000 }],
    ['cooldown = "24h"', { cooldownMs: 86_400_000 }],
    ['cooldown = "250ms"', { cooldownMs: 250 }],
    ['events = ["run_failed"]', { events: ['run_failed'] }],
    [`events = ${JSON.stringify(EVENTS)}`, { events: [...EVENTS] }],
  ])('accepts %s', (line, wanted) => {
    expect(notifyOf(table(line))).toMatchObject(wanted);
  });
});

describe('a command', () => {
  it.each([
    [
      '"/bin/x --y"',
      /2:11: notify\.command must be a list of strings such as \["\/home.*not a string/,
    ],
    ['[]', /2:11: notify\.command must not be empty/],
    ['[""]', /2:12: notify\.command\[0\] = "": must not be blank/],
    ['["  "]', /must not be blank/],
    ['["notify.sh"]', /"notify\.sh": must be an absolute path/],
    ['["./notify.sh"]', /must be an absolute path/],
    ['["~/notify.sh"]', /must not begin with ~/],
    ['["$HOME/notify.sh"]', /must not hold a variable/],
    ['["/bin/sh", 3]', /2:23: notify\.command\[1\] must be a string/],
    ['["/bin/a\\u0000b"]', /must not hold a NUL/],
    ['["/bin/a", "b\\u0000"]', /notify\.command\[1\] must not hold a NUL/],
    ['{ a = 1 }', /must be a list of strings.*not a table/],
    ['[["/bin/a"]]', /must be a string/],
  ])('%s is refused with what to write', (command, line) => {
    expect(linesOf(`[notify]\ncommand = ${command}\n`)).toEqual([expect.stringMatching(line)]);
  });

  it('shows no argument in an error, since those are the operator’s own', () => {
    const shown = linesOf('[notify]\ncommand = ["x", "secret\\u0000one"]\n');
    shown.push(...linesOf('[notify]\ncommand = "/bin/x --token secret"\n'));
    expect(shown).toHaveLength(3);
    expect(shown.join()).not.toContain('secret');
  });
});

describe('events', () => {
  it.each([
    [
      '["failed", "exploded"]',
      /3:21: notify\.events\[1\] = "exploded": is no event; known are failed, .*run_failed/,
    ],
    ['["flaping"]', /did you mean "flapping"\? Known are failed, .*loop_stopped/],
    ['["test"]', /"test": is never listed/],
    ['["failed", "failed"]', /3:21: .*is listed already/],
    ['[]', /must name at least one event: failed/],
    ['"failed"', /must be a list of events such as \["failed","flapping"\], not a string/],
    ['[1]', /notify\.events\[0\] = 1: must be a string, not a number/],
    ['["Failed"]', /did you mean "failed"/],
    ['["constructor"]', /is no event/],
  ])('%s are refused', (events, line) => {
    expect(linesOf(table(`events = ${events}`))).toEqual([expect.stringMatching(line)]);
  });
});

describe('times', () => {
  it.each([
    '15',
    '-1s',
    'abc',
    '',
    '99999999999h',
    '15 seconds',
    '0s',
    '999ms',
    '5m1s',
    '1.5.2s',
    '1d',
  ])('of %j are no timeout, and an example is given', (text) => {
    expect(linesOf(table(`timeout = "${text}"`))).toEqual([
      expect.stringMatching(/^harness\.toml:3:11: notify\.timeout = .*such as "15s"/),
    ]);
  });

  it.each(['15', '-1m', '1d', '24h1ns', '1 h'])('of %j are no cooldown', (text) => {
    expect(linesOf(table(`cooldown = "${text}"`))).toEqual([
      expect.stringMatching(/^harness\.toml:3:12: notify\.cooldown = .*such as "15m"/),
    ]);
  });

  it.each([
    'timeout = 15',
    'cooldown = 900',
    'timeout = 15.0',
    'timeout = 00:00:15',
    'timeout = true',
  ])('are not written %s', (line) => {
    expect(linesOf(table(line))).toEqual([expect.stringMatching(/must be a duration such as/)]);
  });
});

describe('a key that is unknown', () => {
  it.each([
    ['cool_down = "1m"', 'did you mean "cooldown"?'],
    ['cooldwon = "5m"', 'did you mean "cooldown"?'],
    ['event = ["failed"]', 'did you mean "events"?'],
    ['Timeout = "5s"', 'did you mean "timeout"?'],
    ['retries = 3', 'a delivery is never retried'],
    ['zebra = 3', 'known are command, events, timeout, cooldown'],
    ['constructor = 1', 'unknown key "constructor"'],
    ['__proto__ = 1', 'unknown key "__proto__"'],
  ])('%s is refused', (line, words) => {
    const lines = linesOf(table(line));
    expect(lines).toEqual([expect.stringMatching(/^harness\.toml:3:1: /)]);
    expect(lines[0]).toContain(words);
  });

  it.each(['[notfiy]', '[notfy]', '[Notify]', '[notifiy]'])(
    '%s is no silent "not configured"',
    (header) => {
      expect(linesOf(`${header}\ncommand = ["/bin/true"]\n`)).toEqual([
        expect.stringMatching(/^harness\.toml:1:2: unknown table .*did you mean "notify"\?$/),
      ]);
    },
  );
});

it('tells every problem at once, in the order of the text', () => {
  const lines = linesOf(
    '[notify]\ncommand = ["x"]\ntimeout = "soon"\nevents = ["test", "failed", "failed", "faild"]\nzzz = 1\n',
  );
  expect(lines.map((line) => line.split(': ')[0])).toEqual([
    'harness.toml:2:12',
    'harness.toml:3:11',
    'harness.toml:4:11',
    'harness.toml:4:29',
    'harness.toml:4:39',
    'harness.toml:5:1',
  ]);
});

it.each(['notify = 3', '[[notify]]\ncommand = ["/bin/x"]'])('refuses %j as no table', (text) => {
  expect(linesOf(text)).toEqual([expect.stringMatching(/notify = .*must be a table/)]);
});
