import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { openTask } from '#modules/platform/server/index.ts';
import { ofUnit } from '#modules/registry/server/index.ts';
import { traceFeedback } from '#modules/traceability/contract/oversight/oversight.ts';

const entity = 'traceability.traceFeedback';

interface NewFeedback {
  readonly kind: string;
  readonly code: string;
  readonly about: string;
  readonly content: string;
  readonly phone: string | null;
  readonly principalId: number;
  readonly regionCode: number;
}

/** What somebody said about a label; a forged one is a task for the inspector. */
export async function insertFeedback(tx: Tx, one: NewFeedback): Promise<string> {
  const [enc, hash, mask] = piiColumns('phone', 'phone', one.phone, tx.scope.tenantNo).map(([, value]) => value);
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into traceability.trace_feedback (tenant_no, region_code, principal_id, doc_no, code, about, kind, content,
       phone_enc, phone_hash, phone_mask)
     values (kit.tenant(), $1, $2, kit.doc_no('TF'), $3, $4, $5, $6, $7, $8, $9) returning id, doc_no as "docNo"`,
    [one.regionCode, one.principalId, one.code, one.about, one.kind, one.content, enc, hash, mask],
  );
  if (!row) throw new Error('the feedback was not written');
  if (one.kind === 'fakeLabel')
    await openTask(tx, {
      taskType: 'approve',
      taskName: { key: 'traceability.feedbackPage.task', args: { docNo: row.docNo, about: one.about } },
      entity,
      entityId: row.id,
      linkPath: `/traceability/traceabilityManagement/feedback?docNo=${row.docNo}`,
      permission: 'trace:feedback:handle',
      regionCode: one.regionCode,
      principalId: one.principalId,
    });
  return row.docNo;
}

export const reassignFeedback = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_feedback set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1`,
    [from, to],
  );

export const feedbackRoutes = (): Route[] =>
  serveResource(traceFeedback)({
    match: { principalId: ofUnit },
    expressions: {
      waitingDays: `(case when t.status = 'open' then extract(day from now() - t.created_at)::int end)`,
    },
    before: {
      transition: async (_call, move) =>
        move.name === 'reply' ? { answeredAt: new Date().toISOString() } : { answer: move.remark ?? null },
    },
  });
