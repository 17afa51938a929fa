import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { dueAnimals } from './assess.ts';
import { animalsById, healthOf, holderOf, seasonAt } from './facts.ts';
import { asDue } from './prepare.ts';

/** Numbers as they were pasted or read aloud: whole, or at least the last four digits. */
const tagsIn = (text: string): string[] =>
  text
    .split(/[\s,，;；、]+/)
    .map((one) => one.replace(/\D/g, ''))
    .filter((one) => one.length >= 4);

/** R17: what each number is here: an animal of this household, of another, several, or none. */
export async function parse(tx: Tx, text: string, principalId: number) {
  const holder = await holderOf(tx, principalId);
  const asked = tagsIn(text).slice(0, 3000);
  const rows = await tx.query<{
    tag: string;
    id: number;
    earTag: string;
    here: boolean;
    inStock: boolean;
    holderName: string;
  }>(
    `select t.tag, a.id, a.ear_tag as "earTag", a.principal_id = $2 as here, a.status = 'inStock' and a.in_herd and a.voided_at is null as "inStock",
       registry.principal_name(a.principal_id) as "holderName"
     from unnest($1::text[]) t(tag) join registry.animal a on a.tenant_no = kit.tenant()
       and case when length(t.tag) = 15 then a.ear_tag_no = t.tag::bigint else a.principal_id = $2 and a.ear_tag like '%' || t.tag end
     order by (a.principal_id = $2) desc, a.id`,
    [[...new Set(asked)], principalId],
  );
  const taken = await tx.query<{ tag: string }>(`select tag_no as tag from registry.tags_taken('ear', $1::text[])`, [
    [...new Set(asked)],
  ]);
  const season = await seasonAt(tx, holder.regionCode);
  const due = new Map<number, Record<string, string>>();
  for (const one of await dueAnimals(tx, principalId, season, today()))
    due.set(one.animalId, { ...due.get(one.animalId), [one.diseaseCode]: one.why });
  const ids = rows.map((row) => row.id);
  const animals = new Map((await animalsById(tx, ids, false)).map((one) => [one.animalId, one]));
  const health = await healthOf(tx, ids, today());
  const seen = new Set<number>();
  return asked.map((tag) => {
    const own = rows.filter((row) => row.tag === tag);
    const living = own.filter((row) => row.inStock);
    const [first] = living.filter((row) => row.here).length > 0 ? living.filter((row) => row.here) : living;
    const bare = { tag, animal: null, holderName: null, choices: [] };
    if (!first) {
      if (own.length > 0) return { ...bare, how: 'gone' as const };
      return { ...bare, how: taken.some((one) => one.tag === tag) ? ('elsewhere' as const) : ('unknown' as const) };
    }
    const here = living.filter((row) => row.here);
    if (here.length > 1)
      return {
        ...bare,
        how: 'many' as const,
        choices: here.map((row) => ({ animalId: row.id, earTag: row.earTag })),
      };
    if (seen.has(first.id)) return { ...bare, how: 'duplicate' as const };
    seen.add(first.id);
    const facts = animals.get(first.id);
    const animal = facts ? asDue(facts, health, due, principalId, today()) : null;
    return { ...bare, how: first.here ? ('here' as const) : ('guest' as const), animal, holderName: first.holderName };
  });
}
