import { Counter, Gauge, type Registry } from 'prom-client';

/** One value of a metric; labels where the metric has them. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric whose values are looked up when somebody asks. */
export interface Series {
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** What it is now; undefined, or no sample, where there is nothing to say. */
  readonly read: () => number | undefined | readonly Sample[];
}

/** Registers metrics that cost nothing between two scrapes: no timer, no counting on the way. */
export function registerSeries(registry: Registry, series: readonly Series[]): void {
  for (const one of series) {
    registry.registerMetric(one.kind === 'gauge' ? gauge(one) : counter(one));
  }
}

function gauge({ name, help, labels = [], read }: Series): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [],
    collect() {
      this.reset();
      if (labels.length === 0) {
        this.remove();
      }
      for (const { labels: of = {}, value } of samplesOf(read())) {
        this.set({ ...of }, value);
      }
    },
  });
}

function counter({ name, help, labels = [], read }: Series): Counter {
  return new Counter({
    name,
    help,
    labelNames: [...labels],
    registers: [],
    collect() {
      this.reset();
      if (labels.length === 0) {
        this.remove();
      }
      for (const { labels: of = {}, value } of samplesOf(read())) {
        this.inc({ ...of }, value);
      }
    },
  });
}

function samplesOf(read: ReturnType<Series['read']>): readonly Sample[] {
  if (read === undefined) {
    return [];
  }
  return typeof read === 'number' ? [{ value: read }] : read;
}
