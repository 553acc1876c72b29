import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeDaemon, view } from './fake-daemon.ts';
import { type Home, throwaway } from './home.ts';
import { hasShell, type ShellTerminal, shellTerminal } from './shell-terminal.ts';

const LOAD: Readonly<Record<string, string>> = {
  bash: 'source <(harness completion bash)',
  zsh: 'autoload -U compinit; compinit -u -D; source <(harness completion zsh)',
  fish: 'harness completion fish | source',
};

async function loaded(home: Home, shell: string): Promise<ShellTerminal> {
  const terminal = shellTerminal(home, shell);
  terminal.type(`${LOAD[shell]}\r`);
  terminal.type('echo is-"loaded"\r');
  await terminal.shows(/is-loaded/);
  return terminal;
}

describe.each(['bash', 'zsh', 'fish'].filter(hasShell))('%s', { timeout: 240_000 }, (shell) => {
  it('completes verbs, names, options, events and files to what the command is then called with', async () => {
    const home = throwaway();
    const names = ['web.v2', 'shop/web', 'shop/cart_1'];
    const harnesses = names.map((name) => view({ name }));
    await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses }] });
    writeFileSync(join(home.folder, 'my harness.toml'), '');
    const terminal = await loaded(home, shell);
    for (const [typed, called] of [
      ['harness resta\twe\t', '<restart> <web.v2>'],
      ['harness restart web.v2 shop/c\t', '<restart> <web.v2> <shop/cart_1>'],
      ['harness notify wh\tshop/w\t', '<notify> <why> <shop/web>'],
      ['harness notify history --event loop\t', '<notify> <history> <--event> <loop_stopped>'],
      ['harness notify history --event=loop\t', '<notify> <history> <--event=loop_stopped>'],
      ['harness logs --fol\tweb\t', '<logs> <--follow> <web.v2>'],
      ['harness config check my\t', '<config> <check> <my harness.toml>'],
    ] as const) {
      terminal.type(`${typed}\r`);
      expect(await terminal.shows(/called:.*>/)).toContain(`called: ${called}`);
    }
  });

  it.each([
    { typed: 're', words: ['reload', 'restart'] },
    { typed: 'restart ', words: ['alpha', 'beta.1'] },
    { typed: 'notify try ', words: ['loop_stopped', 'recovered'] },
    { typed: 'logs --', words: ['--follow', '--screen'] },
  ])('shows $words for `harness $typed`', async ({ typed, words }) => {
    const home = throwaway();
    const harnesses = ['alpha', 'beta.1'].map((name) => view({ name }));
    await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses }] });
    const terminal = await loaded(home, shell);
    terminal.type(`harness ${typed}\t\t`);
    await terminal.shows(new RegExp(words.map((word) => `(?=.*${word})`).join(''), 's'));
  });

  it('puts a name on the line as one word, whatever is in it', async () => {
    const home = throwaway();
    const harnesses = [view({ name: 'odd $(touch ran) `touch ran`; x' })];
    await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses }] });
    const terminal = await loaded(home, shell);
    terminal.type('harness stop odd\t\r');
    expect(await terminal.shows(/called:.*>/)).toContain(
      'called: <stop> <odd $(touch ran) `touch ran`; x>',
    );
    expect(existsSync(join(home.folder, 'ran'))).toBe(false);
  });

  it('says nothing, and keeps the line, where no daemon runs', async () => {
    const terminal = await loaded(throwaway(), shell);
    terminal.type('harness restart we\tb\r');
    const seen = await terminal.shows(/called:.*>/);
    expect(seen).toContain('called: <restart> <web>');
    expect(seen).not.toMatch(/daemon|Error/);
  });
});
