import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Kin, kinOf, mostGenerations, type Parents } from '#modules/breeding/contract/record/kinship.ts';

/**
 * The pedigree of some animals and sires, four generations back, across the whole tenant. Never leaves this file: callers
 * get percentages and words. Animals are `a:<id>`, sires `s:<code>`, mothers nobody registered `t:<number>`.
 */
async function pedigreeOf(sys: Pick<Tx, 'query'>, cows: readonly number[], sires: readonly string[]) {
  const pedigree = new Map<string, Parents>();
  let animals = [...new Set(cows)];
  let codes = [...new Set(sires)];
  for (let back = 0; back < mostGenerations && (animals.length > 0 || codes.length > 0); back += 1) {
    const rows = await sys.query<{
      key: string;
      motherId: number | null;
      motherNo: string | null;
      father: string | null;
      pgf: string | null;
      mgf: string | null;
    }>(
      `select 'a:' || a.id as key, a.mother_id as "motherId", a.mother_tag as "motherNo", a.father_code as father,
         null::text as pgf, null::text as mgf
       from breeding.animal_seen a where a.id = any ($1::bigint[])
       union all
       select 's:' || s.sire_code, a.mother_id, coalesce(a.mother_tag, s.mother_no),
         coalesce(s.father_code, a.father_code),
         s.pgf_code, s.mgf_code
       from breeding.seed_animal s left join breeding.animal_seen a on a.id = s.animal_id
       where s.tenant_no = kit.tenant() and s.sire_code = any ($2::text[])`,
      [animals, codes],
    );
    animals = [];
    codes = [];
    for (const { key, motherId, motherNo, father, pgf, mgf } of rows) {
      const mother = motherId ? `a:${motherId}` : motherNo ? `t:${motherNo}` : mgf ? `m:${key}` : undefined;
      pedigree.set(key, { mother, father: father ? `s:${father}` : undefined });
      if (motherId && !pedigree.has(`a:${motherId}`)) animals.push(motherId);
      if (father && !pedigree.has(`s:${father}`)) {
        codes.push(father);
        // What the sire's own row says of his grandfathers stands in for rows that are not there.
        if (pgf) pedigree.set(`s:${father}`, { mother: undefined, father: `s:${pgf}` });
      }
      if (mgf && mother && !motherId) {
        pedigree.set(mother, { mother: undefined, father: `s:${mgf}` });
        codes.push(mgf);
      }
      if (pgf) codes.push(pgf);
    }
  }
  return pedigree;
}

/** R15: how near these females and sires are, for every pair. */
export async function kinsOf(
  tx: Tx,
  cows: readonly number[],
  sires: readonly string[],
): Promise<(cow: number, sire: string) => Kin> {
  const pedigree = await inTenant(tx, tx.scope.tenantNo, 'breeding.kin', (sys) => pedigreeOf(sys, cows, sires));
  return (cow, sire) => kinOf(pedigree, `a:${cow}`, `s:${sire}`);
}
export const kin = async (tx: Tx, animalId: number, sireCode: string): Promise<Kin> =>
  (await kinsOf(tx, [animalId], [sireCode]))(animalId, sireCode);
