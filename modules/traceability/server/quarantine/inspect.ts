import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { reportSuspect } from '#modules/cure/server/index.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import type { QuarantineDeclaration } from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';
import { noteInspector } from './quarantine-declaration.rows.ts';
import { animalsOfDeclaration, recordFindings } from './quarantine-declaration-animal.ts';
import { recheck } from './recheck.ts';
import { vetOf } from './vet.ts';

interface Findings {
  readonly temperatureFrom: number;
  readonly temperatureTo: number;
  readonly disinfected: boolean;
  readonly failedTags: string | null;
  readonly failCode: string | null;
  readonly suspectDisease: string | null;
}

const tagsIn = (text: string | null): string[] => [...new Set((text ?? '').split(/[\s,，;；、]+/).filter(Boolean))];

/** R17: the vet's finding, animal by animal; who fails is taken off the list. */
export async function inspect(call: Call, move: Move, row: QuarantineDeclaration): Promise<Record<string, unknown>> {
  const vet = await vetOf(call, row.regionCode, row.principalId);
  const found = move.form as unknown as Findings;
  if (found.temperatureTo < found.temperatureFrom)
    throw invalid([{ field: 'temperatureTo', key: 'traceability.refusal.temperatureOrder' }]);
  if (!found.disinfected) throw refusal('notDisinfected', 'traceability.refusal.notDisinfected');
  const animals = await animalsOfDeclaration(call.tx, row.id);
  const tags = tagsIn(found.failedTags);
  const strange = tags.find(
    (tag) => !animals.some((one) => one.tag === tag || (tag.length >= 4 && one.tag.endsWith(tag))),
  );
  if (strange)
    throw invalid([{ field: 'failedTags', key: 'traceability.refusal.tagNotListed', args: { tag: strange } }]);
  if (tags.length > 0 && !found.failCode) throw invalid([{ field: 'failCode', key: 'error.field.required' }]);
  if (found.failCode === 'suspect' && !found.suspectDisease)
    throw invalid([{ field: 'suspectDisease', key: 'error.field.required' }]);
  const failed = animals
    .filter((one) => tags.some((tag) => one.tag === tag || (tag.length >= 4 && one.tag.endsWith(tag))))
    .map((one) => one.animalId);
  await recordFindings(call.tx, row.id, failed, tags.length > 0 ? found.failCode : null);
  await noteInspector(call.tx, row.id, vet.id, call.actor.userId);
  await recheck(call.tx, row.id, 'inspect', call.actor.userId);
  return {
    inspectedAt: new Date().toISOString(),
    vetName: vet.name,
    heads: animals.length - failed.length,
    temperatureFrom: found.temperatureFrom,
    temperatureTo: found.temperatureTo,
    disinfected: true,
  };
}

/** R17: a suspicion goes to the county's prevention centre at once, by the one door for suspicions. */
export async function reportFailed(call: Call, move: Move): Promise<void> {
  const found = move.form as unknown as Findings;
  if (found.failCode !== 'suspect' || !found.suspectDisease) return;
  const [row] = await call.tx.query<{ principalId: number; regionCode: number; docNo: string; ids: number[] }>(
    `select d.principal_id as "principalId", d.region_code as "regionCode", d.doc_no as "docNo",
       array(select l.animal_id::float8 from traceability.quarantine_declaration_animal l
         where l.parent_id = d.id and l.result = 'fail') as ids
     from traceability.quarantine_declaration d where d.id = $1`,
    [move.id],
  );
  if (!row || row.ids.length === 0) return;
  const { docNo } = await reportSuspect(call.tx, {
    principalId: row.principalId,
    diseaseCode: found.suspectDisease,
    animalIds: row.ids,
    headIll: row.ids.length,
    signs: row.docNo,
    foundBy: 'traceability',
  });
  await openAlarm(call.tx, {
    kind: 'suspectAtCheck',
    dedupKey: `suspectAtCheck:${move.id}`,
    subject: { entity: 'traceability.quarantineDeclaration', id: move.id, name: row.docNo },
    regionCode: row.regionCode,
    principalId: row.principalId,
    args: { docNo: row.docNo, report: docNo, n: row.ids.length },
  });
}
