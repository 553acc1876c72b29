import type { Claimant } from '../trace.ts';
import { showsTrail, type Trail } from './process-evidence.ts';

/** Whose a session is. */
export type Owner = 'ours' | 'theirs' | 'nobody';

/** A session that someone owns. */
export interface Claim extends Trail {
  /** When it was begun or first written to in this run, in Unix milliseconds. */
  readonly atMs: number;
}

/**
 * Decides which of several runs a session belongs to.
 *
 * Alone in its place and time, a run owns what is written there. Where others could, only what
 * their processes show decides, then or later; otherwise nobody gets the session.
 */
export class Ownership {
  readonly #self: Claimant;
  readonly #rivals: () => Promise<readonly Claimant[]>;
  readonly #contested = new Map<string, readonly Claimant[]>();
  readonly #owners = new Map<string, Owner>();

  /** `rivals` gives the other runs whose transcripts stand in the same place. */
  constructor(self: Claimant, rivals: () => Promise<readonly Claimant[]>) {
    this.#self = self;
    this.#rivals = rivals;
  }

  /** A decision for somebody is final; one for nobody is looked at again. */
  async ownerOf(claim: Claim): Promise<Owner> {
    const decided = this.#owners.get(claim.session);
    if (decided !== undefined && decided !== 'nobody') {
      return decided;
    }
    const owner = await this.#decide(claim);
    this.#owners.set(claim.session, owner);
    return owner;
  }

  async #decide(claim: Claim): Promise<Owner> {
    const rivals = await this.#rivalsFor(claim);
    if (rivals.length === 0) {
      return 'ours';
    }
    const ours = await shows(this.#self, claim);
    const theirs = await anyShows(rivals, claim);
    if (ours === theirs) {
      return 'nobody';
    }
    return ours ? 'ours' : 'theirs';
  }

  /** Who could own it is settled at first sight: a rival that ends later does not leave it to us. */
  async #rivalsFor(claim: Claim): Promise<readonly Claimant[]> {
    const known = this.#contested.get(claim.session);
    if (known !== undefined) {
      return known;
    }
    const rivals = (await this.#rivals()).filter((rival) => ranAt(rival, claim.atMs));
    this.#contested.set(claim.session, rivals);
    return rivals;
  }
}

// A file system's clock runs behind the system's by a tick.
const LAG_MS = 100;

function ranAt({ sinceMs, untilMs }: Claimant, atMs: number): boolean {
  return sinceMs - LAG_MS <= atMs && (untilMs === undefined || atMs <= untilMs);
}

async function shows(claimant: Claimant, claim: Claim): Promise<boolean> {
  return claimant.session === undefined
    ? await showsTrail(claimant.pids?.() ?? [], claim)
    : claimant.session === claim.session;
}

async function anyShows(claimants: readonly Claimant[], claim: Claim): Promise<boolean> {
  for (const claimant of claimants) {
    if (await shows(claimant, claim)) {
      return true;
    }
  }
  return false;
}
