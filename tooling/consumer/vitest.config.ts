import { defineProject } from 'vitest/config';

export default defineProject({
  ssr: { resolve: { conditions: ['@harness/source'] } },
  test: {
    name: 'consumer',
    environment: 'node',
    include: ['test/**/*.test.ts'],
    // Compilers and installations, beside all other tests.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
