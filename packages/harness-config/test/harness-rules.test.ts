import { describe, expect, it } from 'vitest';
import { linesOf } from './config-text.ts';

const GENERIC = 'harness = "generic"';
const COMMAND = 'harness = "command"\nargv = ["/bin/a"]';
const CLAUDE = 'harness = "claude-code"';
const ONE_SHOT = 'harness = "claude-code"\nprompt = "x"';

const refused: [string, RegExp][] = [
  ['', /1:10: harness\.a\.harness is missing: it must be one of "claude-code"/],
  ['harness = "claude"', /must be one of .*; did you mean/],
  ['harness = "command"', /harness\.a\.argv is missing/],
  [`${COMMAND}\nargs = ["x"]`, /4:1: harness\.a\.args does not go with/],
  [`${GENERIC}\nargv = ["x"]`, /harness\.a\.argv is for harness = "command"/],
  [`${CLAUDE}\nargv = ["x"]`, /harness\.a\.argv is for harness = "command"/],
  ['harness = "command"\nargv = []', /must not be empty/],
  ['harness = "command"\nargv = [" "]', /must not be blank/],
  ['harness = "command"\nargv = ["~/x"]', /must not begin with ~/],
  ['harness = "command"\nargv = "sleep 1"', /harness\.a\.argv must be a list/],
  ['harness = "command"\nargv = ["a", "b\\u0000"]', /argv\[1\] must not hold a NUL/],
  [`${GENERIC}\nargs = "-c"`, /harness\.a\.args must be a list/],
  [`${GENERIC}\nprompt = "x"`, /harness\.a\.prompt needs an agent/],
  [`${COMMAND}\nprompt_file = "x"`, /harness\.a\.prompt_file needs an agent/],
  [`${GENERIC}\nmodel = "x"`, /harness\.a\.model needs an agent/],
  [`${GENERIC}\nauto_accept = true`, /harness\.a\.auto_accept needs an agent/],
  [`${ONE_SHOT}\nprompt_file = "x"`, /harness\.a\.prompt_file does not go with prompt/],
  [`${CLAUDE}\nprompt = "  "`, /harness\.a\.prompt must not be blank/],
  [`${CLAUDE}\nmax_turns = 3`, /harness\.a\.max_turns needs a one-shot/],
  [`${CLAUDE}\ntimeout = "1h"`, /harness\.a\.timeout needs a one-shot/],
  [`${CLAUDE}\non_overlap = "skip"`, /harness\.a\.on_overlap needs a one-shot/],
  [`${CLAUDE}\nkeep_runs = 3`, /harness\.a\.keep_runs needs a one-shot/],
  [`${CLAUDE}\nschedule = "0 7 * * *"`, /harness\.a\.schedule needs a one-shot/],
  [`${ONE_SHOT}\ncatch_up = true`, /harness\.a\.catch_up needs a schedule/],
  [`${ONE_SHOT}\nschedule = "0 7 * *"`, /must have five cron fields/],
  [`${ONE_SHOT}\nschedule = "0 0 31 2 *"`, /no date meets it/],
  [`${ONE_SHOT}\nschedule = "CRON_TZ=Mars/Base 0 7 * * *"`, /time zone .*Mars\/Base/],
  [`${ONE_SHOT}\ntimeout = "481h"`, /must be 0, or from 1s to 480h/],
  [`${ONE_SHOT}\ntimeout = "999999h"`, /must be 0, or from 1s to 480h/],
  [`${ONE_SHOT}\nkeep_runs = 0`, /from 1 to/],
  [`${ONE_SHOT}\nstall_timeout = "10s"`, /stall_timeout is for residents/],
  [`${GENERIC}\nstall_timeout = "10s"`, /stall_timeout needs a transcript/],
  [`${CLAUDE}\nstall_timeout = "9s"`, /from 10s to 24h/],
  [`${CLAUDE}\nstall_timeout = "25h"`, /from 10s to 24h/],
  [`${CLAUDE}\nstall_action = "restart"`, /stall_action needs stall_timeout/],
  [`${CLAUDE}\nstall_when = "busy"`, /stall_when needs stall_timeout/],
  [`${CLAUDE}\ntranscript = "crush"`, /an agent writes its own transcript/],
  [
    `${GENERIC}\ntranscript = "generic"`,
    /must be one of "claude-code", "crush", "codex", "opencode"/,
  ],
  [`${GENERIC}\nhealth_interval = "30s"`, /health_interval needs health_cmd/],
  [`${GENERIC}\nhealth_cmd = []`, /must not be empty/],
  [`${GENERIC}\nhealth_cmd = ""`, /must not be blank/],
  [`${GENERIC}\nhealth_cmd = 3`, /health_cmd must be an argv .* not a number/],
  [`${GENERIC}\nhealth_cmd = "x"\nhealth_interval = "61m"`, /from 1s to 1h/],
  [`${GENERIC}\nloop_limit = 1`, /must be 0 \(off\) or a whole number from 2/],
  [`${GENERIC}\nloop_limit = -1`, /must be 0 \(off\)/],
  [
    `${GENERIC}\nquota_backoff = "2h"\nquota_backoff_max = "1h"`,
    /must not be shorter than quota_backoff/,
  ],
  [`${GENERIC}\nquota_group = "a b"`, /1 to 64 of/],
  [`${GENERIC}\nrestart = "never"`, /must be one of "always", "on-failure"/],
  [`${GENERIC}\nrestart_delay = -1`, /seconds from 0 to 3600/],
  [`${GENERIC}\nrestart_delay = nan`, /seconds from 0 to 3600/],
  [`${GENERIC}\nrestart_delay = 1e99`, /seconds from 0 to 3600/],
  [`${GENERIC}\nrestart_delay = "1d"`, /unit "d"/],
  [`${GENERIC}\nrestart_delay = "2h"`, /from 0s to 1h/],
  [`${GENERIC}\nenabled = "yes"`, /must be true or false, not a string/],
  [`${GENERIC}\nworkdir = "$HOME/x"`, /variable/],
  [`${GENERIC}\nworkdir = ""`, /blank/],
  [`${GENERIC}\nenv_file = ["a", 3]`, /3:18: harness\.a\.env_file\[1\] = 3: must be a string/],
  [`${GENERIC}\nenv_file = 3`, /must be a path or a list of paths .*, not a number/],
  [`${GENERIC}\nhealth_cmd = ["a", 3]`, /3:20: harness\.a\.health_cmd\[1\] must be a string/],
  [`${GENERIC}\nenv_file = []`, /must not be empty/],
  [
    `${GENERIC}\nrestrat = "no"`,
    /3:1: unknown key "restrat" in \[harness\.a\]; did you mean "restart"\?/,
  ],
  [`${GENERIC}\nenv = { A = "1" }`, /harness\.a\.env is not supported: .*env_file/],
  [`${GENERIC}\nautostart = true`, /not supported: write enabled/],
];

