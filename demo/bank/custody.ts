import type { Tx } from '#kit/server/db/database.ts';
import type { DemoWorld } from '../part.ts';
import type { Book, DemoLine } from './book.ts';
import { addDays, at } from './days.ts';

const nights = 60;

/** Book, seen and counted by camera of sixty nights; at one site the camera has been six head apart for a fortnight. */
async function saveNights(tx: Tx, today: string, drifting: number): Promise<void> {
  await tx.query(
    `insert into bank.pledge_seen_day (tenant_no, site_id, day, book, seen_by_device, seen_any, camera_heads, open_alarms)
     select s.tenant_no, s.id, g.day, b.n, (b.n * (60 + (s.id * 7 + extract(doy from g.day)::int) % 30) / 100),
       greatest(b.n - (s.id + extract(doy from g.day)::int) % 4, 0),
       case when cardinality(s.channel_ids) > 0 or s.id = $3 then
         greatest(b.n - case when s.id = $3 and g.day > $1::date - 14 then 6 else (extract(doy from g.day)::int % 2) end, 0) end,
       (extract(doy from g.day)::int + s.id) % 9 / 8
     from bank.pledge_site s
       cross join lateral (select (d)::date as day from generate_series($1::date - $2::int, $1::date - 1, interval '1 day') d) g
       cross join lateral (select count(*)::int as n from bank.pledge_item i join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
         where p.tenant_no = s.tenant_no and p.site_id = s.id and (i.from_at at time zone 'Asia/Shanghai')::date <= g.day
           and (i.to_at is null or (i.to_at at time zone 'Asia/Shanghai')::date > g.day)) b
     where s.tenant_no = kit.tenant() and b.n > 0`,
    [today, nights, drifting],
  );
}

interface Counted {
  readonly on: string;
  readonly status: string;
  readonly missing: number;
  readonly marks: readonly string[];
}
async function saveCount(tx: Tx, line: DemoLine, people: Book['people'], one: Counted): Promise<void> {
  const isDone = one.status === 'settled' || one.status === 'counted';
  const [row] = await tx.query<{ id: number }>(
    `insert into bank.pledge_count (tenant_no, region_code, doc_no, site_id, bank_id, principal_id, supervisor_id, pledge_ids, method,
       planned_on, due_on, started_at, started_by, ended_at, counter_ids, book_heads, sample_seed, marks, marks_answer, settled_by,
       settled_at, status, created_at)
     values (kit.tenant(), $1, kit.doc_no('PS'), $2, $3, $4, $5, $6, 'scan', $7, $7::date + 3, $8, $9, $10, $11, 0, $12, $13, $14, $15,
       $16, $17, $18) returning id`,
    [
      line.holder.regionCode,
      line.siteId,
      line.bankId,
      line.holder.id,
      line.supervisorId,
      isDone ? [line.pledgeId] : [],
      one.on,
      isDone ? at(addDays(one.on, 1), 8) : null,
      isDone ? people.patroller : null,
      isDone ? at(addDays(one.on, 1), 11) : null,
      isDone ? [people.patroller, people.manager] : [],
      20_260_000 + line.siteId,
      one.marks,
      one.marks.length > 0 && one.status === 'settled' ? '读写器故障，手工录入部分耳标，照片已补' : null,
      one.status === 'settled' ? people.monitor : null,
      one.status === 'settled' ? at(addDays(one.on, 2), 9) : null,
      one.status,
      at(addDays(one.on, -10), 6),
    ],
  );
  if (!isDone) return;
  await tx.query(
    `with lines as (
       insert into bank.pledge_count_line (tenant_no, region_code, bank_id, principal_id, supervisor_id, count_id, animal_id, pledge_item_id, ear_tag, hovel_id, expected, in_sample, tag_read,
         read_by, scanned_by, at, longitude, latitude, metres, result, explain, explain_note, explained_by)
       select i.tenant_no, i.region_code, i.bank_id, i.principal_id, i.supervisor_id, $1, i.animal_id, i.id, i.ear_tag, s.hovel_ids[1], true, i.n % 12 = 0, case when i.n > $4 then i.ear_tag end,
         case when i.n > $4 then case when i.n % 9 = 0 then 'typed' else 'rfid' end end, case when i.n > $4 then $5::bigint end,
         case when i.n > $4 then $6::timestamptz + make_interval(secs => i.n * 12) end, s.longitude, s.latitude, 20 + i.n % 60,
         case when i.n > $4 then 'found' else 'missing' end,
         case when i.n <= $4 then case i.n when 1 then 'elsewhere' when 2 then 'tagLost' else 'none' end end,
         case when i.n = 1 then '当日在邻近放牧点，未赶回清点圈舍' when i.n = 2 and $4 > 1 then '耳标脱落，待补戴' end,
         case when i.n <= $4 then $5::bigint end
       from (select x.*, row_number() over (order by x.id)::int as n from bank.pledge_item x where x.tenant_no = kit.tenant()
           and x.pledge_id = $2 and (x.from_at at time zone 'Asia/Shanghai')::date <= $7::date
           and (x.to_at is null or (x.to_at at time zone 'Asia/Shanghai')::date > $7::date)) i
         join bank.pledge_site s on s.id = $3
       returning result, read_by)
     update bank.pledge_count c set book_heads = l.book, found = l.found, missing = l.book - l.found,
       typed_share = case when l.found > 0 then round(100.0 * l.typed / l.found, 2) else 0 end
     from (select count(*)::int as book, count(*) filter (where result = 'found')::int as found,
         count(*) filter (where read_by = 'typed')::int as typed from lines) l where c.id = $1`,
    [row?.id, line.pledgeId, line.siteId, one.missing, people.patroller, at(addDays(one.on, 1), 8), one.on],
  );
}

