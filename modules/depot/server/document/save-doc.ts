import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type DocType, type LineInput, reasonsOf } from '#modules/depot/contract/document/stock-doc.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { materialFacts } from '../goods/material.ts';
import { centsOf } from '../stock/ledger/cost.ts';
import { dropLineCosts, saveCosts } from '../stock/stock-cost.ts';
import { refuseDate } from './dates.ts';
import { readLines, type StoreFacts, storeOf } from './lines.ts';
import type { Powers } from './rights.ts';
import { type DocHead, docOfRequest, insertDoc, patchDoc, setTotals } from './stock-doc.ts';
import { type Line, linesOf, writeLines } from './stock-doc-line.ts';
import { entityOf } from './tell.ts';

/** A paper as somebody writes it. */
export interface DocInput {
  readonly docType: DocType;
  readonly depotId: number;
  readonly toDepotId?: number | null | undefined;
  /** Of a return: the box it comes from. */
  readonly boxId?: number | null | undefined;
  readonly purveyorId?: number | null | undefined;
  readonly staffId?: number | null | undefined;
  readonly holderId?: number | null | undefined;
  readonly requisitionId?: number | null | undefined;
  readonly orderId?: number | null | undefined;
  readonly bizDate: string;
  readonly reason?: string | null | undefined;
  readonly purpose?: string | null | undefined;
  readonly fileIds?: readonly number[] | undefined;
  readonly witnessIds?: readonly number[] | undefined;
  readonly temperature?: number | null | undefined;
  readonly remark?: string | null | undefined;
  readonly lines: readonly LineInput[];
  readonly requestId?: string | null | undefined;
}

export interface SavedDoc {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
}

/** The other store of a paper: where an issue goes to, or the box a return comes from. */
async function otherStore(tx: Tx, input: DocInput): Promise<StoreFacts | null> {
  if (input.docType === 'issueOut') {
    if (!input.toDepotId) throw invalid([{ field: 'toDepotId', key: 'error.field.required' }]);
    if (input.toDepotId === input.depotId) throw invalid([{ field: 'toDepotId', key: 'depot.ledger.sameStore' }]);
    return storeOf(tx, input.toDepotId, 'toDepotId');
  }
  if (input.docType !== 'otherIn' || input.reason !== 'staffReturn') return null;
  if (!input.boxId) throw invalid([{ field: 'boxId', key: 'error.field.required' }]);
  const box = await storeOf(tx, input.boxId, 'boxId');
  if (box.kind !== 'box') throw invalid([{ field: 'boxId', key: 'error.field.ref' }]);
  return box;
}

const reasonOf = (input: DocInput, other: StoreFacts | null): string | null => {
  if (input.docType === 'issueOut') return other?.kind === 'box' ? 'toBox' : 'toDepot';
  const reasons = reasonsOf[input.docType];
  if (reasons.length === 0) return null;
  if (!input.reason || !reasons.includes(input.reason))
    throw invalid([{ field: 'reason', key: 'error.field.required' }]);
  if (input.reason === 'toHolder' && !input.holderId)
    throw invalid([{ field: 'holderId', key: 'error.field.required' }]);
  if (input.reason === 'purveyorReturn' && !input.purveyorId)
    throw invalid([{ field: 'purveyorId', key: 'error.field.required' }]);
  return input.reason;
};

/** R36: without a requisition another unit gets goods only for every day's needs and in an emergency. */
function refusePurpose(input: DocInput, store: StoreFacts, other: StoreFacts | null): void {
  if (input.docType !== 'issueOut' || !other || other.principalId === store.principalId || input.requisitionId) return;
  if (input.purpose !== 'daily' && input.purpose !== 'emergency') throw refusal('purpose', 'depot.ledger.purpose');
}

/**
 * Writes a paper with its lines, new or anew; nothing moves. The caller's right to the store was checked before; what the
 * paper names is read under the tenant's own sight.
 */
