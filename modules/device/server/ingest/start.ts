import type { Logger } from 'pino';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { allTenants } from '#modules/platform/server/index.ts';
import type { DeviceBroker } from '../broker/broker.ts';
import { revocationsOf } from '../catalogue/device-credential.ts';
import { TenantIngest } from './consumer.ts';
import { watchRefusals } from './refusals.ts';

const everyMs = 15_000;

/** Reads the streams of all tenants that have devices, and keeps their accounts as the credentials say. */
export function startIngest({
  database,
  broker,
  log,
  ackFirst = false,
}: {
  database: Database;
  broker: DeviceBroker;
  log: Logger;
  ackFirst?: boolean;
}) {
  const tenants = new Map<number, TenantIngest>();
  const saved = new Map<number, string>();
  let closing = false;
  let turning: Promise<void> = Promise.resolve();

  async function turn(): Promise<void> {
    for (const tenantNo of await allTenants(database)) {
      if (closing) return;
      const [[[found]], revocations] = await Promise.all([
        database.read<[{ has: boolean }]>(systemScope(tenantNo, 'ingest'), {
          text: 'select exists (select 1 from device.device where tenant_no = $1) as has',
          values: [tenantNo],
        }),
        revocationsOf(database, tenantNo),
      ]);
      if (!found?.has) continue;
      const wanted = JSON.stringify(revocations);
      if (saved.get(tenantNo) !== wanted) {
        await broker.saveAccount(tenantNo, revocations);
        saved.set(tenantNo, wanted);
      }
      if (!tenants.has(tenantNo))
        tenants.set(tenantNo, new TenantIngest(tenantNo, { database, broker, log, ackFirst }));
    }
  }
  const again = () => {
    turning = turning.then(() => turn().catch((error) => log.warn({ err: error }, 'the devices’ broker is away')));
  };
  again();
  // Until the first tenant is read: a broker that starts later than the program is found within a second.
  const soon = setInterval(() => tenants.size === 0 && again(), 1_000);
  const timer = setInterval(again, everyMs);
  const refusals = broker.settings.logFile ? watchRefusals(database, broker.settings.logFile, log) : null;
  return {
    tenants,
    /** Accounts as they should be, now. */
    refresh: async () => {
      again();
      await turning;
    },
    close: async () => {
      closing = true;
      clearInterval(timer);
      clearInterval(soon);
      refusals?.close();
      await turning;
      await Promise.all([...tenants.values()].map((one) => one.close()));
    },
  };
}
