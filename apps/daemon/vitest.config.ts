import { defineProject } from 'vitest/config';

export default defineProject({
  ssr: { resolve: { conditions: ['@harness/source'] } },
  test: {
    name: 'daemon',
    environment: 'node',
    include: ['test/**/*.test.ts'],
    // Real processes on a busy machine: what a test waits for has limits of its own.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
