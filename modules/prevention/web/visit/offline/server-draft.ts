import { call, newKey } from '#kit/web/api/client.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import {
  type Prepared,
  prepareVisit,
  type VisitSheet,
  visitDetail,
} from '#modules/prevention/contract/visit/visit-sheet.ts';
import { type Mark, newForm, type VisitForm } from '../sheet/form.ts';

const picture = (fileId: number): Picture => ({ key: newKey(), name: String(fileId), type: 'image/jpeg', fileId });

/** A draft that the server kept, or a voided sheet to begin from, as the form knows it. */
export async function readServerDraft(id: number): Promise<{ prepared: Prepared; form: VisitForm } | null> {
  const { draft } = await call(visitDetail, { query: { id }, quiet: true });
  const sheet = draft as Partial<VisitSheet> | null;
  if (!sheet?.principalId || !sheet.clientKey || !sheet.mode) return null;
  const prepared = await call(prepareVisit, {
    query: { principalId: sheet.principalId, mode: sheet.mode, visitedOn: sheet.visitedOn },
    quiet: true,
  });
  const usual = newForm(prepared, sheet.mode);
  const marks = (sheet.animals ?? []).map((one): [number, Mark] => [
    one.animalId,
    {
      result: one.result,
      ...(one.exemptReason && { exemptReason: one.exemptReason }),
      ...(one.exemptUntil && { exemptUntil: one.exemptUntil }),
      ...(one.note && { note: one.note }),
    },
  ]);
  const form: VisitForm = {
    ...usual,
    // A copy is another sheet than the one it was made from.
    clientKey: sheet.clientKey.startsWith('copy-') ? newKey() : sheet.clientKey,
    visitedOn: sheet.visitedOn ?? usual.visitedOn,
    outcome: sheet.result === 'partial' || !sheet.result ? 'done' : sheet.result,
    marks: Object.fromEntries(marks),
    found: sheet.foundUntagged ?? null,
    loose: sheet.lines?.[0]?.untagged ?? {},
    cards: (sheet.lines ?? []).map((one) => ({
      vaccineCode: one.vaccineCode,
      materialId: one.materialId ?? null,
      lotId: one.lotId ?? null,
      lotNo: one.lotNo ?? '',
    })),
    photos: (sheet.photos ?? []).map(picture),
    proofs: (sheet.purchaseProof ?? []).map(picture),
    sign: sheet.holderSignId ? picture(sheet.holderSignId) : null,
    location: sheet.location ?? null,
    remark: sheet.remark ?? '',
  };
  return { prepared, form };
}
