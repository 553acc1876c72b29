import { expect, it } from 'vitest';
import { jsonSchema } from '../src/index.ts';

it('is published as it is made from the schema that validates', async () => {
  const text = `${JSON.stringify(jsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../harness.schema.json');
});
