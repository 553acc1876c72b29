import { expect } from 'vitest';
import {
  type Decision,
  type Deliver,
  due,
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

/** An account of what was promised, kept beside a memory and compared with it at each step. */
export interface Ledger {
  raise: (event: EventName, unfinished: boolean) => void;
  settle: (pick: number, result: Settlement['result']) => void;
  pass: (ms: number) => void;
  due: (stillTrue: boolean) => void;
  stop: () => void;
  end: (event: EventName) => void;
  reboot: (shiftMs: number) => void;
  reload: (cooldownMs: number) => void;
  check: () => void;
}

interface Underway {
  readonly event: EventName;
  readonly decision: Deliver;
}

/** Opens an account of a harness with a window of a second. */
export function openLedger(): Ledger {
  const harness: Watch = watch({ ...POLICY, cooldownMs: 1000 });
  const windows = new Map<EventName, { stampMs: number; delivery: number }>();
  const heldBack = new Map<EventName, number>();
  const toldCounts = new Map<EventName, number>();
  const ends = new Map<string, EventName>();
  let opened: string[] = [];
  const told = new Set<string>();
  const resolved = new Set<string>();
  let underway: Underway[] = [];
  let nowMs = 0;

  const isOpen = (event: EventName): boolean => {
    const window = windows.get(event);
    return window !== undefined && nowMs - window.stampMs < harness.policy.cooldownMs;
  };
  const endThose = (events: readonly EventName[]): void => {
    for (const [episode, event] of ends) {
      if (events.includes(event)) {
        ends.delete(episode);
        told.delete(episode);
      }
    }
  };
  const deliver = (event: EventName, decision: Deliver): void => {
    expect(isOpen(event), `${event} inside its window`).toBe(false);
    windows.set(event, { stampMs: nowMs, delivery: decision.delivery });
    underway.push({ event, decision });
    if (decision.episode !== undefined && !ends.has(decision.episode)) {
      ends.set(decision.episode, event);
      opened = [...opened.filter((other) => other !== decision.episode), decision.episode];
    }
  };
  const recovered = (decision: Decision): void => {
    windows.delete('failed');
    windows.delete('loop_stopped');
    if (decision.kind === 'waiting') {
      return;
    }
    if (decision.kind === 'deliver') {
      close(decision);
    }
    if (decision.kind === 'untold') {
      expect(alertsTold()).toEqual([]);
    }
    endThose(ALERTS);
  };
  const alertsTold = (): readonly string[] =>
    opened.filter((episode) => told.has(episode) && ALERTS.includes(ends.get(episode) ?? 'health'));
  const close = ({ resolves = [] }: Deliver): void => {
    expect(resolves).toEqual(alertsTold());
    expect(resolves.length).toBeGreaterThan(0);
    for (const episode of resolves) {
      expect(resolved.has(episode), `${episode} resolved twice`).toBe(false);
      resolved.add(episode);
    }
  };
  const add = (counts: Map<EventName, number>, event: EventName, more: number): void => {
    counts.set(event, (counts.get(event) ?? 0) + more);
  };

  return {
    raise: (event, unfinished) => {
      const more = unfinished && event === 'session_rotated' ? { unfinished } : {};
      const decision = harness.raise(event, nowMs, more);
      if (event === 'recovered') {
        recovered(decision);
      } else if (decision.kind === 'deliver') {
        deliver(event, decision);
      } else {
        expect(decision.kind).toBe('suppressed');
        expect(isOpen(event), `${event} held back without a window`).toBe(true);
        add(heldBack, event, 1);
      }
    },
    settle: (pick, result) => {
      const landing = underway[pick % Math.max(1, underway.length)];
      if (landing === undefined) {
        return;
      }
      underway = underway.filter((other) => other !== landing);
      const { event, decision } = landing;
      const { delivery, episode } = decision;
      if (result === 'ok') {
        add(toldCounts, event, decision.suppressed);
        if (episode !== undefined && ends.has(episode)) {
          told.add(episode);
        }
      } else if (windows.get(event)?.delivery === delivery) {
        windows.delete(event);
      }
      const sharers = underway.some((other) => other.decision.episode === episode);
      if (episode !== undefined && !told.has(episode) && !sharers) {
        ends.delete(episode);
      }
      for (const released of harness.settled(decision, result)) {
        recovered(released);
      }
    },
    pass: (ms) => {
      nowMs += ms;
    },
    due: (stillTrue) => {
      for (const { event } of due(harness.memory, harness.policy, nowMs)) {
        if (stillTrue) {
          const decision = harness.retold(event, nowMs);
          expect(decision?.kind).toBe('deliver');
          deliver(event, decision as Deliver);
        } else {
          harness.memory = forget(harness.memory, event);
        }
      }
      expect(
        due(harness.memory, harness.policy, nowMs).filter(({ event }) => !isOpen(event)),
      ).toEqual(harness.policy.cooldownMs === 0 ? expect.anything() : []);
    },
    stop: () => {
      harness.memory = endAlerts(harness.memory);
      endThose([...new Set(ends.values())]);
    },
    end: (event) => {
      harness.memory = endEpisodes(harness.memory, [event]);
      endThose([event]);
    },
    reboot: (shiftMs) => {
      nowMs += Math.floor(shiftMs / 2);
      harness.memory = restoreMemory(
        JSON.parse(JSON.stringify(rebase(harness.memory, shiftMs, nowMs))),
      );
      for (const [event, window] of windows) {
        windows.set(event, { ...window, stampMs: Math.min(window.stampMs + shiftMs, nowMs) });
      }
    },
    reload: (cooldownMs) => {
      harness.policy = { ...harness.policy, cooldownMs };
    },
    check: () => {
      const { memory } = harness;
      expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
      expect(openAlerts(memory).map((alert) => alert.episode)).toEqual(alertsTold());
      expect(memory.flights.map((flight) => flight.delivery)).toEqual(
        underway.map((other) => other.decision.delivery),
      );
      expect(new Set(memory.held.map((held) => held.event)).size).toBe(memory.held.length);
      expect(new Set(memory.episodes.map((one) => one.event)).size).toBe(memory.episodes.length);
      if (memory.waiting !== undefined) {
        expect(underway.length).toBeGreaterThan(0);
      }
      for (const [event, count] of heldBack) {
        const carried = underway
          .filter((other) => other.event === event)
          .reduce((sum, other) => sum + other.decision.suppressed, 0);
        expect(count).toBe((toldCounts.get(event) ?? 0) + carried + suppressedNow(memory, event));
      }
    },
  };
}

function suppressedNow(memory: Watch['memory'], event: EventName): number {
  return memory.suppressed[[...POLICY.events].indexOf(event)] ?? 0;
}
