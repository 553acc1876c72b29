import type { EpisodeView } from '@harness/protocol';
import type { JSX } from 'preact';
import { Command } from './command.tsx';
import { HarnessLink } from './harness-link.tsx';
import { At, Since } from './instant.tsx';
import { outcomeOf, resultWords } from './outcome.ts';
import { plainText } from './plain-text.ts';
import { OutcomeIcon } from './shape.tsx';

/** What needs somebody now, the oldest first. */
export function NeedsYou({ episodes }: { readonly episodes: readonly EpisodeView[] }): JSX.Element {
  return (
    <section aria-labelledby="needs" class={episodes.length === 0 ? 'calm' : 'alarm'}>
      <h2 id="needs">
        Needs you <span class="count">{episodes.length}</span>
      </h2>
      {episodes.length === 0 ? (
        <p class="empty">Nothing needs you.</p>
      ) : (
        <ol class="episodes">
          {episodes.map((episode) => (
            <Episode key={`${episode.harness} ${episode.event}`} episode={episode} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Episode({ episode }: { readonly episode: EpisodeView }): JSX.Element {
  const { harness, event, since, cause, did, commands } = episode;
  return (
    <li class="episode">
      <p class="what">
        <strong>
          <HarnessLink name={harness} />
        </strong>{' '}
        <span class="event">{event}</span> for <Since at={since} />
      </p>
      {cause === undefined ? null : <p class="cause">{plainText(cause)}</p>}
      <p>The daemon {plainText(did)}.</p>
      <Told episode={episode} />
      <p class="commands">
        {commands.map((command) => (
          <Command key={command} command={command} />
        ))}
      </p>
    </li>
  );
}

function Told({ episode: { told } }: { readonly episode: EpisodeView }): JSX.Element {
  if (told === undefined) {
    return <p class="told">Nobody was told: there was no hook, or no reason to.</p>;
  }
  const outcome = outcomeOf(told);
  const at = told.kind === 'held_back' ? told.lastAt : (told.finishedAt ?? told.raisedAt);
  return (
    <p class="told">
      <OutcomeIcon outcome={outcome} />{' '}
      {outcome === 'told' ? 'You were told at ' : `Not told (${plainText(resultWords(told))}) at `}
      <At at={at} />.
    </p>
  );
}