const items = ['headEstimate', 'health', 'feedStock', 'water', 'fence', 'tags', 'devices', 'board', 'guard', 'books'];

async function savePatrol(
  tx: Tx,
  line: DemoLine,
  people: Book['people'],
  one: { on: string; status: string; issues: number; conclusion: string | null },
): Promise<void> {
  const isDone = one.status === 'submitted' || one.status === 'confirmed';
  const told = items.map((code, index) => ({
    code,
    ok: index >= one.issues,
    value: code === 'headEstimate' ? line.animals.length : code === 'feedStock' ? 25 + (line.siteId % 20) : null,
    note: index < one.issues ? '已要求整改' : null,
    photos: [],
  }));
  await tx.query(
    `insert into bank.patrol_visit (tenant_no, region_code, doc_no, site_id, bank_id, principal_id, supervisor_id, planned_on, due_on,
       patroller_id, started_at, ended_at, longitude, latitude, metres, heads_seen, items, issues, conclusion, note, confirmed_by,
       confirmed_at, status, created_at)
     select kit.tenant(), $1, kit.doc_no('PT'), s.id, s.bank_id, s.principal_id, s.supervisor_id, $3, $3::date + 5, $4, $5, $6,
       case when $5::timestamptz is not null then s.longitude end, case when $5::timestamptz is not null then s.latitude end, $7, $8, $9,
       $10, $11, $12, $13, $14, $15, $16 from bank.pledge_site s where s.id = $2`,
    [
      line.holder.regionCode,
      line.siteId,
      one.on,
      people.patroller,
      isDone ? at(addDays(one.on, 2), 9) : null,
      isDone ? at(addDays(one.on, 2), 10) : null,
      isDone ? 30 + (line.siteId % 90) : null,
      isDone ? line.animals.length : null,
      JSON.stringify(isDone ? told : []),
      isDone ? one.issues : 0,
      isDone ? one.conclusion : null,
      isDone && one.issues > 0 ? '发现问题已当场告知负责人' : null,
      one.status === 'confirmed' ? people.monitor : null,
      one.status === 'confirmed' ? at(addDays(one.on, 3), 9) : null,
      one.status,
      at(addDays(one.on, -8), 6),
    ],
  );
}

/** Counts and visits of every live site: those of the past, the one that comes next, and a few that are late. */
export async function saveCustody({ today }: DemoWorld, tx: Tx, book: Book): Promise<void> {
  const live = book.lines.filter((one) => one.plan.end !== 'closed' && !one.plan.bank);
  await saveNights(tx, today, live[4]?.siteId ?? 0);
  for (const [index, line] of live.entries()) {
    const months = Math.min(line.plan.monthsBack, 4);
    for (let back = months; back >= 1; back--) {
      const on = addDays(today, -back * 30 + (index % 9) - 2);
      if (on <= addDays(line.contractOn, 10)) continue;
      const isLast = back === 1;
      if (back <= 3)
        await saveCount(tx, line, book.people, {
          on,
          status: isLast && index === 3 ? 'counted' : 'settled',
          // The last site of all found one head elsewhere.
          missing: isLast ? ({ 3: 3, [live.length - 1]: 1 }[index] ?? 0) : 0,
          marks: back === 2 && index === 6 ? ['typedMany', 'oneCounter'] : [],
        });
      await savePatrol(tx, line, book.people, {
        on,
        status: isLast && index % 5 === 1 ? 'submitted' : back === 3 && index === 8 ? 'missed' : 'confirmed',
        issues: index % 6 === 2 ? 1 : 0,
        conclusion: index === 14 && isLast ? 'serious' : index % 6 === 2 ? 'watch' : 'normal',
      });
    }
    // What waits: a count three weeks ahead for most, and late for one of the lines that ask for money.
    if (index !== 3)
      await saveCount(tx, line, book.people, {
        on: index === 5 ? addDays(today, -9) : addDays(today, (index * 5) % 26),
        status: 'planned',
        missing: 0,
        marks: [],
      });
    await savePatrol(tx, line, book.people, {
      on: index < 5 ? addDays(today, -10 - index) : addDays(today, (index * 3) % 20),
      status: 'planned',
      issues: 0,
      conclusion: null,
    });
  }
}
