import type { Tx } from '#kit/server/db/database.ts';
import { counties } from './places.ts';
import type { Random } from './random.ts';

/** What the public asked for in the last sixty days; more at weekends, when people cook. */
export async function saveScans(tx: Tx, today: string, random: Random): Promise<void> {
  const rows = Array.from({ length: 60 }, (_, back) => {
    const day = new Date(Date.parse(today) - back * 86_400_000);
    const share = [0, 6].includes(day.getUTCDay()) ? 1.8 : 1;
    return counties.flatMap(({ code }) =>
      ['cattle', 'sheep'].map((species) => ({
        day: day.toISOString().slice(0, 10),
        county: code,
        species,
        hits: Math.round(random.int(2, 14) * share * (species === 'cattle' ? 1 : 0.6)),
        unknown: random.int(0, 2),
      })),
    );
  }).flat();
  await tx.query(
    `insert into registry.public_query_day (tenant_no, day, county_code, species, hits, unknown)
     select $1, r.day, r.county, r.species, r.hits, r.unknown from jsonb_to_recordset($2::jsonb) r(day date, county bigint, species text, hits int, unknown int)`,
    [tx.scope.tenantNo, JSON.stringify(rows)],
  );
}
