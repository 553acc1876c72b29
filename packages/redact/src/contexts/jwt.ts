import { endOf, RUN } from '../characters.ts';
import { isBoundary } from '../match-token.ts';
import type { ContextRule } from '../rule.ts';

const SHORTEST_PART = 10;

/** JSON Web Tokens, signed or encrypted: base64url parts of which the first is a JSON object. */
export const jwt: ContextRule = {
  id: 'jwt',
  keywords: ['eyj'],
  follow: '[A-Za-z0-9_-]{7}',
  bounded: true,
  match(line, at) {
    if (!line.text.startsWith('eyJ', at) || !isBoundary(line, at)) {
      return;
    }
    let end = line.runEnd(at);
    let parts = 1;
    while (parts < 5 && end - at >= SHORTEST_PART && line.text.charAt(end) === '.') {
      const next = endOf(line.text, end + 1, line.end, RUN);
      if (next - end < 2 && parts > 2) {
        break;
      }
      end = next;
      parts++;
    }
    if (parts >= 3 || (parts === 2 && line.text.startsWith('.eyJ', line.runEnd(at)))) {
      line.mask('jwt', at, end);
    }
  },
};
