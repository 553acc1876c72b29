import type { CallTurn, ResultTurn } from '@harness/turns';
import { digestOf } from '../digest.ts';
import { isObject, type JsonObject, objectAt, parseJson, textAt } from '../json-value.ts';

/** The call that an item of a response is; undefined where it is none. */
export function codexCall(
  item: JsonObject,
): Pick<CallTurn, 'kind' | 'id' | 'tool' | 'digest'> | undefined {
  const id = textAt(item, 'call_id');
  const call = id === undefined ? undefined : toolAndArguments(item);
  if (id === undefined || call === undefined) {
    return undefined;
  }
  const [tool, args] = call;
  return {
    kind: 'call',
    id,
    tool,
    digest: digestOf(args),
    ...(tool === WRITES_TO_JOB && sendsNothing(args) ? { sendsNothing: true } : {}),
  };
}

/** The output that an item carries back to the model; undefined where it carries none. */
export function codexResult(
  item: JsonObject,
): Pick<ResultTurn, 'kind' | 'id' | 'digest' | 'failed'> | undefined {
  const id = textAt(item, 'call_id');
  if (id === undefined || !OUTPUTS.has(item['type'])) {
    return undefined;
  }
  const output = outputOf(item['output']);
  const failed = output.failed ? ({ failed: true } as const) : {};
  return { kind: 'result', id, digest: digestOf(output.value), ...failed };
}

const WRITES_TO_JOB = 'write_stdin';
const OUTPUTS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output']);

function toolAndArguments(item: JsonObject): readonly [string, unknown] | undefined {
  switch (item['type']) {
    case 'function_call':
      return named(item, parsed(item['arguments']));
    case 'custom_tool_call':
      return named(item, item['input']);
    case 'local_shell_call':
      return ['local_shell', objectAt(item, 'action')];
    default:
      return undefined;
  }
}

function named(item: JsonObject, args: unknown): readonly [string, unknown] | undefined {
  const name = textAt(item, 'name');
  const space = textAt(item, 'namespace');
  return name === undefined ? undefined : [space === undefined ? name : `${space}${name}`, args];
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}

function sendsNothing(args: unknown): boolean {
  return isObject(args) && textAt(args, 'chars') === undefined;
}

interface Output {
  readonly value: unknown;
  readonly failed: boolean;
}

function outputOf(output: unknown): Output {
  const value = parsed(output);
  if (isObject(value) && isObject(value['metadata'])) {
    return { value: value['output'], failed: value['metadata']['exit_code'] !== 0 };
  }
  if (isObject(value)) {
    return { value: value['content'] ?? value, failed: value['success'] === false };
  }
  return typeof value === 'string' ? printed(value) : { value, failed: false };
}

// Every look at a job has a new chunk's name and a new time, also when the job said nothing new.
function printed(text: string): Output {
  const exit = EXITED.exec(text)?.[1];
  return { value: text.replace(HEADER, ''), failed: exit !== undefined && exit !== '0' };
}

const HEADER = /^(?:(?:Chunk ID|Wall time|Original token count): .*\n)+/gm;
const EXITED = /^Process exited with code (\d+)$/m;
