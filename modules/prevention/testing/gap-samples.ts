import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';

let serial = 0;

/** What was asked of whom about a gap. */
export const samples: Record<string, Sample> = {
  'prevention.gapOrder': {
    keeper: 'ant_pref1',
    stranger: 'house1',
    person: async (world) => {
      await makeMaster(world, 'keeper_of_gaps');
      return world.person(await openSession(world, 'keeper_of_gaps'));
    },
    form: async () => ({}),
    wrong: {},
    inputs: {
      answer: async () => ({ cause: 'absent' }),
      follow: async () => ({ dueOn: dayFromNow(2) }),
      close: async () => ({ closeNote: '已核实' }),
    },
    make: async (world) => {
      serial += 1;
      const [row] = await world.sql<{ id: number; version: number }>(
        `insert into prevention.gap_order (tenant_no, doc_no, region_code, source, season_id, subject_kind, subject_id,
           subject_name, way, station_id, due_on, heads, remaining, level)
         select 1505, $1, 150521101200, 'season', s.id, 'place', 990000000000 + $2::bigint, '试验村' || $2, 'remind', p.id,
           prevention.today() + 3, 4, 4, 'station'
         from (select max(id) as id from prevention.prevention_season where tenant_no = 1505) s,
           (select min(id) as id from registry.principal where region_code = 150521101000 and tenant_no = 1505) p
         returning id::int, version`,
        [`GO-T${serial}`, serial],
      );
      return row as { id: number; version: number };
    },
  },
};
