import type { Tx } from '#kit/server/db/database.ts';
import { registerAnimals } from '#modules/registry/server/animal/entry/register-animals.ts';
import { recordHerdCount } from '#modules/registry/server/index.ts';
import { tendQuality } from '#modules/registry/server/quality/nightly.ts';
import { shiftDay } from './herds.ts';
import type { Random } from './random.ts';

/** What the data-quality board tells: scales people gave, herds that were counted, two animals nobody crossed out, and a year of getting better. */
export async function saveQuality(tx: Tx, today: string, random: Random): Promise<void> {
  await tx.query(
    "update registry.principal set scale_by = 'manual' where tenant_no = $1 and principal_unit_type in ('farm', 'cooperative') and scale is not null",
    [tx.scope.tenantNo],
  );
  await countHerds(tx, today);
  await oldOnes(tx, today);
  await tendQuality(tx);
  await pastMonths(tx, today, random);
}

/** A census in September: most agree with the tags, every fifth herd does not. */
async function countHerds(tx: Tx, today: string): Promise<void> {
  const herds = await tx.query<{ id: number; species: string; stage: string; n: number }>(
    `select principal_id as id, species, stage, count(*)::int as n from registry.animal where status = 'inStock' and voided_at is null and principal_id in (
       select distinct principal_id from registry.animal where status = 'inStock' order by 1 limit 20) group by 1, 2, 3 order by 1, 2, 3`,
  );
  const order = [...new Set(herds.map((one) => one.id))];
  for (const { id, species, stage, n } of herds)
    await recordHerdCount(tx, {
      principalId: id,
      species,
      stage,
      onDate: shiftDay(today, -60),
      head: order.indexOf(id) % 5 === 3 ? n + Math.ceil(n * 0.6) : n,
      source: 'census',
      sourceId: order.indexOf(id) + 1,
    } as never);
}

async function oldOnes(tx: Tx, today: string): Promise<void> {
  const holders = await tx.query<{ id: number; pen: number; region: number }>(
    `select distinct on (p.principal_id) p.principal_id as id, p.id as pen, p.region_code as region from registry.pen p join registry.principal h on h.id = p.principal_id
     where h.status = 'active' and h.principal_unit_type = 'household' and p.region_code / 1000000 = 150521 order by p.principal_id, p.id limit 2`,
  );
  for (const [index, { id, pen, region }] of holders.entries())
    await registerAnimals(tx, {
      entryKind: 'backlog',
      principalId: id,
      penId: pen,
      staffId: null,
      wornOn: shiftDay(today, -900),
      animals: [
        {
          tag: `2${Math.floor(region / 1e6)}${String(98_000_001 + index).padStart(8, '0')}`,
          species: 'cattle',
          breed: 'mongolianCattle',
          sex: 'female',
          birthDate: shiftDay(today, -5_800 - index * 90),
          parity: 9,
        },
      ],
    });
}

/** The months before: the same villages with somewhat fewer holders and more gaps, so that the line has somewhere to come from. */
async function pastMonths(tx: Tx, today: string, random: Random): Promise<void> {
  const [year = 0, month = 1] = today.split('-').map(Number);
  for (let back = 1; back <= 11; back += 1) {
    const at = year * 12 + month - 1 - back;
    const first = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
    const worse = 1 + back * 0.11 + random.next() * 0.08;
    await tx.query(
      `insert into registry.quality_month (tenant_no, region_code, month, holders, completeness_sum, no_location, no_phone, no_card, scale_differs, late_tagged, pens_over,
         old_animals, count_gap, duplicates)
       select tenant_no, region_code, $2, fewer, fewer * greatest(completeness_sum / greatest(holders, 1) - $5, 40), ceil(no_location * $3::float8), no_phone,
         no_card, ceil(scale_differs * $3::float8), ceil(late_tagged * $3::float8), ceil(pens_over * $3::float8), old_animals, ceil(count_gap * $3::float8), ceil(duplicates * $3::float8)
       from registry.quality_month cross join lateral (select greatest(holders - case when region_code % 23 < $4 then 1 else 0 end, 0) as fewer) f
       where tenant_no = $1 and month = $6`,
      [tx.scope.tenantNo, first, worse, back, Math.round(back * 0.9), `${today.slice(0, 7)}-01`],
    );
  }
}
