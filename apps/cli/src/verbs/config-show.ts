import { type ShownSetting, showConfig } from '@harness/harness-config';
import { redact } from '@harness/redact';
import { DONE } from '../exit-code.ts';
import { readConfiguration, refusalOf } from '../read-configuration.ts';
import { painter } from '../render/paint.ts';
import { renderTable } from '../render/table.ts';
import { tellFailure } from '../tell-failure.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness config show`: every effective setting of the files on disk, and where it comes from. */
export async function configShow(call: Call): Promise<number> {
  const reading = await readConfiguration(call);
  if (reading.kind !== 'config') {
    return tellFailure(refusalOf(reading), call);
  }
  const settings = showConfig(reading.loaded, redact);
  const { console } = call;
  if (flagOption(call, 'json')) {
    console.out(JSON.stringify({ file: reading.file, settings }));
    return DONE;
  }
  const rows = settings.map((setting) => [
    { text: setting.key },
    { text: JSON.stringify(setting.value) ?? '' },
    { text: originOf(setting), style: 'faint' as const },
  ]);
  console.out(await renderTable(rows, { columns: undefined, paint: painter(console.color) }));
  return DONE;
}

function originOf({ from }: ShownSetting): string {
  return from.kind === 'default' ? 'default' : `${from.file}:${from.line}`;
}
