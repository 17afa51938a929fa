import { Counter } from 'prom-client';

/** Counted by whoever sees it happen, in this process since its start; told by every `Metrics` of the process. */
export const failedLogins = new Counter({
  name: 'mulian_failed_logins_total',
  help: 'Attempts to log in that were refused, by reason.',
  labelNames: ['reason'],
  registers: [],
});
