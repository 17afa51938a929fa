import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { keepersOf } from '../pen/pen-duty.ts';

interface Day {
  readonly fed: number;
  readonly left: number;
}

/** Under this share of what was planned for the meals given so far, the pen went hungry. */
const leastPct = 90;

interface PenOf {
  readonly name: string;
  readonly principalId: number;
  readonly regionCode: number;
}
/** Most pens have none: then nothing is ended, which asks far more than this. */
async function endOpen(all: Tx, key: string): Promise<void> {
  const open = await all.query(
    `select 1 from farm.alarm_seen where tenant_no = kit.tenant() and dedup_key = $1 and status <> 'closed'`,
    [key],
  );
  if (open.length > 0) await closeAlarm(all, key);
}

async function judgeShort(all: Tx, pen: PenOf, penId: number, onDate: string): Promise<void> {
  const [day] = await all.query<{ fed: number | null; plan: number | null }>(
    `select sum(fed_kg)::float8 as fed, sum(plan_kg)::float8 as plan from farm.feeding_record
     where tenant_no = kit.tenant() and pen_id = $1 and on_date = $2 and status = 'done' and plan_kg > 0`,
    [penId, onDate],
  );
  const n = day?.plan ? Math.round(((day.fed ?? 0) / day.plan) * 1000) / 10 : 100;
  if (n >= leastPct) {
    await endOpen(all, `feedShort:${penId}`);
    return;
  }
  await openAlarm(all, {
    kind: 'feedShort',
    dedupKey: `feedShort:${penId}`,
    subject: { entity: 'registry.pen', id: penId, name: pen.name },
    regionCode: pen.regionCode,
    principalId: pen.principalId,
    args: { subject: pen.name, penId, n, limit: leastPct },
    evidence: { value: n, limit: leastPct, day: onDate },
    receivers: await keepersOf(all, penId),
  });
}

/** R38: two days of leavings above the limit are one alarm of that pen, as is too little feed; a day within it closes it. */
export const judgeFed = (tx: Tx, penId: number, onDate: string): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.feed', async (all) => {
    const [pen] = await all.query<PenOf>(
      `select hovel || ' ' || pen_no as name, principal_id as "principalId", region_code as "regionCode"
       from farm.pen_seen where id = $1`,
      [penId],
    );
    if (!pen) return;
    await judgeShort(all, pen, penId, onDate);
    const days = await all.query<Day & { day: string }>(
      `select to_char(day, 'YYYY-MM-DD') as day, fed_kg::float8 as fed, left_kg::float8 as left
       from farm.farm_rollup_day where tenant_no = kit.tenant() and pen_id = $1 and day between $2::date - 1
         and $2::date
         and fed_kg > 0 order by day`,
      [penId, onDate],
    );
    const limit = Number(await configOf(all, pen.principalId, 'farm_left_pct'));
    const share = ({ fed, left }: Day) => (left / fed) * 100;
    const [before, now] = days.length === 2 ? days : [undefined, days.at(-1)];
    const key = `feedLeft:${penId}`;
    if (now && before && share(before) > limit && share(now) > limit) {
      const n = Math.round(share(now) * 10) / 10;
      await openAlarm(all, {
        kind: 'feedLeft',
        dedupKey: key,
        subject: { entity: 'registry.pen', id: penId, name: pen.name },
        regionCode: pen.regionCode,
        principalId: pen.principalId,
        args: { subject: pen.name, penId, n, limit },
        evidence: { value: n, limit, day: onDate },
        receivers: await keepersOf(all, penId),
      });
    } else if (now && share(now) <= limit) await endOpen(all, key);
  });
