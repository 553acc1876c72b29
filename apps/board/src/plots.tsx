import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { clockWords, tickWords } from './instant.tsx';
import type { Tally } from './night.ts';
import { tookWords } from './span.ts';

/** Deliveries per hour, and how long they took. */
export function Plots({ tallies }: { readonly tallies: readonly Tally[] }): JSX.Element {
  const hours = tallies.map(({ fromMs }) => fromMs / 1000);
  const longest = tallies.flatMap(({ longestMs }) => longestMs ?? []);
  const slowest = longest.length === 0 ? 'none' : tookWords(Math.max(...longest));
  return (
    <div class="pair">
      <Plot
        title="Deliveries per hour"
        words={`Deliveries per hour: ${sumOf(tallies, 'told')} told, ${sumOf(tallies, 'held')} held back, ${sumOf(tallies, 'lost')} dropped or failed.`}
        lines={LINES}
        data={[hours, ...LINES.map(({ key }) => tallies.map((tally) => tally[key]))]}
      />
      <Plot
        title="From the event to the hook’s end"
        words={`Time from event to the hook's end, by hour: the longest was ${slowest}.`}
        lines={TIMES}
        data={[hours, ...TIMES.map(({ key }) => tallies.map((tally) => seconds(tally[key])))]}
        unit=" s"
      />
      <details class="numbers">
        <summary>The same in numbers</summary>
        <Numbers tallies={tallies} />
      </details>
    </div>
  );
}

interface Line {
  readonly label: string;
  /** The name of its colour. */
  readonly color: string;
}

const LINES = [
  { key: 'told', label: 'told', color: '--told' },
  { key: 'held', label: 'held back', color: '--held' },
  { key: 'lost', label: 'dropped or failed', color: '--failed' },
] as const;

const TIMES = [
  { key: 'medianMs', label: 'median', color: '--told' },
  { key: 'longestMs', label: 'longest', color: '--failed' },
] as const;

interface PlotProps {
  readonly title: string;
  readonly words: string;
  readonly lines: readonly Line[];
  readonly data: readonly (readonly (number | null)[])[];
  readonly unit?: string;
}

const HEIGHT = 180;

function Plot({ title, words, lines, data, unit = '' }: PlotProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot>(undefined);
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const box = place.current;
    if (box === null) {
      return;
    }
    const draw = (): void => {
      drawn.current?.destroy();
      drawn.current = new uPlot(
        optionsOf(lines, box.clientWidth, unit),
        aligned(latest.current),
        box,
      );
    };
    const resized = new ResizeObserver(() =>
      drawn.current?.setSize({ width: box.clientWidth, height: HEIGHT }),
    );
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    draw();
    resized.observe(box);
    scheme.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', draw);
      drawn.current?.destroy();
      drawn.current = undefined;
    };
  }, [lines, unit]);
  const key = JSON.stringify(data);
  useEffect(() => drawn.current?.setData(aligned(latest.current)), [key]);
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <div class="canvas" ref={place} role="img" aria-label={words} />
      <p class="legend">
        {lines.map(({ label, color }) => (
          <span key={label}>
            <span class={`swatch ${color.slice(2)}`} aria-hidden="true" /> {label}
          </span>
        ))}
      </p>
    </figure>
  );
}

function optionsOf(lines: readonly Line[], width: number, unit: string): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--quiet'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1 },
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      {
        ...axis,
        values: (_, splits) => splits.map((at) => tickWords(at * 1000)),
        space: 64,
      },
      { ...axis, values: (_, splits) => splits.map((value) => `${value}${unit}`), size: 56 },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.label,
        stroke: color(line.color),
        width: 2,
        points: { show: true, size: 5 },
        spanGaps: false,
      })),
    ],
  };
}

/** A copy, for uPlot keeps what it is given. */
function aligned(data: PlotProps['data']): uPlot.AlignedData {
  const [x = [], ...rest] = data;
  return [x.map(Number), ...rest.map((values) => [...values])];
}

function Numbers({ tallies }: { readonly tallies: readonly Tally[] }): JSX.Element {
  const busy = tallies.filter(({ told, held, lost }) => told + held + lost > 0);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Hour from</th>
          {[...LINES, ...TIMES].map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {busy.map((tally) => (
          <tr key={tally.fromMs}>
            <th scope="row">{clockWords(tally.fromMs, Date.now())}</th>
            {LINES.map(({ key }) => (
              <td key={key} class="number">
                {tally[key]}
              </td>
            ))}
            {TIMES.map(({ key }) => (
              <td key={key} class="number">
                {tally[key] === undefined ? '–' : tookWords(tally[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf(tallies: readonly Tally[], key: 'told' | 'held' | 'lost'): number {
  return tallies.reduce((sum, tally) => sum + tally[key], 0);
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}
