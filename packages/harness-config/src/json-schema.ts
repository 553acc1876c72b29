import { z } from 'zod';
import { globalFile } from './tables/files.ts';

/**
 * The JSON Schema (draft 2020-12) of a global harness.toml, made from the schema that validates. Rules between keys
 * and the contents of durations, schedules and addresses are not part of it. Published as `harness.schema.json`.
 */
export function jsonSchema(): object {
  return {
    ...z.toJSONSchema(globalFile, { io: 'input' }),
    title: 'harness.toml',
  };
}
