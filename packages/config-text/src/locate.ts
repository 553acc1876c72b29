import { type AST, parseTOML } from 'toml-eslint-parser';
import type { KeyPath } from './key-path.ts';
import type { Position } from './problem.ts';

/** Which end of a declaration an error points at. */
export type Target = 'key' | 'value';

/** Finds the place of a path; where the path is not in the text, that of its nearest parent, else 1:1. */
export type Locate = (path: KeyPath, target?: Target) => Position;

interface Place {
  readonly key: Position;
  readonly value: Position;
}

type Places = Map<string, Place>;

const START: Position = { line: 1, column: 1 };

/** Prepares to find places in a text that is valid TOML. Reads the text at the first question only. */
export function locateIn(text: string): Locate {
  let places: Places | undefined;
  return (path, target = 'value') => {
    places ??= placesOf(text);
    for (let length = path.length; length > 0; length -= 1) {
      const place = places.get(nameOf(path.slice(0, length)));
      if (place !== undefined) {
        return length === path.length ? place[target] : place.key;
      }
    }
    return START;
  };
}

function placesOf(text: string): Places {
  const places: Places = new Map();
  for (const node of topLevel(text)) {
    if (node.type === 'TOMLTable') {
      addTable(places, node);
    } else {
      addKeyValue(places, [], node);
    }
  }
  return places;
}

function topLevel(text: string): AST.TOMLTopLevelTable['body'] {
  try {
    return parseTOML(text, { tomlVersion: '1.1' }).body[0].body;
  } catch (error) {
    // The two parsers may disagree about a text; then the message stands without a place.
    if (error instanceof Error) {
      return [];
    }
    throw error;
  }
}

function addTable(places: Places, table: AST.TOMLTable): void {
  const at = table.key.keys.map((key) => positionOf(key));
  let depth = -1;
  table.resolvedKey.forEach((part, index) => {
    // An index belongs to the name before it.
    depth += typeof part === 'string' ? 1 : 0;
    add(places, table.resolvedKey.slice(0, index + 1), at[depth] ?? START, at[depth] ?? START);
  });
  for (const pair of table.body) {
    addKeyValue(places, table.resolvedKey, pair);
  }
}

function addKeyValue(places: Places, parent: KeyPath, pair: AST.TOMLKeyValue): void {
  const names = pair.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
  pair.key.keys.forEach((key, index) => {
    const last = index === names.length - 1;
    const path = [...parent, ...names.slice(0, index + 1)];
    add(places, path, positionOf(key), positionOf(last ? pair.value : key));
  });
  addContent(places, [...parent, ...names], pair.value);
}

function addContent(places: Places, path: KeyPath, node: AST.TOMLContentNode): void {
  if (node.type === 'TOMLInlineTable') {
    for (const pair of node.body) {
      addKeyValue(places, path, pair);
    }
  } else if (node.type === 'TOMLArray') {
    node.elements.forEach((element, index) => {
      const at = positionOf(element);
      add(places, [...path, index], at, at);
      addContent(places, [...path, index], element);
    });
  }
}

function add(places: Places, path: KeyPath, key: Position, value: Position): void {
  const name = nameOf(path);
  if (!places.has(name)) {
    places.set(name, { key, value });
  }
}

function positionOf(node: AST.TOMLNode): Position {
  return { line: node.loc.start.line, column: node.loc.start.column + 1 };
}

function nameOf(path: KeyPath): string {
  return JSON.stringify(path);
}
