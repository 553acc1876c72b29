import type { GuardsView, HarnessDetail, TranscriptView } from '@harness/protocol';
import { durationWords, timeSince } from './duration.ts';

/** The facts that `describe` has about a harness's guards: label and value. */
export function guardFacts(
  { guards }: HarnessDetail,
  nowMs: number,
): readonly (readonly [string, string])[] {
  if (guards === undefined) {
    return [];
  }
  const { transcript, lastSuccessAt, park, stuckRotation, health } = guards;
  const stall = stallWords(guards);
  return [
    ...fact('parked', park && parkWords(park, nowMs)),
    ...fact('rotation', stuckRotation && `could not finish: ${stuckRotation}`),
    ...fact('stall', stall),
    ...fact('health', health && healthWords(health)),
    ...fact('transcript', transcript && transcriptWords(transcript)),
    ...fact('last success', lastSuccessAt && `${timeSince(lastSuccessAt, nowMs)} ago`),
  ];
}

function fact(label: string, text: string | undefined): readonly (readonly [string, string])[] {
  return text === undefined ? [] : [[label, text]];
}

function parkWords({ until, rule }: NonNullable<GuardsView['park']>, nowMs: number): string {
  const left = durationWords(Math.max(0, Date.parse(until) - nowMs) + 999);
  return `until ${until}, in ${left} (${rule})`;
}

function stallWords({ stall, stallRestarts }: GuardsView): string | undefined {
  if (stall !== undefined) {
    return stall === 'left_alone' ? 'left alone after too many in a row' : 'left running';
  }
  return stallRestarts === undefined ? undefined : `${stallRestarts} restarts in a row`;
}

function healthWords({ failures, unhealthy }: NonNullable<GuardsView['health']>): string {
  if (unhealthy) {
    return 'unhealthy, told';
  }
  return failures === 0 ? 'no failure' : `${failures} failures in a row`;
}

function transcriptWords({ kind, root, found, ambiguous, trouble }: TranscriptView): string {
  const parts = [
    `${kind}, ${found ? 'found' : 'nothing found yet'} in ${root}`,
    ...(ambiguous === 0 ? [] : [`${ambiguous} that two harnesses could own`]),
    ...(trouble === undefined ? [] : [trouble]),
  ];
  return parts.join('; ');
}
