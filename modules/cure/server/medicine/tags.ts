import { AppError, forbidden, invalid, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type CureTag, cureTag, mergeTags } from '#modules/cure/contract/medicine/cure-tag.ts';
import { closeMerged, takeWords } from './cure-tag.ts';

const uses = `((select count(*) from cure.consult c where c.tenant_no = t.tenant_no and t.id = any (c.sign_tag_ids))
  + (select count(*) from cure.consult c where c.tenant_no = t.tenant_no and c.diagnosis_tag_id = t.id)
  + (select count(*) from cure.treatment c where c.tenant_no = t.tenant_no and c.diagnosis_tag_id = t.id)
  + (select count(*) from cure.expert c where c.tenant_no = t.tenant_no and t.id in (c.field_tag_id,
    c.second_tag_id)))::int`;

type Named = Pick<CureTag, 'nameZh' | 'nameEn'> & Partial<Pick<CureTag, 'nameTw' | 'synonyms'>>;
/** Everything a tag is called by. */
export const wordsOf = ({ nameZh, nameTw, nameEn, synonyms }: Named): string[] => [
  ...new Set(
    [nameZh, nameTw ?? '', nameEn, ...(synonyms ?? '').split(/[、,，;； ]+/)]
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/** R82: within a kind no word stands for two tags, be it a name or another word for it. */
async function refuseTaken(tx: Tx, kind: string, named: Named, except: readonly number[]): Promise<void> {
  const words = wordsOf(named);
  const [taken] = await tx.query<{ name: string; word: string }>(
    `select t.name_zh as name, w.word from cure.cure_tag t cross join lateral unnest(array_remove(
         array[lower(t.name_zh), lower(t.name_tw), lower(t.name_en)]
         || regexp_split_to_array(lower(coalesce(t.synonyms, '')), '[、,，;； ]+'), null)) w(word)
     where t.tenant_no = kit.tenant() and t.kind = $1 and t.id <> all ($2) and t.merged_into_id is null
       and w.word = any ($3) limit 1`,
    [kind, except, words],
  );
  if (!taken) return;
  const field = taken.word === named.nameZh.trim().toLowerCase() ? 'nameZh' : 'synonyms';
  throw invalid([{ field, key: 'cure.refusal.tagWord', args: { word: taken.word, name: taken.name } }]);
}

type Marks = Pick<CureTag, 'redFlag' | 'noTreat'>;
/** R82: what makes a sign a red flag and a disease untreatable is for the prefecture to say. */
export function refuseMarks(regions: readonly number[], next: Marks, now: Marks): void {
  const field = (['redFlag', 'noTreat'] as const).find((name) => next[name] !== now[name]);
  if (field && !regions.some((code) => code % 1e8 === 0))
    throw invalid([{ field, key: 'cure.refusal.prefectureOnly' }]);
}
const unmarked = { redFlag: false, noTreat: false };

interface TagRow extends Named, Marks {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly mergedIntoId: number | null;
}
async function lockTags(tx: Tx, ids: readonly number[]): Promise<TagRow[]> {
  return tx.query<TagRow>(
    `select id, kind, name_zh as "nameZh", name_tw as "nameTw", name_en as "nameEn", synonyms, red_flag as "redFlag",
       no_treat as "noTreat", status, merged_into_id as "mergedIntoId"
     from cure.cure_tag where tenant_no = kit.tenant() and id = any ($1) order by id for update`,
    [ids],
  );
}

/** R82: every reference moves, and the old name stays as another word for the new one. */
async function merge(call: Call<typeof mergeTags>) {
  const { fromId, toId } = call.body;
  return inTenant(call.tx, call.actor.tenantNo, 'mergeTags', async (all) => {
    const rows = await lockTags(all, [fromId, toId]);
    const from = rows.find((one) => one.id === fromId && one.mergedIntoId === null);
    const to = rows.find((one) => one.id === toId && one.status === 'enabled');
    if (!from) throw invalid([{ field: 'fromId', key: 'error.field.ref' }]);
    if (!to || from === to || to.kind !== from.kind) throw invalid([{ field: 'toId', key: 'error.field.ref' }]);
    // Cases would silently gain or lose a duty to report.
    refuseMarks([], { redFlag: from.redFlag, noTreat: from.noTreat }, { redFlag: to.redFlag, noTreat: to.noTreat });
    const known = wordsOf(to);
    const words = wordsOf({ ...from, nameEn: '' }).filter((one) => !known.includes(one));
    const synonyms = [...(to.synonyms ? [to.synonyms] : []), ...words].join('、');
    if (synonyms.length > 200) throw invalid([{ field: 'toId', key: 'cure.refusal.manyWords' }]);
    const [moved] = await all.query<{ counts: Record<string, number> }>('select cure.move_tag($1, $2) as counts', [
      fromId,
      toId,
    ]);
    await closeMerged(all, fromId, toId, call.actor.userId);
    await takeWords(all, toId, synonyms, call.actor.userId);
    call.answer.msg = call.say('ok.done');
    return moved?.counts ?? {};
  });
}

export const tagRoutes = (): Route[] => [
  ...serveResource(cureTag)({
    expressions: { uses },
    before: {
      add: async (call, values) => {
        refuseMarks(call.actor.scope.regions, values, unmarked);
        await refuseTaken(call.tx, values.kind, values, []);
        return undefined;
      },
      edit: async (call, values, row) => {
        refuseMarks(call.actor.scope.regions, values, row);
        await refuseTaken(call.tx, row.kind, values, [row.id]);
        return undefined;
      },
      remove: async (_call, row) => {
        // R82: a tag in use is stopped, not removed.
        if (row.uses > 0) throw new AppError(409, 'error.inUse', { args: { name: row.nameZh } });
      },
      transition: async (call, move, row) => {
        const [tag] = await lockTags(call.tx, [row.id]);
        if (!tag) throw forbidden();
        // A word that became another does not come back beside it.
        if (move.name === 'enable' && tag.mergedIntoId !== null)
          throw wrongState('cure.cureTag.merged', 'cure.cureTag._merge');
        return undefined;
      },
    },
  }),
  serve('cure', mergeTags, merge),
];
