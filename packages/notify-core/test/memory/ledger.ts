import { expect } from 'vitest';
import {
  type Decision,
  type Deliver,
  due,
  EVENTS,
  type EventName,
  endAlerts,
  endEpisodes,
  forget,
  openAlerts,
  rebase,
  restoreMemory,
  type Settlement,
} from '../../src/index.ts';
import { POLICY, type Watch, watch } from './watch.ts';

const ALERTS: readonly EventName[] = ['failed', 'loop_stopped', 'stalled'];

interface Underway {
  readonly event: EventName;
  readonly decision: Deliver;
}

/** An account of what was promised for one harness, kept beside its memory and compared with it. */
export class Ledger {
  readonly #harness: Watch = watch({ ...POLICY, cooldownMs: 1000 });
  readonly #windows = new Map<EventName, { stampMs: number; delivery: number }>();
  readonly #heldBack = new Map<EventName, number>();
  readonly #countsTold = new Map<EventName, number>();
  /** Episodes that have not ended, in the order of opening. */
  readonly #open = new Map<string, EventName>();
  readonly #told = new Set<string>();
  readonly #resolved = new Set<string>();
  #underway: readonly Underway[] = [];
  #nowMs = 0;

  raise(event: EventName, unfinished: boolean): void {
    const more = unfinished && event === 'session_rotated' ? { unfinished } : {};
    const decision = this.#harness.raise(event, this.#nowMs, more);
    if (event === 'recovered') {
      this.#recovered(decision);
    } else if (decision.kind === 'deliver') {
      this.#delivered(event, decision);
    } else {
      expect(decision.kind).toBe('suppressed');
      expect(this.#isHeldBack(event), `${event} held back without a window`).toBe(true);
      add(this.#heldBack, event, 1);
    }
  }

  settle(pick: number, result: Settlement['result']): void {
    const landing = this.#underway[pick % Math.max(1, this.#underway.length)];
    if (landing === undefined) {
      return;
    }
    this.#underway = this.#underway.filter((other) => other !== landing);
    if (result === 'ok') {
      this.#heard(landing);
    } else {
      this.#unheard(landing);
    }
    for (const released of this.#harness.settled(landing.decision, result)) {
      this.#recovered(released);
    }
  }

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  tellDue(stillTrue: boolean): void {
    const { policy } = this.#harness;
    for (const { event } of due(this.#harness.memory, policy, this.#nowMs)) {
      if (stillTrue) {
        this.#retell(event);
      } else {
        this.#harness.memory = forget(this.#harness.memory, event);
      }
    }
    expect(due(this.#harness.memory, policy, this.#nowMs)).toEqual([]);
  }

  stop(): void {
    this.#harness.memory = endAlerts(this.#harness.memory);
    this.#end(EVENTS);
  }

  endEpisodes(event: EventName): void {
    this.#harness.memory = endEpisodes(this.#harness.memory, [event]);
    this.#end([event]);
  }

  /** Half of the shift is a step of the clock that nobody knows of. */
  reboot(shiftMs: number): void {
    this.#nowMs += Math.floor(shiftMs / 2);
    const kept = JSON.stringify(rebase(this.#harness.memory, shiftMs, this.#nowMs));
    this.#harness.memory = restoreMemory(JSON.parse(kept));
    for (const window of this.#windows.values()) {
      window.stampMs = Math.min(window.stampMs + shiftMs, this.#nowMs);
    }
  }

  reload(cooldownMs: number): void {
    this.#harness.policy = { ...POLICY, cooldownMs };
  }

  check(): void {
    const { memory } = this.#harness;
    expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
    expect(openAlerts(memory).map((alert) => alert.episode)).toEqual(this.#alertsTold());
    expect(memory.flights.map((flight) => flight.delivery)).toEqual(
      this.#underway.map((other) => other.decision.delivery),
    );
    expect(memory.waiting === undefined || this.#underway.length > 0).toBe(true);
    expect(new Set(memory.held.map((held) => held.event)).size).toBe(memory.held.length);
    this.#checkCounts();
  }

  #checkCounts(): void {
    for (const [event, count] of this.#heldBack) {
      const carried = this.#underway
        .filter((other) => other.event === event)
        .reduce((sum, other) => sum + other.decision.suppressed, 0);
      const waiting = this.#harness.memory.suppressed[EVENTS.indexOf(event)] ?? 0;
      expect(count).toBe((this.#countsTold.get(event) ?? 0) + carried + waiting);
    }
  }

  #delivered(event: EventName, decision: Deliver): void {
    const { delivery, episode } = decision;
    expect(this.#isHeldBack(event), `${event} told inside its window`).toBe(false);
    this.#windows.set(event, { stampMs: this.#nowMs, delivery });
    this.#underway = [...this.#underway, { event, decision }];
    if (episode !== undefined) {
      expect(this.#resolved.has(episode), `${episode} opened again`).toBe(false);
      this.#open.set(episode, event);
    }
  }

  #retell(event: EventName): void {
    const decision = this.#harness.retold(event, this.#nowMs);
    expect(decision?.kind).toBe('deliver');
    if (decision?.kind === 'deliver') {
      this.#delivered(event, decision);
    }
  }

  #heard({ event, decision }: Underway): void {
    add(this.#countsTold, event, decision.suppressed);
    if (this.#open.has(decision.episode ?? '')) {
      this.#told.add(decision.episode ?? '');
    }
  }

  #unheard({ event, decision: { delivery, episode = '' } }: Underway): void {
    if (this.#windows.get(event)?.delivery === delivery) {
      this.#windows.delete(event);
    }
    const goesOn = this.#underway.some((other) => other.decision.episode === episode);
    if (!goesOn && !this.#told.has(episode)) {
      this.#open.delete(episode);
    }
  }

  #recovered(decision: Decision): void {
    this.#windows.delete('failed');
    this.#windows.delete('loop_stopped');
    if (decision.kind === 'waiting') {
      expect(this.#underway.some((other) => this.#open.has(other.decision.episode ?? ''))).toBe(
        true,
      );
      return;
    }
    const resolves = decision.kind === 'deliver' ? (decision.resolves ?? []) : [];
    expect(decision.kind).toBe(resolves.length > 0 ? 'deliver' : 'untold');
    expect(resolves).toEqual(this.#alertsTold());
    for (const episode of resolves) {
      this.#resolved.add(episode);
    }
    this.#end(ALERTS);
  }

  #alertsTold(): readonly string[] {
    return [...this.#open]
      .filter(([episode, event]) => this.#told.has(episode) && ALERTS.includes(event))
      .map(([episode]) => episode);
  }

  #end(events: readonly EventName[]): void {
    for (const [episode, event] of this.#open) {
      if (events.includes(event)) {
        this.#open.delete(episode);
        this.#told.delete(episode);
      }
    }
  }

  #isHeldBack(event: EventName): boolean {
    const window = this.#windows.get(event);
    return window !== undefined && this.#nowMs - window.stampMs < this.#harness.policy.cooldownMs;
  }
}

function add(counts: Map<EventName, number>, event: EventName, more: number): void {
  counts.set(event, (counts.get(event) ?? 0) + more);
}
