import { jsonSchema } from '@harness/harness-config';
import { DONE } from '../exit-code.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness config schema`: the JSON Schema of harness.toml, for editors. */
export function configSchema(call: Call): number {
  const schema = jsonSchema();
  call.console.out(JSON.stringify(schema, null, flagOption(call, 'json') ? 0 : 2));
  return DONE;
}
