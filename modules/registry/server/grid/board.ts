import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { BoardPerson, gridBoard } from '#modules/registry/contract/grid/grid.ts';

interface Line {
  code: number;
  gridId: number;
  gridName: string;
  gridNo: string;
  phone: string | null;
  job: string | null;
  name: string | null;
  unitName: string | null;
  isMain: boolean;
}

const people = (lines: readonly Line[]): BoardPerson[] =>
  lines.flatMap(({ job, name, unitName, isMain }) => (job && name ? [{ job, name, unitName, isMain }] : []));

/** Per village: the people of its nearest grid, those who have main charge of the wider ones around it, and the nearest office's number. */
export async function boardOf(call: Call<typeof gridBoard>) {
  const [lines] = await call.database.read<[Line]>(call.actor.scope, {
    text: `select v.village_code as code, g.id as "gridId", g.name as "gridName", g.grid_no as "gridNo", g.office_phone as phone, d.job, d.is_main as "isMain", s.name,
             (select p.principal_unit_name from registry.principal p where p.id = s.principal_id) as "unitName"
           from registry.grid_village o join registry.grid_village v on v.tenant_no = o.tenant_no and v.village_code = o.village_code
             join registry.grid g on g.id = v.grid_id
             left join registry.grid_duty d on d.tenant_no = v.tenant_no and d.grid_id = v.grid_id and d.to_on is null
             left join registry.staff s on s.id = d.staff_id
           where o.grid_id = $1
           order by v.village_code, array_position(array['village', 'township', 'county'], v.grid_level), d.is_main desc, d.job, d.id`,
    values: [call.query.gridId],
  });
  return [...Map.groupBy(lines, (one) => one.code)].map(([code, own]) => {
    const { gridId, gridName, gridNo } = own[0] as Line;
    const path = lookups().regionName(code, call.language)?.split(' ') ?? [String(code)];
    return {
      code,
      name: path.at(-1) as string,
      around: path.slice(0, -1).join(' '),
      gridName,
      gridNo,
      phone: own.find((one) => one.phone)?.phone ?? null,
      workers: people(own.filter((one) => one.gridId === gridId)),
      supervisors: people(own.filter((one) => one.gridId !== gridId && one.isMain)),
    };
  });
}
