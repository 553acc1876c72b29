import { defineProject } from 'vitest/config';

export default defineProject({
  ssr: { resolve: { conditions: ['@harness/source'] } },
  test: {
    name: 'deploy',
    environment: 'node',
    include: ['test/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
