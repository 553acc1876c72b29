import { DRAIN_POLICY, drainOutput } from './drain-output.ts';
import { familyEnd } from './end-processes.ts';
import type { ExitReport, HarnessProcess } from './harness-process.ts';
import { trackFamily } from './process-family.ts';
import { startTimeOf } from './process-table.ts';
import type { SpawnContext } from './spawn-process.ts';
import { isExhausted } from './start-failure.ts';
import type { StartedProgram } from './started-program.ts';

/** Makes a started program a harness's process: its identity, its end, its output and its family. */
export function followProgram(
  program: StartedProgram,
  context: SpawnContext,
  startedMs: number,
): HarnessProcess {
  const { pid, reader, terminal } = program;
  const startTime = startTimeOrNone(pid);
  let hasExited = false;

  const exit = program.exit.then((how): ExitReport => {
    hasExited = true;
    return { exit: how, endedMs: context.nowMs() };
  });
  const drained = exit.then(() => drainOutput(reader, context.drain ?? DRAIN_POLICY));
  const family = familyEnd(
    trackFamily({ pid, startTime }, () => !hasExited),
    exit,
  );
  // What is left of the output belongs to nobody once the family is gone and it was drained.
  const closed = async <T>(gone: Promise<T>): Promise<T> => {
    const left = await gone;
    await drained;
    reader.close();
    await reader.ended;
    return left;
  };

  return {
    pid,
    startTime,
    startedMs,
    exit,
    drained,
    pause: () => reader.pause(),
    resume: () => reader.resume(),
    write: (text) => terminal?.write(text),
    resize: (cols, rows) => terminal?.resize(cols, rows),
    terminate: () => family.terminate(),
    kill: () => family.kill(),
    gone: () => closed(family.gone()),
    end: (graceMs) => closed(family.end(graceMs)),
  };
}

function startTimeOrNone(pid: number): string {
  try {
    return startTimeOf(pid) ?? '';
  } catch (error) {
    if (isExhausted(error)) {
      return '';
    }
    throw error;
  }
}
