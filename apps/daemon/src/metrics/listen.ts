import type { Parts } from '../parts.ts';

/** Listens where the configuration says; a place that cannot be had is logged, and is no end of supervision. */
export async function listen({ settings, listener }: Parts): Promise<void> {
  const { metricsListen, metricsTokenFile } = settings.configuration.config.server;
  const state = await listener.move(
    metricsListen && {
      ...metricsListen,
      ...(metricsTokenFile === undefined ? {} : { tokenFile: metricsTokenFile }),
    },
  );
  if (state.kind === 'failed') {
    settings.log.error({ address: state.address, reason: state.reason }, 'metrics: not listening');
  }
}
