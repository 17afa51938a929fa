import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { headCount } from '#modules/device/server/index.ts';
import { plannedCount } from '../count/plan-count.ts';
import { addDays } from './days.ts';

/** R37: so far may a camera be off before a person counts. */
const offShare = 0.05;
const offHeads = 2;
const soonDays = 3;

interface Night {
  readonly id: number;
  readonly hovelIds: readonly number[];
  readonly book: number;
  readonly device: number;
  readonly seen: number;
  readonly alarms: number;
}

/**
 * Book, seen and camera of each site in use, once a night (02:30); a second run of the same night corrects that day, earlier days stay.
 * Answers how many sites were written.
 */
export async function writeSeenDay(tx: Tx, day: string = today()): Promise<number> {
  const nights = await tx.query<Night>(
    `select s.id, s.hovel_ids as "hovelIds", count(i.id)::int as book,
       count(i.id) filter (where exists (select 1 from bank.site_binding b join bank.site_device d
         on d.tenant_no = b.tenant_no and d.id = b.device_id where b.tenant_no = i.tenant_no
         and b.animal_id = i.animal_id and d.last_seen_at > now() - interval '24 hours'))::int as device,
       count(i.id) filter (where i.seen_at > now() - interval '24 hours')::int as seen,
       (select count(*)::int from platform.alarm_view a where a.tenant_no = s.tenant_no and a.status <> 'closed'
         and ((a.subject_entity = 'bank.pledgeSite' and a.subject_id = s.id) or a.animal_id in (
           select o.animal_id from bank.pledge_item o join bank.pledge q on q.tenant_no = o.tenant_no
             and q.id = o.pledge_id
           where o.tenant_no = s.tenant_no and q.site_id = s.id and o.state in ('pledged', 'releasing', 'missing'))))
         as alarms
     from bank.pledge_site s
       left join bank.pledge p on p.tenant_no = s.tenant_no and p.site_id = s.id
       left join bank.pledge_item i on i.tenant_no = p.tenant_no and i.pledge_id = p.id
         and i.state in ('pledged', 'releasing', 'missing')
     where s.tenant_no = kit.tenant() and s.status = 'inUse'
     group by s.tenant_no, s.id, s.hovel_ids order by s.id`,
  );
  if (nights.length === 0) return 0;
  const at = new Date().toISOString();
  const counts = new Map(
    (await headCount(tx, [...new Set(nights.flatMap((one) => one.hovelIds))], at)).map((one) => [one.hovelId, one]),
  );
  const yesterday = Date.now() - 86_400_000;
  const cameras = nights.map((night) => {
    const heads = night.hovelIds
      .map((id) => counts.get(id))
      .filter((one) => one && Date.parse(one.countedAt) > yesterday);
    // Houses without a camera would make the herd look smaller than it is: all or none.
    return heads.length === night.hovelIds.length ? heads.reduce((all, one) => all + (one?.heads ?? 0), 0) : null;
  });
  await tx.query(
    `insert into bank.pledge_seen_day (tenant_no, site_id, day, book, seen_by_device, seen_any, camera_heads,
       open_alarms)
     select kit.tenant(), r.id, $1, r.book, r.device, r.seen, r.camera, r.alarms
     from jsonb_to_recordset($2::jsonb) r(id bigint, book int, device int, seen int, camera int, alarms int)
     on conflict (tenant_no, site_id, day) do update set book = excluded.book, seen_by_device = excluded.seen_by_device,
       seen_any = excluded.seen_any, camera_heads = excluded.camera_heads, open_alarms = excluded.open_alarms`,
    [day, JSON.stringify(nights.map((night, n) => ({ ...night, camera: cameras[n] ?? null })))],
  );
  for (const [n, night] of nights.entries()) {
    const off = Math.abs((cameras[n] ?? night.book) - night.book);
    if (night.book > 0 && off > night.book * offShare && off > offHeads)
      await plannedCount(tx, night.id, 'camera', { dueOn: addDays(day, soonDays) });
  }
  return nights.length;
}
