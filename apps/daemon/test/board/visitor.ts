import { request as ask } from 'node:http';
import { daemonClient } from '@harness/protocol';
import { type RunningDaemon, startDaemon, type ThrowawayHome } from '@harness/testkit';

/** What came back, whatever it was. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A request as no browser would send it: `fetch` does not let a caller choose `Host`. */
export function visit(
  { metricsPort }: Pick<ThrowawayHome, 'metricsPort'>,
  path: string,
  { method = 'GET', headers = {}, host = '127.0.0.1' }: Visit = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = ask(
      { host, port: metricsPort, path, method, headers, agent: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        );
        answer.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end();
  });
}

/** Details of a visit. */
export interface Visit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address to connect to; default 127.0.0.1. */
  readonly host?: string;
}

/** A link that logs in once, as `harness open` gives it. */
export async function logInLink(home: ThrowawayHome): Promise<string> {
  return (await daemonClient({ env: home.env }).boardLink()).url;
}

/** Logs in, and gives the headers of a request that belongs to the session. */
export async function logIn(home: ThrowawayHome): Promise<{ readonly cookie: string }> {
  const { headers } = await visit(home, new URL(await logInLink(home)).pathname);
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

/** Starts a daemon, however busy the machine is. */
export function patientDaemon(
  home: ThrowawayHome,
  policy: Readonly<Record<string, number | readonly number[]>> = {},
): Promise<RunningDaemon> {
  return startDaemon(home, { policy, readyMs: 80_000 });
}
