/** A session of a busy agent, as Claude Code writes it. */
export interface WeekSession {
  readonly id: string;
  readonly bytes: Buffer;
}

const WEEK_MS = 7 * 86_400_000;
/** 2026-11-23T00:00:00Z */
const MONDAY_MS = 1_795_392_000_000;
const STEPS_A_SESSION = 500;
const TURNS_A_STEP = 3;

/**
 * The sessions of a week of work in which nothing is wrong, the same ones each time: edits and tests in turn, files
 * that are read again, a job that is looked at until it ends, failures that the program tries again, one now and then
 * that it gives up on, compactions, people's messages, sub-agents. A turn or a few for each record.
 *
 * @param turns - About how many turns the week has.
 */
export function* busyWeek(workdir: string, turns: number): Generator<WeekSession> {
  const steps = Math.ceil(turns / TURNS_A_STEP);
  for (let first = 0; first < steps; first += STEPS_A_SESSION) {
    yield sessionOf(workdir, { first, last: Math.min(steps, first + STEPS_A_SESSION), steps });
  }
}

interface Part {
  readonly first: number;
  readonly last: number;
  /** Of the whole week. */
  readonly steps: number;
}

function sessionOf(workdir: string, { first, last, steps }: Part): WeekSession {
  const id = `week-${first / STEPS_A_SESSION}`;
  const pen = penOf(workdir, id, (step) => MONDAY_MS + (step / steps) * WEEK_MS);
  const lines = Array.from({ length: last - first }, (_, index) => stepOf(first + index, pen));
  return { id, bytes: Buffer.from(`${lines.flat().join('\n')}\n`) };
}

interface Pen {
  readonly session: string;
  user(step: number, content: unknown, more?: object): string;
  assistant(step: number, part: object, more?: object): string;
  system(step: number, more: object): string;
}

// Source: records of Claude Code 2.1.332, 2026-11, with the members that they carry beside what is read of them.
function penOf(workdir: string, session: string, atMs: (step: number) => number): Pen {
  const record = (step: number, head: object, more: object): string =>
    JSON.stringify({
      parentUuid: uuid(session, step - 1),
      isSidechain: false,
      ...head,
      uuid: uuid(session, step),
      timestamp: new Date(atMs(step)).toISOString(),
      ...more,
      userType: 'external',
      entrypoint: 'cli',
      cwd: workdir,
      sessionId: session,
      version: '2.1.332',
      gitBranch: 'main',
    });
  return {
    session,
    user: (step, content, more = {}) =>
      record(step, { type: 'user', message: { role: 'user', content } }, more),
    assistant: (step, part, more = {}) =>
      record(step, { type: 'assistant', message: answer(session, step, part) }, more),
    system: (step, more) => record(step, { type: 'system' }, more),
  };
}

