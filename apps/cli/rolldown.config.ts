import { defineConfig } from 'rolldown';

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
  external: ['@lydell/node-pty', '@xterm/headless'],
  output: {
    dir: 'bundle',
    cleanDir: true,
    format: 'esm',
    // One letter outside Latin doubles the memory of a whole file's text.
    charset: 'ascii',
    minify: { compress: true, mangle: false, codegen: true },
  },
});
