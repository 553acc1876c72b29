import type { Finding } from '@harness/config-text';
import { isLoopback, parseListen } from '../listen.ts';
import { redactRules } from './redact-rules.ts';
import { asTable, conflict, type RawTable } from './refuse.ts';

/** What the keys of `[server]`, `[daemon]` and `[redact]` say against each other. */
export function globalRules(document: RawTable): Finding[] {
  return [
    ...openListener(asTable(document['server']) ?? {}),
    ...idleHeartbeat(asTable(document['daemon']) ?? {}),
    ...redactRules(document),
  ];
}

function openListener(server: RawTable): Finding[] {
  const text = server['metrics_listen'];
  const listen = typeof text === 'string' ? parseListen(text) : undefined;
  if (listen?.kind !== 'listen' || isLoopback(listen.host) || 'metrics_token_file' in server) {
    return [];
  }
  const sentence =
    'can be reached from other machines: name a metrics_token_file too, or listen on 127.0.0.1';
  return [{ path: ['server', 'metrics_listen'], code: 'conflict', sentence }];
}

function idleHeartbeat(daemon: RawTable): Finding[] {
  return 'heartbeat_interval' in daemon && !('heartbeat_cmd' in daemon)
    ? [conflict(['daemon', 'heartbeat_interval'], 'needs heartbeat_cmd')]
    : [];
}
