import type { Tx } from '#kit/server/db/database.ts';
import { keepReading } from '#modules/depot/server/store/depot.ts';
import { insertReadings, type NewReading } from '#modules/depot/server/temperature/depot-temperature.ts';
import { writeReading } from '#modules/depot/server/temperature/log.ts';
import type { Random } from '../random.ts';
import type { DepotWorld } from './stores.ts';

const dayMs = 86_400_000;
const days = 60;
/** The fridge that was left open, and how many days ago. */
const broken = { key: 'BLS-BX', daysAgo: 20 };

/** Sixty days of two readings each, some forgotten, and two hours at twelve degrees in one fridge. */
export async function saveTemperatures(tx: Tx, world: DepotWorld, today: string, random: Random): Promise<void> {
  const cold = await tx.query<{ id: number; key: string; min: number; max: number }>(
    `select id, depot_no as key, temp_min::float8 as min, temp_max::float8 as max from depot.depot
     where tenant_no = $1 and kind in ('coldRoom', 'fridge', 'freezer', 'nitrogenTank') order by id`,
    [tx.scope.tenantNo],
  );
  for (const store of cold) {
    const staffId = world.keepers.get(store.key)?.staffId ?? null;
    const middle = (store.min + store.max) / 2;
    const spread = (store.max - store.min) * 0.38;
    const readings: NewReading[] = [];
    for (let ago = days; ago >= 0; ago -= 1) {
      const day = new Date(Date.parse(today) - ago * dayMs).toISOString().slice(0, 10);
      for (const hour of [8, 15]) {
        const celsius = Math.round((middle + (random.next() - 0.5) * 2 * spread) * 10) / 10;
        const minute = String(random.int(5, 55)).padStart(2, '0');
        const isForgotten = random.next() < (store.key.endsWith('BX') ? 0.04 : 0.01);
        const readAt = `${day}T${String(hour).padStart(2, '0')}:${minute}:00+08:00`;
        if (isForgotten || Date.parse(readAt) > Date.now()) continue;
        readings.push({ depotId: store.id, readAt, celsius, staffId });
      }
      if (store.key === broken.key && ago === broken.daysAgo) {
        await keep(
          tx,
          readings.splice(0).filter((one) => one.readAt < `${day}T12`),
        );
        await leaveOpen(tx, store.id, day, staffId);
      }
    }
    await keep(tx, readings);
  }
}

async function keep(tx: Tx, readings: readonly NewReading[]): Promise<void> {
  const last = readings.at(-1);
  if (!last) return;
  await insertReadings(tx, readings);
  await keepReading(tx, last.depotId, last.readAt, last.celsius);
}

/** Its alarm is raised and ends by itself, and stands where it happened. */
async function leaveOpen(tx: Tx, depotId: number, day: string, staffId: number | null): Promise<void> {
  const at = (time: string) => `${day}T${time}:00+08:00`;
  const write = (time: string, celsius: number, remark: string | null) =>
    writeReading(tx, { depotId, readAt: at(time), celsius, staffId, remark });
  await write('13:10', 12, '冰箱门未关严');
  await write('14:10', 12, null);
  await write('15:10', 6.2, '已关严,温度回落');
  await tx.query(
    `update platform.alarm set opened_at = $2, last_at = $3, closed_at = $4 where tenant_no = $1 and dedup_key = $5`,
    [tx.scope.tenantNo, at('13:10'), at('14:10'), at('15:10'), `coldBreak:${depotId}`],
  );
}
