import { defineProject } from 'vitest/config';

export default defineProject({
  ssr: { resolve: { conditions: ['@harness/source'] } },
  test: {
    name: 'cli',
    environment: 'node',
    include: ['test/**/*.test.ts'],
    // Real commands on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
