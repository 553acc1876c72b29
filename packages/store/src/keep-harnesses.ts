import type {
  StoredHarness,
  StoredIntent,
  StoredPark,
  StoredProcess,
  StoredStart,
} from './harness-record.ts';
import { present, readJson } from './json-text.ts';
import type { Ledger } from './ledger.ts';
import type { Part } from './rows.ts';
import type { HarnessRecords } from './store.ts';

const HARNESS_PARTS = [
  'intent',
  'lifecycle',
  'memory',
  'guards',
  'restarts',
] as const satisfies Part[];

/** What is kept of each harness, in the ledger. */
export function keepHarnesses(ledger: Ledger): HarnessRecords {
  const save = (harness: string, part: Part, value: object | undefined): void => {
    const json = value === undefined ? undefined : JSON.stringify(value);
    ledger.write({ kind: 'memo', harness, part, json });
  };
  return {
    harnesses: () => readHarnesses(ledger),
    saveIntent: (harness, intent) => save(harness, 'intent', intent),
    saveLifecycle: (harness, lifecycle) => save(harness, 'lifecycle', lifecycle),
    saveMemory: (harness, memory) => save(harness, 'memory', memory),
    saveGuards: (harness, guards) => save(harness, 'guards', guards),
    saveRestarts: (harness, restarts) => save(harness, 'restarts', restarts),
    dropHarness: (harness) => {
      const parts: readonly Part[] = [...HARNESS_PARTS, 'park'];
      ledger.write(
        ...parts.map((part) => ({ kind: 'memo', harness, part, json: undefined }) as const),
      );
    },
    savePark: (harness, park) => save(harness, 'park', park),
    clearPark: (harness) => save(harness, 'park', undefined),
    parks: () => readParts<StoredPark>(ledger, 'park'),
    recordProcess: (process) => save(process.harness, 'process', process),
    forgetProcess: (harness) => save(harness, 'process', undefined),
    processes: () => [...readParts<StoredProcess | StoredStart>(ledger, 'process').values()],
  };
}

function readHarnesses(ledger: Ledger): Map<string, StoredHarness> {
  const { image } = ledger;
  const names = HARNESS_PARTS.flatMap((part) => [...image.memos(part).keys()]);
  return new Map([...new Set(names)].map((name) => [name, readHarness(ledger, name)]));
}

function readHarness(ledger: Ledger, harness: string): StoredHarness {
  const part = (name: Part): unknown => readJson(ledger.image.memos(name).get(harness));
  return present<StoredHarness>({
    // Only `saveIntent` writes this part.
    intent: part('intent') as StoredIntent | undefined,
    lifecycle: part('lifecycle'),
    memory: part('memory'),
    guards: part('guards'),
    restarts: part('restarts'),
  });
}

function readParts<Value>(ledger: Ledger, part: Part): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [harness, json] of ledger.image.memos(part)) {
    const value = readJson(json);
    if (value !== undefined) {
      // Only the method with this type writes the part.
      values.set(harness, value as Value);
    }
  }
  return values;
}
