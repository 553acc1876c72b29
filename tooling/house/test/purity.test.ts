import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './repository.ts';

/** Packages that never read a clock, never log and never touch the machine. */
const PURE = ['notify-core', 'supervision', 'redact', 'turns', 'guards'] as const;

describe.each(PURE)('%s is pure', (name) => {
  it('compiles without the types of Node', () => {
    const { compilerOptions } = JSON.parse(textOf(`packages/${name}/tsconfig.json`));
    expect(compilerOptions.types).toEqual([]);
  });

  it('reads no clock and draws no random number', () => {
    const impure = filesBelow(`packages/${name}/src`)
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        /\bMath\.random\b|\bDate\.now\b|\bnew Date\(\)|\bperformance\./.test(textOf(file)),
      );
    expect(impure).toEqual([]);
  });

  it('has Date denied by the linter', () => {
    const { overrides } = JSON.parse(textOf('biome.json'));
    const denied = overrides.some(
      (override: { includes: string[] }) =>
        override.includes.includes(`packages/${name}/src/**`) &&
        JSON.stringify(override).includes('"Date"'),
    );
    expect(denied).toBe(true);
  });
});
