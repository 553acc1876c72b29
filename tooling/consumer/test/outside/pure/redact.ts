import {
  createRedact,
  createRedactor,
  findSecrets,
  type RedactOptions,
  type Redactor,
  redact,
  redactValue,
  type Span,
} from '@harness/redact';

const options: RedactOptions = { known: ['a value from the environment'], label: true };

/** Text, values, places, and a stream. */
export function use(): unknown {
  const spans: readonly Span[] = findSecrets('DB_PASSWORD=tundra-copper44');
  const redactor: Redactor = createRedactor(options);
  const held = redactor.write('it was a value from the ');
  const given = `${redactor.write('environment\n')}${redactor.end()}`;
  return {
    text: redact('fetch https://bob:hunter2hunter2@git.example/x failed'),
    value: redactValue({ dbPassword: 'tundra-copper44', max_tokens: 4096 }),
    spans,
    held: held.length,
    given,
    labelled: createRedact(options).redact('DB_PASSWORD=tundra-copper44'),
  };
}
