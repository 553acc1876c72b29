import { type NotifyConfig, readNotify, wants } from '@harness/notify-config';

/** The table of a file, with its defaults, and a refusal. */
export function use(): unknown {
  const reading = readNotify('[notify]\ncommand = ["/opt/notify.sh"]\n', 'harness.toml');
  const notify: NotifyConfig | undefined = reading.kind === 'refused' ? undefined : reading.notify;
  const refused = readNotify('[notify]\ncommand = ["notify.sh"]\n', 'harness.toml');
  return {
    wants: notify && [wants(notify, 'failed'), wants(notify, 'run_failed')],
    refused:
      refused.kind === 'refused' && refused.problems.map(({ line, column }) => [line, column]),
  };
}
