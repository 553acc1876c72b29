import { expect, it } from 'vitest';
import { type ConfigChange, diffConfig } from '../src/index.ts';
import { load } from './config-text.ts';

const A = '[harness.a]\nharness = "generic"\n';
const B = '[harness.b]\nharness = "generic"\n';
const NOTIFY = '[notify]\ncommand = ["/bin/x"]\n';

const change = (before: string, after: string): ConfigChange =>
  diffConfig(load(before).config, load(after).config);
const NONE = { added: [], removed: [], changed: [], sections: [] };

it.each([
  ['nothing', A, A, {}],
  ['a move, a comment, a default spelt out', A + B, `# moved\n${B}enabled = false\n${A}`, {}],
  ['another spelling of a time', `${A}restart_delay = 1`, `${A}restart_delay = "1000ms"`, {}],
  ['a new harness', A, A + B, { added: ['b'] }],
  ['a harness gone', A + B, A, { removed: ['b'] }],
  ['another name', A, B, { added: ['b'], removed: ['a'] }],
  ['a key of a harness', A + B, `${A}enabled = true\n${B}`, { changed: ['a'] }],
  ['a hook', A, NOTIFY + A, { sections: ['notify'] }],
  ['a hook’s time', NOTIFY, `${NOTIFY}timeout = "2s"`, { sections: ['notify'] }],
  ['the listener', '', '[server]\nmetrics_listen = "off"', { sections: ['server'] }],
  ['the level', '', '[daemon]\nlog_level = "warn"', { sections: ['daemon'] }],
  ['redaction', '', '[redact]\nallow = ["x"]', { sections: ['redact'] }],
  ['a profile', A, `${A}[profile.p]\nharnesses = ["a"]`, { sections: ['profiles'] }],
])('%s is told apart', (_name, before, after, wanted) => {
  expect(change(before, after)).toEqual({ ...NONE, ...wanted });
});
