import type {
  HarnessDetail,
  HarnessDetailAnswer,
  NotificationsAnswer,
  NotificationView,
  Overview,
  RunsAnswer,
  RunView,
} from '@harness/protocol';

/** The daemon answered, and the answer is no. */
class Refused extends Error {
  override readonly name = 'Refused';
}

const PAGE_ENTRIES = 250;
const LOG_LINES = 100;
const RUNS = 20;
const OWN_ENTRIES = 50;

/** All that a look at the daemon begins with. */
export function askOverview(): Promise<Overview> {
  return askJson<Overview>('/v1/overview');
}

/** A page of the history, newest first. */
export async function askPast(
  sinceMs: number,
  beforeRow: number | undefined,
): Promise<readonly NotificationView[]> {
  const since = new Date(sinceMs).toISOString();
  const before = beforeRow === undefined ? '' : `&before=${beforeRow}`;
  const path = `/v1/notifications?lines=${PAGE_ENTRIES}&since=${since}${before}`;
  return (await askJson<NotificationsAnswer>(path)).notifications;
}

/** Everything about one harness. */
export interface HarnessFacts {
  readonly detail: HarnessDetail;
  readonly runs: readonly RunView[];
  readonly notifications: readonly NotificationView[];
  readonly log: string;
}

/** Everything about one harness, its log included. */
export async function askHarness(name: string): Promise<HarnessFacts> {
  const path = `/v1/harnesses/${encodeURIComponent(name)}`;
  const query = `harness=${encodeURIComponent(name)}`;
  const [{ harness }, { notifications }, log, { runs }] = await Promise.all([
    askJson<HarnessDetailAnswer>(path),
    askJson<NotificationsAnswer>(`/v1/notifications?lines=${OWN_ENTRIES}&${query}`),
    ask(`${path}/logs?lines=${LOG_LINES}`).then((answer) => answer.text()),
    askJson<RunsAnswer>(`/v1/runs?limit=${RUNS}&${query}`),
  ]);
  return { detail: harness, notifications, log, runs };
}

// A way to the daemon that has died without a word, such as a tunnel's, must not keep the page waiting for ever.
const PATIENCE_MS = 20_000;

/** Whether the daemon still knows this browser; throws where nobody answers. */
export async function isLoggedIn(): Promise<boolean> {
  return (await get('/v1/status')).status !== 401;
}

async function askJson<T>(path: string): Promise<T> {
  return (await ask(path)).json() as Promise<T>;
}

async function ask(path: string): Promise<Response> {
  const answer = await get(path);
  if (answer.status === 401) {
    throw new Refused('this session is over');
  }
  if (!answer.ok) {
    const body = (await answer.json().catch(() => ({}))) as { error?: { message?: string } };
    throw new Refused(body.error?.message ?? `the daemon answered ${answer.status}`);
  }
  return answer;
}

function get(path: string): Promise<Response> {
  return fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS) });
}
