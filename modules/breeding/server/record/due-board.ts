import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { today } from '#kit/server/today.ts';
import { daysBetween } from '#modules/breeding/contract/record/days.ts';
import { type DueCard, dueBoard, dueColumns } from '#modules/breeding/contract/record/due-board.ts';
import { rulesFor } from '../setting/rules.ts';
import { dutyVillages, staffOf } from './females.ts';

interface Row {
  column: DueCard['column'];
  key: string;
  animalId: number | null;
  earTag: string;
  principalId: number;
  regionCode: number;
  sireCode: string | null;
  dueOn: string;
  hours: number | null;
  refId: number | null;
  version: number | null;
  status: string;
  technicianId: number | null;
}

const here = `($1::bigint[] is null or x.region_code = any ($1)) and x.region_code >= $2 and x.region_code < $3`;
const rowsSql = `
  select 'heat' as column, 'heat:' || x.id as key, x.animal_id as "animalId", x.ear_tag as "earTag",
    x.principal_id as "principalId", x.region_code as "regionCode", null::text as "sireCode",
    to_char(x.best_to at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "dueOn",
    (extract(epoch from x.best_to - now()) / 3600)::float8 as hours, x.id as "refId", x.version, x.status,
    x.technician_id as "technicianId"
  from breeding.heat_report x where x.tenant_no = kit.tenant() and x.status in ('waiting', 'taken') and ${here}
  union all
  select k.column, k.column || ':' || x.animal_id, x.animal_id, a.ear_tag, x.principal_id, x.region_code,
    x.last_sire_code, to_char(k.due, 'YYYY-MM-DD'), null, x.last_service_id, x.version, x.status, i.technician_id
  from breeding.breeding_cycle x join breeding.animal_seen a on a.id = x.animal_id
    left join breeding.insemination i on i.id = x.last_service_id
    cross join lateral (values
      ('watch', case when x.status = 'served' and $4::date between x.watch_from and x.watch_to then x.watch_to end),
      ('check', case when x.status = 'served' and x.check_due_on <= $4::date + 3 then x.check_due_on end),
      ('calving', case when x.status = 'pregnant' and x.expected_on <= $4::date + 15 then x.expected_on end),
      ('open', case when x.status = 'open' and x.opened_by in ('calved', 'aborted')
        and x.opened_on + $5::int <= $4::date then x.opened_on + $5::int end)) k(column, due)
  where x.tenant_no = kit.tenant() and x.is_live and k.due is not null and ${here}
  union all
  select 'tag', 'tag:' || l.id, null, x.ear_tag, x.principal_id, x.region_code, x.sire_code,
    to_char(l.tag_due_on, 'YYYY-MM-DD'), null, l.id, x.version, l.state, x.recorder_id
  from breeding.calving_line l join breeding.calving x on x.id = l.parent_id
  where x.tenant_no = kit.tenant() and l.tenant_no = kit.tenant() and l.state = 'toTag'
    and x.status in ('reported', 'verified') and ${here}`
  // "column" is a word of SQL itself.
  .replaceAll(' as column', ' as "column"')
  .replaceAll('k.column', 'k."column"')
  .replaceAll('k(column, due)', 'k("column", due)');

async function board(call: Call<typeof dueBoard>) {
  const { scope } = call.actor;
  return call.database.transaction(scope, async (tx) => {
    const staff = await staffOf(tx, call.actor.userId);
    const asked = call.query.staffId ?? (call.query.regionCode === undefined ? staff?.id : undefined);
    const duty = asked ? await dutyVillages(tx, asked) : [];
    const mine = duty.length > 0;
    const [low, high] = call.query.regionCode ? rangeOf(call.query.regionCode) : [0, 999_999_999_999];
    const day = today();
    const rules = await rulesFor(tx, duty[0] ?? scope.regions[0] ?? 0);
    const advise = rules.of('cattle').calvingAdviseDays;
    const rows = await tx.query<Row>(`${rowsSql} limit 3000`, [mine ? duty : null, low, high, day, advise]);
    const holders = await tx.query<{ id: number; name: string; phone: string | null }>(
      'select id, name, contact_phone_mask as phone from breeding.holder_seen where id = any ($1)',
      [[...new Set(rows.map((row) => row.principalId))]],
    );
    const holderOf = new Map(holders.map((one) => [one.id, one]));
    const people = await tx.query<{ id: number; name: string }>(
      'select id, name from breeding.technician_seen where id = any ($1)',
      [[...new Set(rows.flatMap((row) => row.technicianId ?? []))]],
    );
    const nameOf = new Map(people.map((one) => [one.id, one.name]));
    const cards: DueCard[] = rows
      .map((row) => ({
        ...row,
        holder: holderOf.get(row.principalId)?.name ?? '',
        phone: holderOf.get(row.principalId)?.phone ?? null,
        region: shortRegionName(row.regionCode, call.language),
        left: row.hours === null ? daysBetween(day, row.dueOn) : Math.round(row.hours * 10) / 10,
        technician: row.technicianId ? (nameOf.get(row.technicianId) ?? null) : null,
      }))
      .sort((a, b) => a.left - b.left);
    const count = (some: readonly DueCard[]) =>
      Object.fromEntries(dueColumns.map((name) => [name, some.filter((one) => one.column === name).length]));
    const technicians = [...new Set(cards.flatMap((one) => one.technicianId ?? []))].map((id) => {
      const own = cards.filter((one) => one.technicianId === id);
      return {
        staffId: id,
        name: nameOf.get(id) ?? '',
        counts: count(own),
        late: own.filter((one) => one.left < 0).length,
      };
    });
    const [uncovered] = await tx.query<{ n: number }>(
      `select count(distinct c.region_code)::int as n from breeding.breeding_cycle c where c.tenant_no = kit.tenant()
         and c.is_live and c.region_code >= $1 and c.region_code < $2 and not exists (select 1 from breeding.duty_seen d
           where d.village_code = c.region_code and d.is_main and d.to_on is null)`,
      [low, high],
    );
    return {
      mine,
      staffId: asked ?? null,
      today: day,
      villages: duty.map((code) => ({ code, name: shortRegionName(code, call.language) })),
      cards: mine ? cards : cards.slice(0, 600),
      counts: count(cards),
      technicians: technicians.sort((a, b) => b.late - a.late),
      uncovered: uncovered?.n ?? 0,
    };
  });
}

export const boardRoutes = (): Route[] => [serve('breeding', dueBoard, board)];
