import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { durationWords, timeSince } from '../src/render/duration.ts';
import { listHints, renderHarnessList } from '../src/render/harness-list.ts';
import { painter } from '../src/render/paint.ts';
import { oneLine, safeText } from '../src/render/safe-text.ts';
import { renderTable } from '../src/render/table.ts';
import { view } from './fake-daemon.ts';

const plain = painter(false);

it.each([
  [-5, '0s'],
  [999, '0s'],
  [41_000, '41s'],
  [125_000, '2m 5s'],
  [3_600_000, '1h'],
  [3_601_000, '1h'],
  [13 * 86_400_000 + 4 * 3_600_000 + 59_000, '13d 4h'],
])('%i ms are %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

it('has no age for an instant that is none', () => {
  expect(timeSince('yesterday', 0)).toBe('?');
});

it('keeps lines and tabs of a text and nothing that a terminal would act on', () => {
  expect(safeText('a\u001b[31m\tb\u0007\u009b\r\n\u202ec\u2028é')).toBe('a[31m\tb\ncé');
  expect(oneLine('a\n\tb\r\nc')).toBe('a b c');
});

describe('a table', () => {
  it('has columns as wide as their content, wide characters counted as two', async () => {
    const rows = [
      ['a', 'b'],
      ['漢字', 'c'],
      ['abc', 'd'],
    ].map((row) => row.map((text) => ({ text })));
    const table = await renderTable(rows, { columns: undefined, paint: plain });
    expect(table.split('\n')).toEqual(['a     b', '漢字  c', 'abc   d']);
  });

  it('cuts the last cell to the page, never in the middle of a character', async () => {
    const rows = [[{ text: 'name' }, { text: '👩‍👩‍👧漢字漢字漢字' }]];
    for (let columns = 8; columns < 24; columns += 1) {
      const line = await renderTable(rows, { columns, paint: plain });
      expect(line.isWellFormed()).toBe(true);
      expect(await renderTable([[{ text: line }]], { columns, paint: plain })).toBe(line);
    }
  });

  it('is as wide with colour as without', async () => {
    const rows = [
      [
        { text: 'a', style: 'bad' },
        { text: 'b', style: 'good' },
      ],
      [{ text: 'ccc' }],
    ] as const;
    const painted = await renderTable(rows, { columns: 80, paint: painter(true) });
    expect(painted).toContain('\u001b[31ma');
    const unpainted = await renderTable(rows, { columns: 80, paint: plain });
    expect(stripVTControlCharacters(painted)).toBe(unpainted);
  });
});

it('shows causes and the next start to a person, on rows that fit the terminal', async () => {
  const nowMs = Date.parse('2026-09-25T20:16:16Z');
  const { pid, ...waiting } = view({
    name: 'rc',
    state: 'degraded',
    restarts: 4,
    nextStartAt: '2026-09-25T20:16:20Z',
    lastExit: {
      exit: { code: 1 },
      at: '2026-09-25T20:16:15Z',
      line: 'Error: You must be logged in to use Remote Control.',
    },
  });
  const page = { paint: plain, nowMs, withCauses: true };
  const wide = await renderHarnessList([waiting], { ...page, columns: 200 });
  expect(wide.split('\n')[1]).toBe(
    'degraded  rc    1m     4         exit 1 · next start in 4s · Error: You must be logged in to use Remote Control.',
  );
  const narrow = await renderHarnessList([waiting], { ...page, columns: 60 });
  expect(narrow.split('\n')[1]).toHaveLength(60);
  expect(narrow.split('\n')[1]?.endsWith('…')).toBe(true);
  expect(pid).toBe(77);
});

describe('a fleet of 300', () => {
  const nowMs = Date.parse('2026-09-25T20:16:16Z');
  const fleet = Array.from({ length: 300 }, (_, index) => {
    const name = index % 7 === 0 ? `${'long-'.repeat(12)}${index}` : `h${index}`;
    const lastExit = {
      exit: { code: 1 },
      at: '2026-09-25T20:16:15Z',
      line: 'Error: You must be logged in to use Remote Control.',
    };
    return view({ name, state: 'failed', restarts: index, lastExit });
  });

  it.each([40, 60, 80, 200])('is a row each, in columns, on %i columns', async (columns) => {
    const page = { paint: plain, nowMs, withCauses: true, columns };
    const [header = '', ...rows] = (await renderHarnessList(fleet, page)).split('\n');
    expect(rows).toHaveLength(300);
    // Names are never cut: they are what the next command is given.
    const restarts = header.indexOf('RESTARTS');
    const fixed = restarts + 'RESTARTS  '.length;
    for (const [index, row] of rows.entries()) {
      expect(row.startsWith(`failed  ${fleet[index]?.name} `)).toBe(true);
      expect(row.slice(restarts - 1, restarts + 4).trim()).toBe(String(index));
      expect(row.length).toBeLessThanOrEqual(Math.max(columns, fixed));
    }
  });

  it('is told what to do in a line that can be read', () => {
    const [line = '', ...others] = listHints(fleet);
    expect(others).toEqual([]);
    expect(line).toMatch(/^failed stays down until `harness restart (\S+ ){9}\S+`, and 290 more$/);
  });
});
