import { daemonClient } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { browserOf, openPrivately } from '../open-browser.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness open`: prints a link that logs a browser in to the board once, and opens it where there is a browser. */
export async function open(call: Call): Promise<number> {
  const { console } = call;
  const client = daemonClient(addressOf(call));
  const { url, expiresAt } = await client.boardLink();
  if (flagOption(call, 'json')) {
    console.out(JSON.stringify({ url, expires_at: expiresAt }));
    return DONE;
  }
  console.out(url);
  const browser = flagOption(call, 'print') ? undefined : browserOf(console.env);
  if (browser !== undefined) {
    const { stateFolder } = await client.status();
    openPrivately(url, { browser, folder: stateFolder, env: console.env });
  }
  console.err('the link works once, for two minutes');
  return DONE;
}
