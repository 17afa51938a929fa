import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { withdrawalUntil } from '#modules/cure/server/index.ts';
import { closeAlarm, eachTenant, openAlarm } from '#modules/platform/server/index.ts';

interface Draft {
  id: number;
  docNo: string;
  principalId: number;
  regionCode: number;
  ids: number[];
}
/** An animal under withdrawal on a list that is not sent yet: told before the lorry stands at the gate. */
export async function tellListed(tx: Tx): Promise<void> {
  const drafts = await tx.query<Draft>(
    `select b.id, b.doc_no as "docNo", b.principal_id as "principalId", b.region_code as "regionCode",
       array_agg(l.animal_id) as ids
     from farm.slaughter_batch b join farm.slaughter_batch_line l on l.parent_id = b.id
     where b.tenant_no = kit.tenant() and b.status = 'draft' group by 1, 2, 3, 4`,
  );
  for (const one of drafts) {
    const blocked = await withdrawalUntil(tx, one.ids, today());
    const dedupKey = `withdrawalListed:${one.id}`;
    const [first] = blocked;
    if (!first) {
      await closeAlarm(tx, dedupKey);
      continue;
    }
    await openAlarm(tx, {
      kind: 'withdrawalListed',
      dedupKey,
      subject: { entity: 'farm.slaughterBatch', id: one.id, name: one.docNo },
      animalId: first.animalId,
      regionCode: one.regionCode,
      principalId: one.principalId,
      args: { docNo: one.docNo, tag: first.earTag, date: first.until, n: blocked.length, batchId: one.id },
      evidence: { tags: blocked.map((animal) => animal.earTag) },
    });
  }
}

export const listedNight = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) => database.transaction(systemScope(tenantNo, 'farm.listed'), tellListed));
