import { randomInt } from 'node:crypto';
import { notFound } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insCheckTask } from '#modules/insurance/contract/check/check.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { finishCheck } from '../enrolment/finish-check.ts';
import type { List } from '../enrolment/ins-enrolment.moves.ts';
import { dropLines, markToSee } from '../enrolment/ins-enrolment-line.ts';
import { dropParties } from '../enrolment/ins-enrolment-party.ts';
import { retotal } from '../enrolment/retotal.ts';
import { versionOf } from '../product/version-of.ts';

export interface Task {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
  readonly enrolmentId: number;
  readonly insurerId: number;
  readonly regionCode: number;
  readonly partyIds: readonly number[];
  readonly mode: 'full' | 'sample';
  readonly status: string;
  readonly dueOn: string;
}
export async function taskOf(tx: Pick<Tx, 'query'>, id: number, isLocked = false): Promise<Task> {
  const [row] = await tx.query<Task>(
    `select id, doc_no as "docNo", version, enrolment_id as "enrolmentId", insurer_id as "insurerId",
       region_code as "regionCode", party_ids as "partyIds", mode, status, to_char(due_on, 'YYYY-MM-DD') as "dueOn"
     from insurance.ins_check_task where tenant_no = kit.tenant() and id = $1${isLocked ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** R24: the lines a seed draws, at least so many of each holder and one of each; whoever has the seed draws the same. */
async function drawn(tx: Tx, enrolmentId: number, seed: number, bp: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from (
       select id, row_number() over (partition by party_id order by kit.draw_key($2, id, 1)) as n,
         greatest(1, ceil(count(*) over (partition by party_id) * $3::numeric / 10000)) as wanted
       from insurance.ins_enrolment_line
       where tenant_no = kit.tenant() and enrolment_id = $1 and status in ('listed', 'checked')) x
     where n <= wanted`,
    [enrolmentId, seed, bp],
  );
  return rows.map((one) => one.id);
}

/** One task for the list: its clerk and the coordinator of the village look. */
export async function makeTask(
  tx: Tx,
  list: List,
  form: { readonly dueOn: string; readonly witness?: string | null | undefined },
): Promise<number> {
  const version = await versionOf(tx, list.versionId);
  const seed = randomInt(1, 2 ** 31);
  const isSample = version.checkMode === 'sample';
  await markToSee(tx, list.id, isSample ? await drawn(tx, list.id, seed, version.sampleBp ?? 10_000) : null);
  const people = await inTenant(tx, tx.scope.tenantNo, 'insurance.checkers', (sys) =>
    sys.query<{ id: number; name: string }>(
      `select u.id, u.nickname as name from platform.user_view u where u.tenant_no = kit.tenant()
         and (u.id = $1 or u.id = (select s.user_id from insurance.staff_seen s where s.id = $2)) order by u.id`,
      [list.clerkUserId ?? 0, list.coordinatorId ?? 0],
    ),
  );
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into insurance.ins_check_task (tenant_no, region_code, doc_no, enrolment_id, insurer_id, party_ids, mode,
       seed, lines, checker_ids, checkers, witness, due_on, created_by, updated_by)
     select $1, $2, kit.doc_no('IC'), $3, $4,
       array(select p.id from insurance.ins_enrolment_party p where p.tenant_no = $1 and p.enrolment_id = $3
         and p.status in ('signed', 'checked') order by p.id), $5, $6,
       (select count(*) from insurance.ins_enrolment_line l where l.tenant_no = $1 and l.enrolment_id = $3
         and l.to_see and l.status in ('listed', 'checked') and l.check_result is null), $7, $8, $9, $10, $11, $11
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      list.regionCode,
      list.id,
      list.insurerId,
      version.checkMode,
      seed,
      people.map((one) => one.id),
      people.map((one) => one.name).join('、'),
      form.witness ?? null,
      form.dueOn,
      tx.scope.userId,
    ],
  );
  if (!row) throw notFound();
  for (const one of people)
    await openTask(tx, {
      taskType: 'handle',
      taskName: { key: 'insurance.task.check', args: { docNo: row.docNo } },
      entity: 'insurance.insCheckTask',
      entityId: row.id,
      linkPath: `/insuranceMgt/tagCheck?taskId=${row.id}`,
      assigneeId: one.id,
      regionCode: list.regionCode,
      principalId: list.insurerId,
      dueAt: `${form.dueOn}T23:59:59+08:00`,
    });
  return row.id;
}

