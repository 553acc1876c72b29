import { resolve } from 'node:path';
import type { DaemonAddress } from '@harness/protocol';
import { type Call, textOption } from './verb.ts';

/** Where this call looks for the daemon. */
export function addressOf(call: Call): DaemonAddress {
  const socket = textOption(call, 'socket');
  return {
    env: call.console.env,
    ...(socket === undefined ? {} : { socket: resolve(call.console.folder, socket) }),
  };
}
