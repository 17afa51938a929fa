import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { standardWeight } from './care-stat.ts';

let world: World;
let care: Person;
beforeAll(async () => {
  world = await openWorld();
  care = await world.as('cure1');
}, 60_000);
afterAll(() => world.close());

interface Row {
  regionCode: number;
  amTreatments: number;
  milligrams: number;
  herdKg: number;
  mgPerKg: number | null;
}

describe('antimicrobial use', () => {
  it('in mg per kg of every county equals its recomputation from the doses, and opens as many treatments as it says', async () => {
    const { data } = await care.get('cure/stat/care?regionCode=150500000000');
    const rows = (data.rows as Row[]).filter((one) => one.amTreatments > 0);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const county = [row.regionCode, row.regionCode + 1_000_000];
      const [doses] = await world.sql<{ mg: number; n: number }>(
        `select coalesce(sum(l.active_mg), 0)::float8 as mg, count(distinct t.id)::int as n from cure.treatment t
           join cure.treatment_line l on l.treatment_id = t.id join cure.medicine m on m.id = l.medicine_id
         where t.tenant_no = 1505 and t.status = 'done' and m.antimicrobial <> 'none' and t.region_code >= $1 and t.region_code < $2`,
        county,
      );
      const herd = await world.sql<{ species: string; n: number }>(
        `select species, count(*)::int as n from registry.animal where tenant_no = 1505 and status = 'inStock' and voided_at is null
           and in_herd and region_code >= $1 and region_code < $2 group by 1`,
        county,
      );
      const kg = herd.reduce((sum, one) => sum + (standardWeight[one.species] ?? 0) * one.n, 0);
      expect(row.amTreatments).toBe(doses?.n);
      expect(row.milligrams).toBeCloseTo(doses?.mg ?? 0, 0);
      expect(row.herdKg).toBe(kg);
      const opened = await care.get(
        `cure/treatment/list?pageNum=1&pageSize=1&regionCode=${row.regionCode}&antimicrobial=true&status=done`,
      );
      expect(opened.total).toBe(row.amTreatments);
    }
  });

  it('as a control, a dose taken back leaves the figure at once', async () => {
    const [before] = [(await care.get('cure/stat/care?regionCode=150500000000')).data.total as Row];
    const [one] = await world.sql<{ id: number; mg: number }>(
      `update cure.treatment set status = 'voided' where id = (select t.id from cure.treatment t join cure.treatment_line l on l.treatment_id = t.id
         join cure.medicine m on m.id = l.medicine_id where t.tenant_no = 1505 and t.status = 'done' and m.antimicrobial <> 'none' and l.active_mg > 0
         order by t.id limit 1) returning id::int as id,
         (select coalesce(sum(l.active_mg), 0)::float8 from cure.treatment_line l join cure.medicine m on m.id = l.medicine_id
          where l.treatment_id = treatment.id and m.antimicrobial <> 'none') as mg`,
    );
    const after = (await care.get('cure/stat/care?regionCode=150500000000')).data.total as Row;
    expect(before.milligrams - after.milligrams).toBeCloseTo(one?.mg ?? Number.NaN, 0);
  });
});
