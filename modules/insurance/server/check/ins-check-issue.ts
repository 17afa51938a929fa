import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insCheckIssue } from '#modules/insurance/contract/check/check.ts';
import { dropLines, markSeen } from '../enrolment/ins-enrolment-line.ts';
import { retotal } from '../enrolment/retotal.ts';
import { refuse } from '../refusals.ts';
import { addSeen } from './add-line.ts';
import { settleTask, type Task } from './ins-check-task.ts';

export interface NewIssue {
  readonly kind: string;
  readonly partyId: number | null;
  readonly lineId: number | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly holderName: string;
  readonly earTag: string | null;
  readonly evidence: Readonly<Record<string, unknown>>;
}
/** The same finding twice is one issue. */
export const insertIssues = (tx: Tx, task: Task, issues: readonly NewIssue[]) =>
  tx.query(
    `insert into insurance.ins_check_issue (tenant_no, region_code, task_id, enrolment_id, insurer_id, principal_id,
       party_id, line_id, holder_name, ear_tag, kind, evidence, created_by)
     select $1, r.region, $2, $3, $4, r.principal, r.party, r.line, r.holder, r.tag, r.kind, r.evidence, $5
     from jsonb_to_recordset($6::jsonb) r(region bigint, principal bigint, party bigint, line bigint, holder text,
       tag text, kind text, evidence jsonb)
     on conflict do nothing`,
    [
      tx.scope.tenantNo,
      task.id,
      task.enrolmentId,
      task.insurerId,
      tx.scope.userId,
      JSON.stringify(
        issues.map((one) => ({
          region: one.regionCode,
          principal: one.principalId,
          party: one.partyId,
          line: one.lineId,
          holder: one.holderName,
          tag: one.earTag,
          kind: one.kind,
          evidence: one.evidence,
        })),
      ),
    ],
  );
/** An animal that was seen after all is missing no more. */
export const dropMissing = (tx: Tx, taskId: number, lineIds: readonly number[]) =>
  tx.query(
    `delete from insurance.ins_check_issue where tenant_no = kit.tenant() and task_id = $1 and kind = 'missing'
       and status = 'open' and line_id = any ($2)`,
    [taskId, lineIds],
  );

const proposals: Readonly<Record<string, string>> = {
  missing: 'dropLine',
  extra: 'accept',
  tagLost: 'replaceTag',
  tagMismatch: 'dropLine',
  otherHolder: 'accept',
  unhealthy: 'dropLine',
  ageOut: 'dropLine',
  photoUsed: 'recheck',
  farAway: 'recheck',
  countDiff: 'recheck',
};
const proposed = `(case t.kind ${Object.entries(proposals)
  .map(([kind, handling]) => `when '${kind}' then '${handling}'`)
  .join(' ')} end)`;

export const issueRoutes = (): Route[] =>
  serveResource(insCheckIssue)({
    expressions: {
      proposed,
      handler: '(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.handled_by)',
      ageDays: '(extract(epoch from now() - t.created_at) / 86400)::int',
    },
    before: {
      transition: async (call, move, row) => {
        const { userId } = call.actor;
        if (move.name === 'handle') {
          const { handling, reason = null } = move.form as { handling: string; reason?: string | null };
          // R25: a picture of another animal is taken anew, never waved through.
          if (row.kind === 'photoUsed' && handling === 'accept') throw refuse('photoUsed');
          if (handling === 'addLine' && row.kind !== 'extra') throw refuse('notOfAHolder');
          if (handling === 'accept' && !reason) throw refuse('reasonMissing');
          return { handling, reason, handledBy: userId, handledAt: new Date().toISOString() };
        }
        if (move.name === 'confirm') {
          const [own] = await call.tx.query<{ by: number | null }>(
            'select handled_by as by from insurance.ins_check_issue where id = $1',
            [row.id],
          );
          if (own?.by === userId) throw refuse('samePerson');
          return { confirmedBy: userId, confirmedAt: new Date().toISOString() };
        }
        return { handledBy: null, handledAt: null };
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name !== 'confirm') return;
        const [issue] = await call.tx.query<{
          taskId: number;
          enrolmentId: number;
          lineId: number | null;
          handling: string | null;
          kind: string;
          earTag: string | null;
        }>(
          `select task_id as "taskId", enrolment_id as "enrolmentId", line_id as "lineId", handling, kind,
             ear_tag as "earTag"
           from insurance.ins_check_issue where id = $1`,
          [move.id],
        );
        if (!issue) return;
        if (issue.handling === 'addLine') await addSeen(call.tx, issue.enrolmentId, issue.earTag ?? '');
        else if (issue.lineId && issue.handling === 'dropLine') {
          await dropLines(call.tx, { lineIds: [issue.lineId] }, issue.kind);
          await retotal(call.tx, issue.enrolmentId);
        } else if (issue.lineId && issue.handling !== 'recheck') await markSeen(call.tx, [issue.lineId], 'handled');
        await settleTask(call.tx, issue.taskId, call.actor.nickname);
      },
    },
  });
