import { assertNever } from './assert-never.ts';
import type { Description, Words } from './description.ts';
import { FACT_ROWS } from './event-of-fact.ts';
import type { Fact } from './fact.ts';
import { escalatedWords, gaveUpWords, runEndedWords } from './failure-words.ts';
import {
  loopingWords,
  quotaRefusedWords,
  rotatedWords,
  rotationStuckWords,
  unhealthyWords,
} from './guard-words.ts';
import { intentLostWords, provenBackWords, testedWords } from './return-words.ts';
import { silentWords } from './stall-words.ts';

/**
 * Puts a fact about a harness into words.
 *
 * @param harness - its name; only `tested` is about none
 */
export function describeFact(harness: string | undefined, fact: Fact): Description {
  const words = wordsFor(harness ?? 'unknown', fact);
  const { cause } = words;
  const message = cause === undefined ? words.message : { ...words.message, cause };
  return { ...FACT_ROWS[fact.kind], ...words, message };
}

function wordsFor(name: string, fact: Fact): Words {
  switch (fact.kind) {
    case 'gave_up':
      return gaveUpWords(name, fact);
    case 'escalated':
      return escalatedWords(name, fact);
    case 'looping':
      return loopingWords(name, fact);
    case 'rotated':
      return rotatedWords(name, fact);
    case 'rotation_stuck':
      return rotationStuckWords(name, fact);
    case 'intent_lost':
      return intentLostWords(name, fact);
    case 'quota_refused':
      return quotaRefusedWords(name, fact);
    case 'silent':
      return silentWords(name, fact);
    case 'unhealthy':
      return unhealthyWords(name, fact);
    case 'proven_back':
      return provenBackWords(name, fact);
    case 'run_ended':
      return runEndedWords(name, fact);
    case 'tested':
      return testedWords();
    default:
      return assertNever(fact);
  }
}
