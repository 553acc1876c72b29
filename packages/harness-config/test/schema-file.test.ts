import { readFile } from 'node:fs/promises';
import { readToml } from '@harness/config-text';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../src/index.ts';
import { linesOf } from './config-text.ts';

const validate = new Ajv2020({ strict: false }).compile(jsonSchema());

function fits(text: string): boolean {
  const document = readToml(text, 'f');
  return document.kind === 'document' && validate(document.value);
}

it('is published as it is made from the schema that validates', async () => {
  const file = new URL('../harness.schema.json', import.meta.url);
  // `pnpm run schema` writes it anew.
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(jsonSchema());
});

describe('the published schema', () => {
  it.each([
    '',
    '[notify]\ncommand = ["/bin/x"]\ntimeout = "1m30.5s"\ncooldown = 0\n',
    '[harness.a]\nharness = "command"\nargv = ["/x"]\nrestart_delay = 1\nenv_file = ["a"]\n',
    '[harness.a]\nharness = "crush"\nprompt = "x"\ntimeout = "0"\nhealth_cmd = "x"\n',
    '[[redact.rule]]\nid = "a"\nkeywords = ["abc"]\npattern = "x"\n',
  ])('fits what is right: %j', (text) => {
    expect(linesOf(text)).toEqual([]);
    expect(fits(text)).toBe(true);
  });

  it.each([
    '[notify]\n',
    '[notify]\ncommand = ["relative"]\n',
    '[notify]\ncommand = []\n',
    '[notify]\ncommand = ["/x"]\ntimeout = "15"\n',
    '[notify]\ncommand = ["/x"]\ncooldown = "1d"\n',
    '[notify]\ncommand = ["/x"]\nevents = ["test"]\n',
    '[notify]\ncommand = ["/x"]\nevents = ["failed", "failed"]\n',
    '[notify]\ncommand = ["/x"]\ncool_down = "1m"\n',
    '[notfiy]\n',
    '[harness."a:b"]\nharness = "generic"\n',
    '[harness.a]\n',
    '[harness.a]\nharness = "generic"\nrestart_delay = "1d"\n',
    '[harness.a]\nharness = "generic"\nrestart_delay = -1\n',
    '[harness.a]\nharness = "generic"\nenabled = "yes"\n',
    '[harness.a]\nharness = "generic"\nloop_limit = -1\n',
  ])('does not fit what is wrong: %j', (text) => {
    expect(linesOf(text)).not.toEqual([]);
    expect(fits(text)).toBe(false);
  });
});
