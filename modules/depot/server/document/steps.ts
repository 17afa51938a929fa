import { notFound, wrongState } from '#kit/contract/errors.ts';
import { type AnyResource, fullName, type Transition, transitionKey } from '#kit/contract/resource.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { issueOut } from '#modules/depot/contract/document/issue-out.ts';
import { otherIn } from '#modules/depot/contract/document/other-in.ts';
import type { DocType } from '#modules/depot/contract/document/stock-doc.ts';
import { stockIn } from '#modules/depot/contract/document/stock-in.ts';
import { useOut } from '#modules/depot/contract/document/use-out.ts';
import { issueSteps } from './kinds/issue.ts';
import { otherInSteps } from './kinds/other-in.ts';
import { receiptSteps } from './kinds/receipt.ts';
import { useOutSteps } from './kinds/use-out.ts';
import type { Step, StepInput } from './step.ts';
import { docOf, patchDoc, type StockDoc } from './stock-doc.ts';

const kinds: Readonly<Record<DocType, { resource: AnyResource; steps: Readonly<Record<string, Step>> }>> = {
  purchaseIn: { resource: stockIn, steps: receiptSteps },
  otherIn: { resource: otherIn, steps: otherInSteps },
  useOut: { resource: useOut, steps: useOutSteps },
  issueOut: { resource: issueOut, steps: issueSteps },
};

/** What a step does, for whoever moves the paper itself on: the engine, or `takeStep`. */
export async function runStep(tx: Tx, doc: StockDoc, name: string, input: StepInput): Promise<Record<string, unknown>> {
  const step = kinds[doc.docType].steps[name];
  if (!step) throw notFound();
  return inTenant(tx, tx.scope.tenantNo, 'stock', (sys) =>
    step({ ...sys, scope: { ...sys.scope, userId: input.powers.actor } }, doc, input),
  );
}

/**
 * The same with the paper moved on and its history written: for loaders and other modules, whose rights nobody asks for, and
 * for calls that take several steps at once.
 */
export async function takeStep(tx: Tx, id: number, name: string, input: StepInput): Promise<StockDoc> {
  return inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const { actor } = input.powers;
    const doc = await docOf(sys, id, true);
    const { resource } = kinds[doc.docType];
    const transition = resource.transitions?.[name] as Transition | undefined;
    if (!transition) throw notFound();
    if (!transition.from.includes(doc.status)) throw wrongState(doc.status, transitionKey(resource, name));
    const derived = await runStep(sys, doc, name, input);
    await patchDoc(sys, id, { ...derived, status: transition.to }, { actor });
    const [by] = await sys.query<{ nickname: string }>('select nickname from platform.sys_user where id = $1', [actor]);
    await recordTransition(
      sys,
      { userId: actor, nickname: by?.nickname ?? null },
      {
        entity: fullName(resource),
        entityId: id,
        name,
        from: doc.status,
        to: transition.to,
        remark: input.remark ?? null,
      },
    );
    return docOf(sys, id);
  });
}
