import type { Words } from './description.ts';
import type { IntentLost, ProvenBack } from './fact.ts';
import { instantText } from './instant-text.ts';

/** Words for `recovered`. */
export function provenBackWords(name: string, { closes }: ProvenBack): Words {
  const hint = `harness describe ${name}`;
  return {
    ...(closes.length > 0 && { cause: closes.join(', ') }),
    hint,
    message: {
      lead: `${name} recovered, it is running again after`,
      tail: `look with \`${hint}\``,
    },
  };
}

/** Words for `intent_lost`. */
export function intentLostWords(name: string, { by, why, sinceMs }: IntentLost): Words {
  const hint = `harness start ${name}`;
  const who = by.trim() === '' ? 'turned off, by whom is not recorded' : `turned off by ${by}`;
  const reason = why.trim() === '' ? '' : `: ${why}`;
  const since = sinceMs === undefined ? '' : ` (${instantText(sinceMs)})`;
  return {
    cause: `${who}${since}${reason}`,
    hint,
    message: {
      lead: `${name} stays down although it is set to start, and nobody was told why`,
      tail: `start it with \`${hint}\``,
    },
  };
}

/** Words for `test`, which is about no harness. */
export function testedWords(): Words {
  const hint = 'harness doctor';
  return {
    hint,
    message: {
      lead: 'harness test notification: the daemon ran this hook',
      tail: `see \`${hint}\``,
    },
  };
}
