import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const ROOT = join(import.meta.dirname, '../..');
const BOARD = join(import.meta.dirname, '../board');

// `pnpm build` has built the page before this; whoever bundles a bare checkout has none yet.
if (!existsSync(join(BOARD, 'dist/page.js'))) {
  execFileSync(process.execPath, ['build/write-page.ts'], { cwd: BOARD, stdio: 'inherit' });
}

/** What `harness help TOPIC` shows, beside the code that shows it. */
const documents: Plugin = {
  name: 'documents',
  generateBundle() {
    const files = readdirSync(join(ROOT, 'docs'), { encoding: 'utf8', recursive: true });
    const pages = files.filter((name) => /^(?:events\/)?[^/]+\.md$/.test(name));
    for (const fileName of ['SECURITY.md', ...pages.map((page) => `docs/${page}`)]) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(join(ROOT, fileName)) });
    }
  },
};

/**
 * Takes what is Node's own without the module round it: making one reads everything that a part of Node has to give, and
 * loads streams for the sake of `node:fs`. That would be a third of the time of a short command.
 */
const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  renderChunk: (code) => ({
    code: code.replace(
      /^import\s*(?:(?<whole>[\w$]+)|\*\s*as\s+(?<all>[\w$]+)|\{(?<names>[^}]*)\})\s*from\s*(?<part>["'`]node:[\w/]+["'`]);/gmu,
      (_, ...found) => {
        const { whole, all, names, part } = found.at(-1);
        const target = whole ?? all ?? `{${names.replaceAll(/\s+as\s+/gu, ':')}}`;
        return `const ${target} = globalThis.process.getBuiltinModule(${part});`;
      },
    ),
  }),
};

/**
 * The command and the daemon as they are run: one folder beside this file. Fewer bytes of source start sooner and leave
 * a smaller heap, which every start of a program has to copy; names stay whole, for the stack traces in the log.
 */
export default defineConfig({
  input: 'src/main.ts',
  logLevel: 'warn',
  platform: 'node',
  resolve: { conditionNames: ['@harness/source', 'import', 'node', 'default'] },
  // What is native, or is asked for at run time by the few harnesses on terminals.
  external: ['@lydell/node-pty', '@xterm/headless', 'koffi'],
  plugins: [documents, leanBuiltins],
  output: {
    dir: 'bundle',
    cleanDir: true,
    // Each file more takes Node half a millisecond: what people type most, and all that it needs, is in one.
    codeSplitting: {
      groups: [
        {
          name: 'quick',
          test: /\/apps\/cli\/src\/(?:run-harness|verbs\/(?:list|daemon-status|doctor))\.ts$/,
        },
      ],
    },
    format: 'esm',
    // One letter outside Latin doubles the memory of a whole file's text.
    charset: 'ascii',
    minify: { compress: true, mangle: false, codegen: true },
  },
});
