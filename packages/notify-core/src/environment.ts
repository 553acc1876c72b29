import type { Payload } from './payload.ts';

const PREFIX = 'HARNESS_NOTIFY_';

/**
 * The environment of a hook: the daemon's own without any inherited `HARNESS_NOTIFY_*`, and this
 * delivery's. A variable that has nothing to say is the empty string.
 *
 * `…_EVENT`, `…_HARNESS`, `…_HOST` and `…_STATE` are printable ASCII, since they end up in headers
 * and subjects: any other character stands as `\u{e9}`, its code point in hexadecimal. `…_MESSAGE`
 * is the payload's message in UTF-8.
 */
export function hookEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  payload: Payload,
): Record<string, string> {
  const own: [string, string][] = [
    [`${PREFIX}EVENT`, ascii(payload.event)],
    [`${PREFIX}HARNESS`, ascii(payload.harness)],
    [`${PREFIX}HOST`, ascii(payload.host)],
    [`${PREFIX}STATE`, ascii(payload.state)],
    [`${PREFIX}MESSAGE`, payload.message],
    [`${PREFIX}ID`, payload.id],
    [`${PREFIX}EPISODE`, payload.episode ?? ''],
    [`${PREFIX}SEVERITY`, payload.severity],
  ];
  return Object.fromEntries([...passedOn(inherited), ...own]);
}

function passedOn(inherited: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(inherited).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(PREFIX) ? [] : [[name, value]],
  );
}

function ascii(value: string | undefined): string {
  return (value ?? '').replace(
    /[^ -~]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
