import { use as useAgentTrace } from './node/agent-trace.ts';
import { use as useConfigText } from './node/config-text.ts';
import { use as useHarnessConfig } from './node/harness-config.ts';
import { use as useHookRunner } from './node/hook-runner.ts';
import { use as useNotifyConfig } from './node/notify-config.ts';
import { use as useNotifyMetrics } from './node/notify-metrics.ts';
import { use as usePosixSpawn } from './node/posix-spawn.ts';
import { use as useProtocol } from './node/protocol.ts';
import { use as useGuards } from './pure/guards.ts';
import { use as useNotifyCore } from './pure/notify-core.ts';
import { use as useRedact } from './pure/redact.ts';
import { use as useSupervision } from './pure/supervision.ts';
import { use as useTurns } from './pure/turns.ts';

/** One use of each public package, by the package's name; what it gives is plain JSON. */
export const uses: Readonly<Record<string, () => unknown>> = {
  'agent-trace': useAgentTrace,
  'config-text': useConfigText,
  guards: useGuards,
  'harness-config': useHarnessConfig,
  'hook-runner': useHookRunner,
  'notify-config': useNotifyConfig,
  'notify-core': useNotifyCore,
  'notify-metrics': useNotifyMetrics,
  'posix-spawn': usePosixSpawn,
  protocol: useProtocol,
  redact: useRedact,
  supervision: useSupervision,
  turns: useTurns,
};
