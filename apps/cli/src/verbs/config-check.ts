import { DONE, FAILED } from '../exit-code.ts';
import { type ConfigurationReading, readConfiguration, refusalOf } from '../read-configuration.ts';
import { oneLine } from '../render/safe-text.ts';
import { tellFailure } from '../tell-failure.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness config check [FILE]`: every error at once, one a line, as editors read them. */
export async function configCheck(call: Call): Promise<number> {
  const reading = await readConfiguration(call, call.args[0]);
  if (reading.kind === 'absent') {
    return tellFailure(refusalOf(reading), call);
  }
  const problems = reading.kind === 'refused' ? reading.problems : [];
  if (flagOption(call, 'json')) {
    const { file } = reading;
    call.console.out(JSON.stringify({ file, valid: problems.length === 0, problems }));
  } else if (problems.length === 0) {
    call.console.out(praise(reading));
  } else {
    call.console.err(problems.map(oneLine).join('\n'));
  }
  return problems.length === 0 ? DONE : FAILED;
}

function praise(reading: ConfigurationReading): string {
  const count = reading.kind === 'config' ? reading.loaded.config.harnesses.length : 0;
  return `${reading.file}: fine, ${count} ${count === 1 ? 'harness' : 'harnesses'}`;
}