/** What was seen and found so far, counted from the scans and issues themselves. */
export async function countTask(tx: Tx, id: number): Promise<{ lines: number; seen: number; issues: number }> {
  const [row] = await tx.query<{ lines: number; seen: number; issues: number }>(
    `update insurance.ins_check_task k set
       lines = (select count(*) from insurance.ins_enrolment_line l where l.tenant_no = k.tenant_no
         and l.party_id = any (k.party_ids) and l.to_see and l.status in ('listed', 'checked', 'insured')),
       seen = (select count(*) from insurance.ins_check_scan s where s.tenant_no = k.tenant_no and s.task_id = k.id
         and s.result = 'match'),
       matched = (select count(*) from insurance.ins_check_scan s where s.tenant_no = k.tenant_no and s.task_id = k.id
         and s.result = 'match'),
       issues = (select count(*) from insurance.ins_check_issue i where i.tenant_no = k.tenant_no and i.task_id = k.id),
       version = k.version + 1, updated_at = now()
     where k.tenant_no = kit.tenant() and k.id = $1 returning lines, seen, issues`,
    [id],
  );
  return row ?? { lines: 0, seen: 0, issues: 0 };
}
export async function setTaskStatus(
  tx: Tx,
  id: number,
  from: readonly string[],
  to: string,
  by: string | null,
): Promise<void> {
  const [was] = await tx.query<{ status: string }>(
    'select status from insurance.ins_check_task where tenant_no = kit.tenant() and id = $1 for update',
    [id],
  );
  if (!was || !from.includes(was.status) || was.status === to) return;
  await tx.query(
    `update insurance.ins_check_task set status = $2, version = version + 1, updated_at = now(),
       submitted_by = case when $3 then $4 else submitted_by end,
       submitted_at = case when $3 then now() else submitted_at end
     where tenant_no = kit.tenant() and id = $1`,
    [id, to, to === 'disposing' || to === 'passed', tx.scope.userId],
  );
  await recordTransition(
    tx,
    { userId: tx.scope.userId, nickname: by },
    { entity: 'insurance.insCheckTask', entityId: id, name: to, from: was.status, to },
  );
  if (to === 'passed' || to === 'failed') await closeTask(tx, 'insurance.insCheckTask', id);
}
/** Sent back by the underwriter: what was seen stays seen, and the checker goes on from there. */
export async function reopenTask(tx: Tx, enrolmentId: number, by: string | null): Promise<boolean> {
  const [last] = await tx.query<{ id: number }>(
    `select id from insurance.ins_check_task where tenant_no = kit.tenant() and enrolment_id = $1
       and status in ('passed', 'failed') order by id desc limit 1`,
    [enrolmentId],
  );
  if (!last) return false;
  await setTaskStatus(tx, last.id, ['passed', 'failed'], 'checking', by);
  return true;
}
export const markOverspeed = (tx: Tx, id: number) =>
  tx.query('update insurance.ins_check_task set overspeed = true where tenant_no = kit.tenant() and id = $1', [id]);

/** With the last issue confirmed the task is passed, and with the last task the list is checked. */
export async function settleTask(tx: Tx, id: number, by: string | null): Promise<void> {
  const left = await tx.query(
    `select 1 from insurance.ins_check_issue where tenant_no = kit.tenant() and task_id = $1 and status <> 'confirmed'
     limit 1`,
    [id],
  );
  if (left.length > 0) return;
  await countTask(tx, id);
  await setTaskStatus(tx, id, ['disposing', 'submitted', 'checking'], 'passed', by);
  await finishCheck(tx, (await taskOf(tx, id)).enrolmentId);
}

export const taskRoutes = (): Route[] =>
  serveResource(insCheckTask)({
    expressions: {
      parties: 'cardinality(t.party_ids)',
      checkers: `nullif(t.checkers, '')`,
      seenPct: 'round(100.0 * t.seen / nullif(t.lines, 0), 1)::float8',
      openIssues: `(select count(*)::int from insurance.ins_check_issue i where i.tenant_no = t.tenant_no
        and i.task_id = t.id and i.status <> 'confirmed')`,
      isOverdue: `(t.status in ('waiting', 'checking') and t.due_on < (now() at time zone 'Asia/Shanghai')::date)`,
    },
    after: {
      transition: async (call, move) => {
        if (move.name !== 'fail') return;
        const task = await taskOf(call.tx, move.id);
        await dropLines(call.tx, { partyIds: task.partyIds }, move.remark ?? null);
        await dropParties(call.tx, task.partyIds, move.remark ?? '');
        await retotal(call.tx, task.enrolmentId);
        await closeTask(call.tx, 'insurance.insCheckTask', task.id);
        await finishCheck(call.tx, task.enrolmentId);
      },
    },
  });
