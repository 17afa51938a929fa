import { pino } from 'pino';
import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { issueCredential } from '#modules/device/server/catalogue/device-credential.ts';
import { deviceBroker, startIngest } from '#modules/device/server/index.ts';
import { SimDevice } from '#tools/simulate/sim-device.ts';
import { makeDevice } from './device-samples.ts';

const tenantNo = 1505;
const silent = pino({ level: 'silent' });

export const brokerOf = () => {
  const broker = deviceBroker();
  if (!broker) throw new Error('the stack has no broker for devices');
  return broker;
};

/** Ingest of a test, reading once its tenant's stream is there. */
export async function listening(world: World) {
  const broker = brokerOf();
  const ingest = startIngest({ database: world.database, broker, log: silent });
  await ingest.refresh();
  await broker.ensureStream(tenantNo);
  return ingest;
}

export const tokenOf = async (world: World, device: { id: number; deviceNo: string }): Promise<string> => {
  const { token } = await world.database.transaction(systemScope(tenantNo, 'test'), (tx) =>
    issueCredential(tx, {
      deviceId: device.id,
      deviceNo: device.deviceNo,
      principalId: 1,
      ownerId: 1,
      reason: 'test',
      atOnce: false,
    }),
  );
  return token;
};

export async function speaking(world: World, kind: string, more: Record<string, unknown> = {}) {
  const made = await makeDevice(world, kind, { status: 'active', ...more });
  const password = await tokenOf(world, made);
  const broker = brokerOf();
  const sim = new SimDevice(
    { host: broker.settings.host, port: broker.settings.mqttPort, ca: broker.ca },
    { deviceNo: made.deviceNo, tenantNo, password },
  );
  await sim.ready();
  return { ...made, password, sim };
}

/** Asks until it is so, or says what it was instead. */
export async function until<T>(read: () => Promise<T>, isSo: (found: T) => boolean, seconds = 15): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await read();
    if (isSo(found)) return found;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(found)} after ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
