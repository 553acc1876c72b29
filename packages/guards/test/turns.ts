import type { CallTurn, MessageTurn, Origin, RefusalTurn, ResultTurn, Turn } from '@harness/turns';

/** Turns of one session as a reader would tell them, written by hand. */
export interface Writer {
  call(tool: string, args: unknown, id?: string): CallTurn;
  result(id: string, text: string): ResultTurn;
  message(): MessageTurn;
  answer(): Turn;
  rest(): Turn;
  compaction(): Turn;
  resumed(): Turn;
  refusal(refusal: Partial<RefusalTurn['refusal']>, atMs?: number): RefusalTurn;
  retry(rule: RefusalTurn['refusal']['rule']): Turn;
  /** A model call that asks for a tool, and what the tool gave. */
  step(tool: string, args: unknown, result?: string): Turn[];
}

export function writer(session: string, agent?: string): Writer {
  const origin: Origin = { session, ...(agent === undefined ? {} : { agent }) };
  let calls = 0;
  const nextId = (): string => {
    calls += 1;
    return `${session}/${agent ?? 'main'}/${calls}`;
  };
  const own: Writer = {
    call: (tool, args, id = nextId()) => ({
      ...origin,
      kind: 'call',
      id,
      tool,
      digest: JSON.stringify(args),
    }),
    result: (id, text) => ({ ...origin, kind: 'result', id, digest: text }),
    message: () => ({ ...origin, kind: 'message' }),
    answer: () => ({ ...origin, kind: 'answer' }),
    rest: () => ({ ...origin, kind: 'rest' }),
    compaction: () => ({ ...origin, kind: 'compaction' }),
    resumed: () => ({ ...origin, kind: 'session', resumed: true }),
    refusal: (refusal, atMs) => ({
      ...origin,
      kind: 'refusal',
      refusal: {
        class: 'quota',
        rule: 'usage_window',
        text: 'You have hit your limit',
        ...refusal,
      },
      ...(atMs === undefined ? {} : { atMs }),
    }),
    retry: (rule) => ({
      ...origin,
      kind: 'retry',
      refusal: { class: 'other', rule, text: 'Overloaded' },
      attempt: 1,
    }),
    step: (tool, args, result = 'ok') => {
      const id = nextId();
      return [own.answer(), own.call(tool, args, id), own.result(id, result)];
    },
  };
  return own;
}

/** The list, `count` times over. */
export function times<Item>(count: number, list: (index: number) => readonly Item[]): Item[] {
  return Array.from({ length: count }, (_, index) => list(index)).flat();
}
