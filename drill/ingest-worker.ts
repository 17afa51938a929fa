// An ingest process of the drill: reads every tenant's stream into the database named by the environment.
import { pino } from 'pino';
import { readBroker } from '#apps/server/config.ts';
import { appLogin, appSettings, piiKeys, root, stackEnvironment } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { type BrokerSettings, provideBroker, startIngest } from '#modules/device/server/index.ts';
import { serverModules } from '#modules/index.server.ts';
import { saveAlarmKinds } from '#modules/platform/server/index.ts';

const settings = appSettings();
provideKeys(piiKeys());
const database = new Database(appLogin(settings), { max: 4, statementSeconds: 30 });
const broker = provideBroker(readBroker(stackEnvironment(), settings.database) as BrokerSettings);
if (!broker) throw new Error('no broker');
// Alarms ask other modules who is to be told: all of them are there, as in the product.
for (const one of serverModules(database).modules) await one.start?.(database);
await saveAlarmKinds(database, new Texts(root)).catch(() => {});
startIngest({
  database,
  broker,
  log: pino({ level: process.env.MULIAN_LOG ?? 'error' }, pino.destination(2)),
  ackFirst: process.argv.includes('--ack-first'),
});
