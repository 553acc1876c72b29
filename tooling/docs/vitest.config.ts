import { defineProject } from 'vitest/config';

export default defineProject({
  ssr: { resolve: { conditions: ['@harness/source'] } },
  test: {
    name: 'docs',
    environment: 'node',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/checkout.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