describe('a harness', () => {
  it.each(refused)('with %j is refused, once', (lines, expected) => {
    expect(linesOf(`[harness.a]\n${lines}\n`)).toEqual([expect.stringMatching(expected)]);
  });

  it('repeats no argument in an error', () => {
    const lines = linesOf(
      '[harness.args]\nharness = "generic"\nargs = ["-c", "t0ken\\u0000"]\n[harness.b]\nharness = "command"\nargv = "x --key t0ken"\nhealth_cmd = "t0ken\\u0000"\n',
    );
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('t0ken');
  });

  it('is told everything at once, whatever kind of error it is', () => {
    const text =
      '[harness.a]\nharness = "command"\nargs = ["x"]\nrestart = "never"\nzzz = 1\n[harness."b c"]\nharness = "generic"\n';
    expect(linesOf(text).map((line) => line.split(': ')[0])).toEqual([
      'harness.toml:1:10',
      'harness.toml:3:1',
      'harness.toml:4:11',
      'harness.toml:5:1',
      'harness.toml:6:10',
    ]);
  });
});

describe('a name', () => {
  it.each([
    'a',
    'A1',
    'a.b',
    'a-b_c',
    '0',
    'constructor',
    'toString',
    'hasOwnProperty',
    'x'.repeat(64),
  ])('%s is fine', (name) => {
    expect(linesOf(`[harness."${name}"]\nharness = "generic"\n`)).toEqual([]);
  });

  it.each([
    '',
    '__proto__',
    'a:failed',
    'quo\\"te',
    'sp ace',
    '.a',
    '-a',
    '_a',
    'a/b',
    'ü',
    'a\\n',
    'x'.repeat(65),
  ])('"%s" is refused by the one rule', (name) => {
    expect(linesOf(`[harness."${name}"]\nharness = "generic"\n`)).toEqual([
      expect.stringMatching(
        /^harness\.toml:1:10: the harness name .* must be 1 to 64 of A-Z a-z 0-9 \. _ -/,
      ),
    ]);
  });

  it('with a dot and no quotes is explained', () => {
    expect(linesOf('[harness.a.b]\nharness = "generic"\n')).toContainEqual(
      expect.stringContaining('[harness."a.b"]'),
    );
  });
});
