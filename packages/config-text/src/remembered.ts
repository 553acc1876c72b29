// V8 cuts texts of this length and longer out of a file as views, which keep the whole file alive.
const VIEW_LENGTH = 13;
const LONGEST = 128;

/**
 * Gives a pure function of a text a memory of its last answers, for texts that a file repeats in every table.
 * What is longer than 128 UTF-16 units is answered, but not remembered.
 *
 * @param most - how many answers are kept at a time; behind that it begins anew.
 */
export function remembered<Answer>(
  answer: (text: string) => Answer,
  most = 1000,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  const learn = (text: string): Answer => {
    const found = answer(text);
    if (known.size >= most) {
      known.clear();
    }
    known.set(text, found);
    return found;
  };
  return (text) =>
    text.length > LONGEST ? answer(text) : (known.get(text) ?? learn(withoutFile(text)));
}

function withoutFile(text: string): string {
  return text.length < VIEW_LENGTH ? text : text.split('').join('');
}
