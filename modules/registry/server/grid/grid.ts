import { type FieldError, invalid } from '#kit/contract/errors.ts';
import { rangeOf, within } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  type Duty,
  endDutyCall,
  grid,
  gridBoard,
  gridDuties,
  gridMap,
  setDutyCall,
  splitGrid,
  vacancies,
} from '#modules/registry/contract/grid/grid.ts';
import { boardOf } from './board.ts';
import { endDuty, setDuty } from './grid-duty.ts';
import { placeVillages } from './grid-village.ts';
import { householdsIn } from './households-of-villages.ts';
import { mapOfGrids } from './map.ts';
import { nextNo } from './number.ts';
import { split } from './split.ts';

function check(values: { regionCode: number; villages: readonly number[]; gridLevel: string }): void {
  const faults: FieldError[] = [];
  if (values.villages.length === 0) faults.push({ field: 'villages', key: 'error.field.required' });
  if (values.villages.some((code) => !within(code, values.regionCode)))
    faults.push({ field: 'villages', key: 'registry.grid.villageOutside' });
  if (faults.length > 0) throw invalid(faults);
}

const held = 'registry.grid_village v where v.tenant_no = t.tenant_no and v.grid_id = t.id';

const noted = (call: Call, gridId: number, action: string, after: object) =>
  audit(call.tx, call, { module: 'registry', entity: 'grid', entityId: gridId, entityName: null, action, after });

async function dutiesOf(call: Call<typeof gridDuties>) {
  const { gridId } = call.query;
  const [duties, villages] = await call.database.read<[Duty, { code: number; households: number }]>(
    call.actor.scope,
    {
      text: `select d.id, d.job, d.staff_id as "staffId", s.name as "staffName", d.is_main as "isMain", to_char(d.from_on, 'YYYY-MM-DD') as "fromOn", to_char(d.to_on, 'YYYY-MM-DD') as "toOn",
               s.phone_mask as phone, (select p.principal_unit_name from registry.principal p where p.id = s.principal_id) as "unitName"
             from registry.grid_duty d join registry.staff s on s.id = d.staff_id where d.grid_id = $1 order by d.to_on desc nulls first, d.is_main desc, d.from_on desc limit 200`,
      values: [gridId],
    },
    {
      text: `select v.village_code as code, (select count(*)::int from registry.principal p where p.tenant_no = v.tenant_no and p.region_code = v.village_code
               and p.principal_unit_type = 'household' and p.status = 'active') as households
             from registry.grid_village v where v.grid_id = $1 order by v.village_code`,
      values: [gridId],
    },
  );
  const nameOf = (code: number) => lookups().regionName(code, call.language)?.split(' ').at(-1) ?? String(code);
  return { duties, villages: villages.map((one) => ({ ...one, name: nameOf(one.code) })) };
}

async function vacant(call: Call<typeof vacancies>) {
  const [lo, hi] = call.query.regionCode ? rangeOf(call.query.regionCode) : [0, 1e12];
  const [rows, [count]] = await call.database.read<[{ code: number; gridId: number; gridName: string }, { n: number }]>(
    call.actor.scope,
    {
      text: `select v.village_code as code, v.grid_id as "gridId", g.name as "gridName" from registry.grid_village v join registry.grid g on g.id = v.grid_id
             where v.tenant_no = kit.tenant() and v.grid_level = 'village' and v.village_code >= $1 and v.village_code < $2
               and not exists (select 1 from registry.grid_duty d where d.tenant_no = v.tenant_no and d.grid_id = v.grid_id and d.job = $3 and d.is_main and d.to_on is null)
             order by v.village_code limit 500`,
      values: [lo, hi, call.query.job],
    },
    {
      text: `select count(*)::int as n from registry.grid where status = 'active' and region_code >= $1 and region_code < $2`,
      values: [lo, hi],
    },
  );
  const nameOf = (code: number) => lookups().regionName(code, call.language) ?? String(code);
  return { grids: count?.n ?? 0, villages: rows.map((one) => ({ ...one, name: nameOf(one.code) })) };
}

export const gridRoutes = (): Route[] => [
  ...serveResource(grid)({
    expressions: {
      villageCount: `(select count(*)::int from ${held})`,
      householdCount: householdsIn(`select v.village_code from ${held}`),
      mains: `(select jsonb_object_agg(d.job, s.name) from registry.grid_duty d join registry.staff s on s.id = d.staff_id
        where d.tenant_no = t.tenant_no and d.grid_id = t.id and d.is_main and d.to_on is null)`,
    },
    before: {
      add: async (call, values) => {
        check(values);
        return { gridNo: await nextNo(call, values.regionCode) };
      },
      edit: async (_call, values, row) => {
        check({ ...values, regionCode: row.regionCode, gridLevel: row.gridLevel });
        if (values.parentId === row.id) throw invalid([{ field: 'parentId', key: 'registry.principal.underItself' }]);
        return undefined;
      },
    },
    after: {
      add: (call, id, values) => placeVillages(call.tx, id, values.gridLevel, values.villages),
      edit: async (call, id, values) => {
        const [row] = await call.tx.query<{ level: string }>(
          'select grid_level as level from registry.grid where id = $1',
          [id],
        );
        await placeVillages(call.tx, id, row?.level ?? '', values.villages);
      },
      transition: async (call, move) => {
        const [row] = await call.tx.query<{ level: string; villages: number[] }>(
          'select grid_level as level, villages from registry.grid where id = $1',
          [move.id],
        );
        await placeVillages(call.tx, move.id, row?.level ?? '', move.name === 'stop' ? [] : (row?.villages ?? []));
      },
    },
  }),
  serve('registry', gridDuties, dutiesOf),
  serve('registry', vacancies, vacant),
  serve('registry', gridMap, mapOfGrids),
  serve('registry', gridBoard, boardOf),
  serve('registry', splitGrid, split),
  serve('registry', setDutyCall, async (call) => {
    const made = await setDuty(call.tx, call.body);
    await noted(call as unknown as Call, call.body.gridId, 'duty', call.body);
    return made;
  }),
  serve('registry', endDutyCall, async (call) => {
    await endDuty(call.tx, call.body.id, call.body.toOn);
    return null;
  }),
];
