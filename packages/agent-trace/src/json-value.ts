/** A JSON object from outside: every member of it may be anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is an object; an empty one where it is anything else. */
export function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : EMPTY;
}

/** The objects of a member that is a list; none where it is anything else. */
export function objectsAt(value: JsonObject, key: string): readonly JsonObject[] {
  const found = value[key];
  if (!Array.isArray(found)) {
    return NONE;
  }
  return found.every(isObject) ? found : found.filter(isObject);
}

/** A member that is a text; undefined where it is anything else or empty. */
export function textAt(value: JsonObject, key: string): string | undefined {
  const found = value[key];
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** A member that is a finite number; undefined where it is anything else. */
export function numberAt(value: JsonObject, key: string): number | undefined {
  const found = value[key];
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** The JSON that a text holds; undefined where it holds none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

const EMPTY: JsonObject = {};
const NONE: readonly JsonObject[] = [];
