import type { RestartHours } from '@harness/protocol';
import type { JSX } from 'preact';

const BAR = 4;
const HEIGHT = 18;

/** Restarts in the last day, a bar an hour. */
export function Hours({ hours }: { readonly hours: RestartHours | undefined }): JSX.Element {
  const total = hours?.reduce((sum, count) => sum + count, 0) ?? 0;
  const most = Math.max(1, ...(hours ?? []));
  return (
    <span class="hours">
      <span class="number">{total}</span>
      {hours === undefined ? null : (
        <svg
          width={hours.length * BAR}
          height={HEIGHT}
          role="img"
          aria-label={`${total} restarts in the last day, at most ${most} in an hour`}
        >
          {[...hours.entries()].map(([hour, count]) => {
            const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
            return (
              <rect
                key={hour}
                class={count === 0 ? 'bar none' : 'bar'}
                x={hour * BAR}
                y={HEIGHT - height}
                width={BAR - 1}
                height={height}
              />
            );
          })}
        </svg>
      )}
    </span>
  );
}
