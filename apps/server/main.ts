import { pino } from 'pino';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

const config = readConfig();
const log = pino({ level: config.log, redact: ['req.headers.authorization', '*.password', '*.token'] });
const running = await compose({ ...config, log });
if (running.metrics) log.info({ address: running.metrics }, 'telling metrics');
if (config.listens) {
  const address = await running.app.listen({ host: config.host, port: config.port });
  log.info({ address }, 'listening');
  if (process.env.MULIAN_SAY_ADDRESS ?? process.stdout.isTTY) console.log(`\n  Mulian is ready: ${address}\n`);
}

let ending = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (ending) return;
    ending = true;
    // What hangs longer than this is ended: the database rolls it back.
    setTimeout(() => process.exit(1), 20_000).unref();
    void running.close().then(() => process.exit(0));
  });
}
