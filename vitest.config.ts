import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most tests wait for real programs most of the time; vitest alone would leave a core of two to itself.
    maxWorkers: 2,
    projects: [
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      'tooling/*/vitest.config.ts',
      'bench/vitest.config.ts',
    ],
  },
});
