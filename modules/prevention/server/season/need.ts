import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { rollupOf } from '#kit/server/rollup.ts';
import { type Dose, dosesPerHead } from '#modules/prevention/contract/visit/judge.ts';

interface NeedAsk {
  readonly regionCode: number;
  readonly seasonId: number | null;
  readonly materialIds: readonly number[];
}

/** What an area still needs of its vaccines: the head that remain in the season that goes on there, times their doses. */
export async function vaccineNeed(tx: Tx, ask: NeedAsk): Promise<ReadonlyMap<number, number>> {
  return inTenant(tx, tx.scope.tenantNo, 'vaccineNeed', async (sys) => {
    const materials = await sys.query<{ id: number; code: string; doses: Record<string, Dose> }>(
      `select m.id, m.vaccine_code as code, v.doses from depot.material m join prevention.vaccine v on v.tenant_no = kit.tenant() and v.vaccine_code = m.vaccine_code where m.id = any ($1)`,
      [ask.materialIds],
    );
    const items = await sys.query<{ seasonId: number; disease: string; species: string; code: string }>(
      `select i.season_id as "seasonId", i.disease_code as disease, i.species, i.default_vaccine_code as code from prevention.prevention_season s
       join prevention.prevention_season_item i on i.tenant_no = s.tenant_no and i.season_id = s.id
       where s.tenant_no = kit.tenant() and s.status in ('published', 'ongoing') and i.default_vaccine_code is not null and ($2::bigint is null or s.id = $2)
         and exists (select 1 from unnest(s.region_codes) r(code) where prevention.lies_in($1, array[r.code]) or prevention.lies_in(r.code, array[$1]))`,
      [ask.regionCode, ask.seasonId],
    );
    const { text, values } = rollupOf({ name: 'prevention.plan', regions: [ask.regionCode] });
    const left = await sys.query<{ keys: string[]; n: number }>(text, values as unknown[]);
    const need = new Map<number, number>();
    for (const { id, code, doses } of materials) {
      const heads = items
        .filter((item) => item.code === code)
        .map(({ seasonId, disease, species }) => {
          const row = left.find(({ keys }) => keys.join() === [seasonId, disease, species, 'remaining'].join());
          return (row?.n ?? 0) * dosesPerHead(doses, species, '');
        });
      // Two makers of one vaccine share what is needed: whoever asks sees it once, on the first.
      const isFirst = materials.find((one) => one.code === code)?.id === id;
      need.set(id, isFirst ? heads.reduce((sum, n) => sum + n, 0) : 0);
    }
    return need;
  });
}