function answer(session: string, step: number, part: object): object {
  return {
    id: `msg_${session}_${step}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content: [part],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: usage(step),
  };
}

function uuid(of: string, step: number): string {
  return `${of}-57a6b0f8-5c23-4693-84d7-${String(step).padStart(12, '0')}`;
}

function usage(step: number): object {
  return {
    input_tokens: 3,
    cache_creation_input_tokens: 812,
    cache_read_input_tokens: 24_310,
    output_tokens: 120 + (step % 700),
    output_tokens_details: { thinking_tokens: 0 },
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 812 },
  };
}

function stepOf(step: number, pen: Pen): readonly string[] {
  const rare = rareStep(step, pen);
  const call = callOf(step);
  const id = `toolu_${pen.session}_${step}`;
  // Some of the work is done by sub-agents beside the main one.
  const agent = step % 11 === 0 ? { isSidechain: true, agentId: `helper-${step % 3}` } : {};
  return [
    ...rare,
    pen.assistant(step, { type: 'text', text: `Step ${step}: ${PROSE}` }, agent),
    pen.assistant(step, { type: 'tool_use', id, name: call.tool, input: call.input }, agent),
    pen.user(step, [{ tool_use_id: id, type: 'tool_result', content: call.output }], {
      toolUseResult: call.kept,
      ...agent,
    }),
  ];
}

function rareStep(step: number, pen: Pen): readonly string[] {
  switch (step % 200) {
    case 0:
      return [pen.user(step, `Go on with part ${step / 200} of the plan, and mind the tests.`)];
    case 50:
      return [1, 2, 3].map((retryAttempt) => pen.system(step, { ...OVERLOADED, retryAttempt }));
    case 120:
      return [pen.system(step, { subtype: 'compact_boundary', content: 'Conversation compacted' })];
    case 160:
      return step % 2_000 === 160 ? [refusedOnce(step, pen), pen.user(step, 'Try again.')] : [];
    default:
      return [];
  }
}

const OVERLOADED = {
  subtype: 'api_error',
  level: 'error',
  error: { status: 529, message: '529 {"type":"error","error":{"type":"overloaded_error"}}' },
  retryInMs: 1_200,
  maxRetries: 10,
};

function refusedOnce(step: number, pen: Pen): string {
  return pen.assistant(
    step,
    { type: 'text', text: 'API Error: 429 Too many requests, slow down.' },
    { isApiErrorMessage: true, error: 'rate_limit', apiErrorStatus: 429 },
  );
}

interface WeekCall {
  readonly tool: string;
  readonly input: object;
  readonly output: string;
  /** What the program keeps of the result for itself. */
  readonly kept: object;
}

/** What is called: the same test after each edit, and a job that is looked at thirty times while it goes on. */
function callOf(step: number): WeekCall {
  const inJob = step % 500;
  if (inJob >= 400 && inJob < 430) {
    const output = `<status>running</status>\n${inJob - 400} of 30 parts are built`;
    return { tool: 'BashOutput', input: { bash_id: `job-${step - inJob}` }, ...printed(output) };
  }
  const file = `src/app/part-${step % 97}/index.ts`;
  switch (step % 4) {
    case 0:
      return { tool: 'Read', input: { file_path: file }, ...looked(file, step) };
    case 1:
      return { tool: 'Edit', ...edited(file, step) };
    case 2:
      return { tool: 'Bash', input: { command: 'npm test', timeout: 60_000 }, ...printed(TESTED) };
    default:
      return { tool: 'Bash', input: { command: `rg part-${step % 31}` }, ...printed(file) };
  }
}

type Given = Pick<WeekCall, 'output' | 'kept'>;

function printed(output: string): Given {
  return { output, kept: { stdout: output, stderr: '', interrupted: false, isImage: false } };
}

function looked(file: string, step: number): Given {
  const content = CODE.slice(0, 400 + ((step * 7) % 5_600));
  const kept = { type: 'text', file: { filePath: file, content, numLines: 80, startLine: 1 } };
  return { output: content, kept };
}

function edited(file: string, step: number): Given & Pick<WeekCall, 'input'> {
  const before = `const limit = ${step};\n${CODE.slice(0, 200)}`;
  const after = CODE.slice(0, 240);
  const patch = [{ oldStart: 1, newStart: 1, lines: [`-${before}`, `+${after}`] }];
  return {
    input: { file_path: file, old_string: before, new_string: after },
    output: `The file ${file} has been updated.`,
    kept: { filePath: file, originalFile: CODE, structuredPatch: patch, replaceAll: false },
  };
}

const PROSE =
  'I have read how the parser keeps its place; next comes the test that fails, and then the change that it asks for.';
const CODE = Array.from(
  { length: 80 },
  (_, line) =>
    `${line}\texport const total${line} = items.reduce((sum, item) => sum + item.price, "${line}");`,
).join('\n');
const TESTED = Array.from(
  { length: 24 },
  (_, line) => ` ✓ test/part-${line}.test.ts (${line + 3} tests) ${line * 7} ms`,
).join('\n');
