import type { Tx } from '#kit/server/db/database.ts';
import { allPowers } from './rights.ts';
import { type DocInput, type SavedDoc, saveDoc } from './save-doc.ts';
import { takeStep } from './steps.ts';

/** A paper with where it shall stand, and on which days its steps were taken. */
export interface PostedDoc extends DocInput {
  /** Of an issue: as far as it goes; received unless told. */
  readonly until?: 'draft' | 'submitted' | 'picked' | 'dispatched' | 'received' | 'posted';
  readonly receivedOn?: string;
  /** Who says that it is right, where that is somebody else than who wrote it. */
  readonly checker?: number | null;
  readonly form?: Readonly<Record<string, unknown>>;
}

const ways: Readonly<Record<string, readonly string[]>> = {
  'purchaseIn:submitted': ['submit'],
  'purchaseIn:posted': ['postNow'],
  'otherIn:posted': ['post'],
  'useOut:posted': ['post'],
  'issueOut:picked': ['pick'],
  'issueOut:dispatched': ['pick', 'dispatch'],
  'issueOut:received': ['pick', 'dispatch', 'receive'],
};

/**
 * `stock.post`: a whole paper of any kind in one call, in the caller's transaction. The rights of people are not asked for:
 * whoever calls this speaks for a record of its own that has been checked. Answers the paper's number.
 *
 * @example
 * const { id, docNo } = await postDoc(tx, { docType: 'purchaseIn', depotId, purveyorId, bizDate: '2026-11-15',
 *   lines: [{ materialId, lotNo: '20261001', expireOn: '2028-09-30', unit: 'bottle', unitQty: 40, unitCost: 12.5 }] }, actorId);
 */
export async function postDoc(tx: Tx, doc: PostedDoc, actor: number | null = tx.scope.userId): Promise<SavedDoc> {
  const powers = allPowers(actor);
  const { until = doc.docType === 'issueOut' ? 'received' : 'posted', receivedOn, checker, form, ...input } = doc;
  const saved = await saveDoc(tx, input, powers);
  let { version } = saved;
  for (const name of ways[`${doc.docType}:${until}`] ?? []) {
    const on = name === 'receive' ? (receivedOn ?? doc.bizDate) : doc.bizDate;
    const by = checker && (name === 'postNow' || name === 'receive') ? allPowers(checker) : powers;
    version = (await takeStep(tx, saved.id, name, { form, on, powers: by })).version;
  }
  return { ...saved, version };
}
