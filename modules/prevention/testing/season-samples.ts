import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';

type Made = { id: number; version: number };
let serial = 0;

async function makeSeason(world: World): Promise<Made> {
  serial += 1;
  const [row] = await world.sql<Made>(
    `insert into prevention.prevention_season (tenant_no, region_code, name, year, kind, region_codes, start_date, end_date, snapshot_date, plan_built_at)
     values (1505, 150500000000, $1, 2026, 'special', '{150500000000}', current_date - 3, current_date + 20, current_date, now()) returning id, version`,
    [`试验季${process.pid}${serial}`],
  );
  await world.sql(
    `insert into prevention.prevention_season_item (tenant_no, season_id, disease_code, species, target, planned_curve) values (1505, $1, 'fmd', 'cattle', 100, 'linear')`,
    [row?.id],
  );
  return row as Made;
}

const none = { form: async () => ({}), wrong: {} };

/** Seasons, and what each household has to do in one. */
export const samples: Record<string, Sample> = {
  'prevention.preventionSeason': {
    ...none,
    keeper: 'ant_pref1',
    stranger: 'bank1',
    make: makeSeason,
    inputs: {
      publish: async () => ({ snapshotDate: dayFromNow(0), notice: null }),
      extend: async () => ({ endDate: dayFromNow(60) }),
      close: async () => ({ summaryText: '完成', summaryFileId: null }),
    },
  },
  'prevention.planHousehold': {
    ...none,
    keeper: 'ant_pref1',
    stranger: 'bank1',
    make: async (world) => {
      const season = await makeSeason(world);
      const [row] = await world.sql<Made>(
        `insert into prevention.plan_household (tenant_no, season_id, principal_id, region_code, stock, due, cells)
         select 1505, $1, p.id, p.region_code, 3, 3, '{"fmd":{"due":3,"done":0,"exempt":0}}' from registry.principal p
         where p.tenant_no = 1505 and p.region_code / 1000 = 150521101 and p.principal_unit_type = 'household' and p.status = 'active' order by p.id limit 1 returning id, version`,
        [season.id],
      );
      return row as Made;
    },
  },
};