export async function saveDoc(
  tx: Tx,
  input: DocInput,
  powers: Powers,
  old?: { readonly id: number; readonly version: number },
): Promise<SavedDoc> {
  const saved = await inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    if (input.requestId && !old) {
      const before = await docOfRequest(sys, input.requestId);
      if (before) return { id: before.id, docNo: before.docNo, version: before.version };
    }
    refuseDate(input.bizDate, powers.back);
    const store = await storeOf(sys, input.depotId);
    const other = await otherStore(sys, input);
    const reason = reasonOf(input, other);
    refusePurpose(input, store, other);
    const into = input.docType === 'issueOut' ? other : input.docType === 'useOut' ? null : store;
    const lines = await readLines(
      sys,
      { docType: input.docType, reason, bizDate: input.bizDate, into, powers },
      input.lines,
    );
    if (!powers.overrideLot && lines.some((line) => line.fefoReason)) throw refusal('fefo', 'depot.ledger.fefoRight');
    const head: DocHead = {
      docType: input.docType,
      depotId: store.id,
      principalId: store.principalId,
      regionCode: store.regionCode,
      toDepotId: other?.id ?? null,
      toPrincipalId: other && other.principalId !== store.principalId ? other.principalId : null,
      purveyorId: input.purveyorId ?? null,
      staffId: input.staffId ?? (input.docType === 'useOut' ? null : (other?.staffId ?? null)),
      holderId: input.holderId ?? null,
      requisitionId: input.requisitionId ?? null,
      orderId: input.orderId ?? null,
      bizDate: input.bizDate,
      reason,
      purpose: input.purpose ?? null,
      fileIds: input.fileIds ?? [],
      witnessIds: input.witnessIds ?? [],
      temperature: input.temperature ?? null,
      remark: input.remark ?? null,
    };
    const made = old
      ? await rewrite(sys, old, head, powers.actor)
      : await insertDoc(sys, head, { actor: powers.actor, requestId: input.requestId ?? null });
    await writeAll(sys, made.id, store.principalId, lines, input.lines, powers.actor);
    return made;
  });
  if (input.fileIds?.length) await linkFiles(tx, input.fileIds, entityOf(input), saved.id);
  return saved;
}

async function rewrite(
  tx: Tx,
  old: { id: number; version: number },
  head: DocHead,
  actor: number | null,
): Promise<SavedDoc> {
  const { docType: _, ...values } = head;
  const version = await patchDoc(tx, old.id, { ...values }, { version: old.version, actor });
  const [row] = await tx.query<{ docNo: string }>('select doc_no as "docNo" from depot.stock_doc where id = $1', [
    old.id,
  ]);
  return { id: old.id, docNo: row?.docNo ?? '', version };
}

/** Lines, what they cost, and what they add up to. */
async function writeAll(
  tx: Tx,
  docId: number,
  principalId: number,
  lines: readonly Line[],
  inputs: readonly LineInput[],
  actor: number | null,
): Promise<void> {
  await dropLineCosts(
    tx,
    (await linesOf(tx, docId)).map((line) => line.id),
  );
  const ids = await writeLines(tx, docId, lines, actor);
  await saveCosts(
    tx,
    inputs.flatMap((input, at) => {
      const line = lines[at];
      if (!line || input.unitCost === null || input.unitCost === undefined) return [];
      // Prices are told for the unit that was counted.
      const unitCost = input.unitCost / line.factor;
      return [
        {
          about: 'line' as const,
          aboutId: ids[at] ?? 0,
          principalId,
          otherPrincipalId: null,
          unitCost,
          cents: centsOf(line.unitQty, input.unitCost),
        },
      ];
    }),
  );
  await sumDoc(tx, docId);
}

/** The paper's own sums follow its lines. */
export async function sumDoc(tx: Tx, docId: number): Promise<void> {
  const lines = await linesOf(tx, docId);
  const materials = await materialFacts(
    tx,
    lines.map((line) => line.materialId),
  );
  const sums = new Map<string, number>();
  const kinds = new Set<string>();
  for (const line of lines) {
    const { baseUnit: unit = '', kind } = materials.get(line.materialId) ?? {};
    if (kind) kinds.add(kind);
    sums.set(unit, (sums.get(unit) ?? 0) + toMilli(line.qty));
  }
  await setTotals(tx, docId, {
    lineCount: lines.length,
    totalQtyText: [...sums].map(([unit, milli]) => `${fromMilli(milli)} ${unit}`).join(', '),
    materialKind: [...kinds].sort(),
  });
}
