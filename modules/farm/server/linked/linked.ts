import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/farm/contract/linked/linked.ts';
import { dayNow, penName } from '../common/sql.ts';

const animal = (column: string) => `(select a.${column} from farm.animal_seen a where a.id = t.animal_id)`;
const farmNo = `(select f.farm_no from farm.farm_animal f where f.tenant_no = t.tenant_no and f.animal_id = t.animal_id
  and f.status = 'live')`;
const pen = penName('(select a.pen_id from farm.animal_seen a where a.id = t.animal_id)');
const byTag = (value: string, add: (value: unknown) => string) =>
  `t.animal_id in (select a.id from farm.animal_seen a where a.principal_id = t.principal_id
    and a.ear_tag like ${add(`%${value.replace(/\D/g, '')}`)})`;

/** What went from here to an end of the ledger and did not come back. */
const moves = (end: string) => `(select coalesce(sum(case when v.to_kind = '${end}' then v.qty else -v.qty end), 0)::int
  from farm.move_seen v where v.tenant_no = t.tenant_no and v.lot_id = t.lot_id
    and ((v.to_kind = '${end}' and v.from_kind = 'depot' and v.from_id = t.depot_id)
      or (v.from_kind = '${end}' and v.to_kind = 'depot' and v.to_id = t.depot_id)))`;
const immune = `from farm.immunity_seen i where i.tenant_no = t.tenant_no and i.animal_id = t.animal_id
  and coalesce(i.exempt_until, '-infinity') < ${dayNow}`;
const shots = (what: string) => `(select ${what} ${immune})`;
const diseases = (when: string) => `(select string_agg(d.name_zh, '、' order by d.name_zh) from farm.disease_seen d
  where d.tenant_no = t.tenant_no and d.code in (select i.disease_code ${immune} and ${when}))`;
/** The device module's kinds about animals, shown with the farm's own. */
const vital = `('estrus', 'calving', 'fever', 'noMotion', 'weightLoss')`;
const repro = `('checkOverdue', 'calvingOverdue', 'longOpen', 'repeatBreeder', 'abortion', 'conceptionLow', 'kinInPen')`;
const health = `('sickMany', 'deathMany', 'contagious', 'withdrawalListed', 'calfNoTag', 'slaughterTagGap')`;
/** Told to the farm alone, on their own page. */
const market = `('priceAbove', 'priceBelow', 'priceMove', 'sellWindow', 'belowCost')`;
const tab = `case when t.kind in ${repro} then 'repro' when t.kind in ${health} then 'health'
  when t.kind in ${vital} then 'vital' else 'production' end`;

/** Lists of other modules' records, under the farm's permissions; what they hold is made and changed there. */
export const linkedRoutes = (): Route[] => [
  ...serveResource(contract.farmImmunity)({
    table: 'farm.farm_animal',
    listed: `t.status = 'live'`,
    expressions: {
      earTag: animal('ear_tag'),
      penName: pen,
      protectedFrom: diseases(`i.valid_until > ${dayNow} + 30`),
      lapsing: diseases(`i.valid_until between ${dayNow} and ${dayNow} + 30`),
      lapsed: diseases(`i.valid_until < ${dayNow}`),
      lastOn: shots('max(i.last_on)'),
      validUntil: shots('min(i.valid_until)'),
      state: `coalesce(${shots(`case when min(i.valid_until) is null then 'never' when min(i.valid_until) < ${dayNow}
        then 'lapsed' when min(i.valid_until) <= ${dayNow} + 30 then 'lapsing' else 'protected' end`)}, 'never')`,
    },
    match: { earTag: byTag },
  }),
  ...serveResource(contract.farmTreatment)({
    table: 'cure.treatment',
    listed: `t.status = 'done'`,
    expressions: {
      animals: `coalesce((select string_agg(x.ear_tag, '、') from (select c.ear_tag from farm.case_seen c
        where c.tenant_no = t.tenant_no and c.id = t.id and c.ear_tag is not null order by 1 limit 3) x),
        ${penName('t.pen_id')})`,
      day: `case when t.result = 'ongoing' then ${dayNow} - t.treated_on end`,
      withdrawing: `coalesce(t.meat_until >= ${dayNow}, false)`,
      reported: `exists (select 1 from farm.report_seen r join farm.case_seen c on c.tenant_no = r.tenant_no
        and c.id = r.treatment_id where r.tenant_no = t.tenant_no and c.case_id = t.case_id)`,
    },
  }),
  ...serveResource(contract.farmBreeding)({
    table: 'breeding.breeding_cycle',
    expressions: {
      earTag: animal('ear_tag'),
      farmNo,
      penName: pen,
      daysOpen: `case when t.status in ('open', 'served') then ${dayNow} - t.opened_on end`,
    },
    match: { earTag: byTag },
  }),
  ...serveResource(contract.farmSemen)({
    table: 'depot.stock_balance',
    listed: `exists (select 1 from farm.straw_seen m where m.tenant_no = t.tenant_no and m.id = t.material_id)
      and exists (select 1 from farm.unit_seen u where u.id = t.principal_id and u.type in ('farm', 'cooperative'))`,
    expressions: {
      sireCode: '(select m.sire_code from farm.straw_seen m where m.id = t.material_id)',
      materialName: '(select m.name from farm.straw_seen m where m.id = t.material_id)',
      semenKind: '(select m.semen_kind from farm.straw_seen m where m.id = t.material_id)',
      lotNo: '(select l.lot_no from farm.stock_seen l where l.id = t.id)',
      store: '(select d.name from farm.store_seen d where d.id = t.depot_id)',
      received: `(select coalesce(sum(v.qty), 0)::int from farm.move_seen v where v.tenant_no = t.tenant_no
        and v.lot_id = t.lot_id and v.to_kind = 'depot' and v.to_id = t.depot_id and v.reverses_id is null)`,
      used: moves('use'),
      lost: moves('loss'),
      qty: 't.qty::int',
      agrees: `t.qty = (select coalesce(sum(case when v.to_kind = 'depot'
        and v.to_id = t.depot_id then v.qty else 0 end)
          - sum(case when v.from_kind = 'depot' and v.from_id = t.depot_id then v.qty else 0 end), 0)
        from farm.move_seen v where v.tenant_no = t.tenant_no and v.lot_id = t.lot_id)`,
    },
  }),
  ...serveResource(contract.chipShift)({
    table: 'registry.animal_tag_change',
    expressions: { earTag: animal('ear_tag'), farmNo },
  }),
  ...serveResource(contract.farmWarning)({
    table: 'platform.alarm',
    listed: `(t.source = 'farm' or t.kind in ${vital}) and t.kind not in ${market}`,
    expressions: {
      tab,
      value: `t.evidence -> -1 ->> 'value'`,
      threshold: `t.evidence -> -1 ->> 'limit'`,
    },
  }),
];
