/** Whether a token's body is what people write in examples instead of a token: one character over and over, or words such as `your`. */
export function isPlaceholderBody(body: string): boolean {
  return (
    /^(.)\1{5,}$/s.test(body) ||
    /^(?:your|my|the|some|example)[-_]/i.test(body) ||
    /^x{6}/i.test(body)
  );
}

/** Whether `body` looks like the `look` that a rule demands. */
export function looksLike(body: string, look: 'digit' | 'mixed' | 'random'): boolean {
  if (look === 'digit') {
    return /\d/.test(body);
  }
  if (look === 'mixed') {
    return /\d/.test(body) && /[a-z]/.test(body) && /[A-Z]/.test(body);
  }
  return looksRandom(body);
}

/**
 * Whether a value looks drawn by a machine: 16 characters or more that are neither words joined by punctuation,
 * nor a path, nor one letter repeated. Hexadecimal counts as random.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) {
    return false;
  }
  const words = value.split(/[^A-Za-z0-9]/);
  const longest = words.reduce(
    (most, word) => (mingles(word) ? Math.max(most, word.length) : most),
    0,
  );
  return (
    longest >= 12 ||
    (value.length >= 20 && words.filter(mingles).length >= 2 && /[A-Z]/.test(value))
  );
}

function mingles(word: string): boolean {
  return /\d/.test(word) && /[A-Za-z]/.test(word) && !/^[A-Za-z]+\d{1,4}$|^\d+[a-z]+$/.test(word);
}

/** Whether `value` is a UUID or a bare digest: identifiers that are public more often than not. */
export function isUuidOrDigest(value: string): boolean {
  return /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(
    value,
  );
}
