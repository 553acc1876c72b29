import { Registry } from 'prom-client';

/** What a scrape is answered with. */
export interface Exposition {
  /** The `Content-Type` that belongs to the text. */
  readonly contentType: string;
  readonly text: string;
}

/**
 * Everything in a registry of prom-client's default content type: in OpenMetrics where the `Accept` header prefers that,
 * else in Prometheus' text format.
 *
 * prom-client's own OpenMetrics registry renames counters for good, so that no other format can be served beside it;
 * here the text is rewritten instead.
 *
 * Source: https://prometheus.io/docs/specs/om/open_metrics_spec/ (1.0.0), text format 0.0.4 beside it.
 */
export async function expose(registry: Registry, accept?: string): Promise<Exposition> {
  const text = await registry.metrics();
  return prefersOpenMetrics(accept)
    ? { contentType: Registry.OPENMETRICS_CONTENT_TYPE, text: openMetrics(text) }
    : { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text };
}

const OPEN_METRICS = 'application/openmetrics-text';

function prefersOpenMetrics(accept: string | undefined): boolean {
  const wanted = qualityOf(accept, [OPEN_METRICS]);
  return wanted > 0 && wanted >= qualityOf(accept, ['text/plain', 'text/*', '*/*']);
}

/** The weight of the best entry that names one of these types; 0 where none does. */
function qualityOf(accept = '', types: readonly string[]): number {
  const weights = accept.split(',').map((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return types.includes(type) ? Number(quality) || 0 : 0;
  });
  return Math.max(0, ...weights);
}

// The family of a counter is called without the ending that its samples have.
function openMetrics(text: string): string {
  const counters = new Set(
    [...text.matchAll(/^# TYPE (\S+)_total counter$/gm)].map(([, family]) => `${family}_total`),
  );
  const lines = text.split('\n').filter((line) => line !== '');
  return `${lines.map((line) => renamed(line, counters)).join('\n')}\n# EOF\n`;
}

function renamed(line: string, counters: ReadonlySet<string>): string {
  const [, keyword = '', name = '', rest = ''] = /^# (HELP|TYPE) (\S+)(.*)$/s.exec(line) ?? [];
  return counters.has(name) ? `# ${keyword} ${name.slice(0, -'_total'.length)}${rest}` : line;
}
