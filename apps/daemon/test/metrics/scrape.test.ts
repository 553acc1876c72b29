import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import {
  notifyTable,
  startDaemon,
  type ThrowawayHome,
  throwawayHome,
  writeConfig,
} from '@harness/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url);
const fileOf = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

let home: ThrowawayHome;
let text = '';

beforeAll(async () => {
  home = await throwawayHome();
  const one = '[harness.a]\nharness = "generic"\nargs = ["-c", "exec sleep 600"]\nenabled = true\n';
  await writeConfig(home, notifyTable(home) + one);
  await startDaemon(home, { readyMs: 80_000 });
  text = await (await get('/metrics')).text();
});
afterAll(() => home[Symbol.asyncDispose]());

function get(path: string, accept = 'text/plain'): Promise<Response> {
  return fetch(`http://127.0.0.1:${home.metricsPort}${path}`, { headers: { accept } });
}

/** Each family of the scrape by name, with its type and the labels of its first sample. */
function scraped(): Readonly<Record<string, { type: string; labels: readonly string[] }>> {
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return Object.fromEntries(
    families.map(([, name = '', type = '']) => {
      const sample = new RegExp(`^${name}(?:_count)?\\{(.*)\\} `, 'm').exec(text)?.[1] ?? '';
      const labels = [...sample.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
      return [name, { type, labels: labels.toSorted() }];
    }),
  );
}

describe('a scrape', () => {
  it('holds exactly the series that docs/metrics.md describes, with their types and labels', async () => {
    const rows = (await fileOf('docs/metrics.md')).matchAll(
      /^\| `(\w+)(?:\{([\w,]+)\})?` *\| (\w+) *\|/gm,
    );
    const documented = [...rows].map(([, name, labels = '', type]) => [
      name,
      { type, labels: labels.split(',').filter(Boolean).toSorted() },
    ]);
    expect(scraped()).toEqual(Object.fromEntries(documented));
  });

  it('has every series that the dashboard and the rules speak of', async () => {
    const known = new Set([...Object.keys(scraped()), 'up']);
    const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
      await fileOf('deploy/grafana-dashboard.json'),
    );
    const rules = await fileOf('deploy/prometheus-rules.yml');
    const expressions = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...[...rules.matchAll(/expr: (.*)/g)].map(([, expr = '']) => expr),
    ];
    const named = expressions.flatMap(
      (expr) => expr.match(/\b(?:harness|process)_\w+|\bup\b/g) ?? [],
    );
    const families = new Set(named.map((name) => name.replace(/_bucket$/, '')));
    expect([...families].filter((name) => !known.has(name))).toEqual([]);
    expect(families.size).toBeGreaterThan(15);
  });

  it('is in the format that was asked for, the series under the same names', async () => {
    const plain = await get('/metrics');
    expect(plain.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const open = await get('/metrics', 'application/openmetrics-text;version=1.0.0');
    expect(open.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1/);
    const body = await open.text();
    expect(body).toMatch(/\n# EOF\n$/);
    expect(body).toContain('# TYPE harness_notify_deliveries counter\n');
    expect(body).toContain('\nharness_notify_deliveries_total{event="failed",result="ok"} 0\n');
    expect(await (await get('/metrics')).text()).toContain('harness_notify_deliveries_total{');
  });

  it('says which state each harness is in', () => {
    const states = text.match(/^harness_state\{harness="a",state="\w+"\} [01]$/gm) ?? [];
    expect(states).toHaveLength(7);
    expect(states.filter((line) => line.endsWith(' 1'))).toHaveLength(1);
  });

  it('has a sign of life beside it', async () => {
    expect(await (await get('/healthz')).text()).toBe('ok\n');
  });

  it.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
    'passes promtool, which must be installed (Debian: prometheus)',
    () => {
      const checked = spawnSync('promtool', ['check', 'metrics'], { input: text });
      expect(String(checked.stderr)).toBe('');
      expect(checked.status).toBe(0);
    },
  );
});
