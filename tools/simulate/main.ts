// Devices that speak MQTT over TLS with credentials of their own: `npm run simulate -- --devices 1000 --rate 200 [--seconds 60] [--fault clock|backlog|repeat|topic]`.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#apps/server/config.ts';
import { Database } from '#kit/server/db/database.ts';
import { type DeviceBroker, provideBroker } from '#modules/device/server/index.ts';
import { Life } from './life.ts';
import { prepareTargets } from './prepare.ts';
import { SimDevice } from './sim-device.ts';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '40' },
    rate: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '0' },
    tenant: { type: 'string', default: '1505' },
    fault: { type: 'string', default: '' },
    quiet: { type: 'boolean', default: false },
    /** Stays, whatever happens: other programs run beside it. */
    patient: { type: 'boolean', default: false },
  },
});
const [count, rate, seconds, tenantNo] = [values.devices, values.rate, values.seconds, values.tenant].map(Number) as [
  number,
  number,
  number,
  number,
];
const faults = ['clock', 'backlog', 'repeat', 'topic'];
if (values.fault && !faults.includes(values.fault)) throw new Error(`a fault is one of ${faults.join(', ')}`);

if (values.patient)
  for (const trouble of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(trouble, (error: unknown) => console.error(`simulator: ${(error as Error).message}`));
const config = readConfig();
if (!config.broker) throw new Error('there is no broker for devices: run scripts/stack up');
const database = new Database(config.login, { max: 2, statementSeconds: 60 });
const broker = provideBroker(config.broker) as DeviceBroker;
const targets = await prepareTargets(database, broker, {
  tenantNo,
  devices: count,
  kinds: ['collar', 'gateway', 'envSensor'],
});
await database.close();
const where = { host: broker.settings.host, port: broker.settings.mqttPort, ca: broker.ca };
const devices = targets.map((target) => ({ life: new Life(target), device: new SimDevice(where, target) }));
await Promise.all(devices.map(({ device }) => device.ready(60_000)));
if (!values.quiet) console.log(`${devices.length} devices connected, ${rate} messages a second`);

let [sent, stopping] = [0, false];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopping = true));
const started = Date.now();
const hours = 3_600_000;
for (let turn = 0; !stopping && (seconds === 0 || Date.now() - started < seconds * 1000); turn += 1) {
  const { life, device } = devices[turn % devices.length] as (typeof devices)[number];
  if (values.fault === 'clock') device.clockAhead = 9 * hours;
  const { type, text } = life.next(device);
  if (values.fault === 'topic')
    void device
      .send(type, text, (devices[(turn + 1) % devices.length] as (typeof devices)[number]).device.deviceNo)
      .catch(() => {});
  else void device.send(type, text).catch(() => {});
  if (values.fault === 'repeat') void device.send(type, text).catch(() => {});
  if (values.fault === 'backlog') {
    const old = Array.from({ length: 12 }, (_, at) => ({
      t: Math.floor(Date.now() / 1000) - (at + 1) * 1800,
      lon: life.target.longitude,
      lat: life.target.latitude,
      acc: 10,
    }));
    if (life.target.kind === 'collar') void device.send('pos', device.compose(old)).catch(() => {});
  }
  sent += 1;
  const due = started + (sent / rate) * 1000;
  if (due > Date.now()) await pause(Math.min(1000, due - Date.now()));
}
await pause(500);
await Promise.all(devices.map(({ device }) => device.close()));
if (!values.quiet)
  console.log(
    `${sent} messages sent, ${devices.reduce((sum, { device }) => sum + device.acknowledged, 0)} acknowledged`,
  );
await broker.close();
