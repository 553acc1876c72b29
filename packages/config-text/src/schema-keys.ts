import type { KeyPath } from './key-path.ts';

/** As much of a zod schema as is needed to ask for its keys: any `z.ZodType` fits. */
export interface SchemaNode {
  readonly _zod: { readonly def: object };
}

interface Definition {
  readonly shape?: Readonly<Record<string, SchemaNode>>;
  readonly valueType?: SchemaNode;
  readonly element?: SchemaNode;
  readonly innerType?: SchemaNode;
  readonly options?: readonly SchemaNode[];
}

/** The keys that the schema knows in the table at a path; none where it describes no table. */
export function keysAt(schema: SchemaNode, path: KeyPath): string[] {
  const node = path.reduce<SchemaNode | undefined>((parent, part) => step(parent, part), schema);
  return Object.keys(definitionOf(node).shape ?? {});
}

function step(node: SchemaNode | undefined, part: string | number): SchemaNode | undefined {
  const { shape, valueType, element } = definitionOf(node);
  if (shape !== undefined) {
    return Object.hasOwn(shape, part) ? shape[part] : undefined;
  }
  return typeof part === 'number' ? element : valueType;
}

function definitionOf(node: SchemaNode | undefined): Definition {
  const definition: Definition = node?._zod.def ?? {};
  return definition.innerType === undefined ? definition : definitionOf(definition.innerType);
}
