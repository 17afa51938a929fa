import { forbidden, refusal, wrongState } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { mustKeep } from '../../store/depot.ts';
import { powersOf } from '../rights.ts';
import { type DocInput, type SavedDoc, saveDoc } from '../save-doc.ts';
import { runStep } from '../steps.ts';
import { docOf, type StockDoc } from '../stock-doc.ts';

// biome-ignore lint/suspicious/noExplicitAny: a call of any of the papers
type AnyCall = Call<any>;

/** Saves what a keeper wrote: new, or anew while it is a draft. */
export async function keepDoc(
  call: AnyCall,
  entity: string,
  input: DocInput,
  old?: { id: number; version: number },
): Promise<SavedDoc> {
  await mustKeep(call, input.depotId);
  if (old) {
    const doc = await docOf(call.tx, old.id, true);
    if (doc.docType !== input.docType) throw forbidden();
    if (doc.status !== 'draft') throw wrongState(doc.status, 'verb.edit');
    if (doc.depotId !== input.depotId) await mustKeep(call, doc.depotId);
  }
  const key = call.header('idempotency-key');
  const saved = await saveDoc(call.tx, { ...input, ...(key && { requestId: key }) }, powersOf(call), old);
  await audit(call.tx, call as Call, {
    module: 'depot',
    entity,
    entityId: saved.id,
    entityName: saved.docNo,
    action: old ? 'edit' : 'add',
    after: { depotId: input.depotId, reason: input.reason, bizDate: input.bizDate, lines: input.lines.length },
  });
  call.answer.msg = call.say('ok.saved');
  return saved;
}

/** A step the engine takes: what it does beside moving the paper on. */
export async function act(
  call: Call,
  move: Move,
  mayTake: (call: Call, doc: StockDoc, name: string) => Promise<void>,
): Promise<Record<string, unknown>> {
  const doc = await docOf(call.tx, move.id, true);
  await mayTake(call, doc, move.name);
  return runStep(call.tx, doc, move.name, { form: move.form, remark: move.remark, powers: powersOf(call) });
}

/** Drafts are thrown away by whoever wrote them. */
export function mustBeMine(row: { readonly mine?: unknown }): void {
  if (row.mine !== true) throw refusal('notMaker', 'depot.ledger.notMaker');
}
