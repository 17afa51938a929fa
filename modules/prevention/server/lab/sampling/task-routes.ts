import { randomInt } from 'node:crypto';
import type { BodyOf } from '#kit/contract/endpoint.ts';
import { type FieldError, invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, insertRow, updateRow } from '#kit/server/resource/write.ts';
import { notify } from '#modules/platform/server/index.ts';
import { replaceAssignment, sampleAssignment } from '#modules/prevention/contract/lab/sample-assignment.ts';
import * as contract from '#modules/prevention/contract/lab/sample-task.ts';
import { asSystem } from '../as-system.ts';
import { wrongStateError } from '../wrong-state-error.ts';
import { draw, nextFor } from './draw.ts';
import { insertAssignments, markReplaced } from './sample-assignment.ts';
import { keepSeed, sumTask, type TaskFacts, taskFacts } from './sample-task.ts';

const { sampleTask } = contract;
type Body = BodyOf<typeof contract.addSampleTask>;

const diseaseNames = (codes: string) =>
  `(select string_agg(d.name_zh, '、' order by d.order_num) from prevention.ant_disease d where d.tenant_no = t.tenant_no and d.code = any (${codes}))`;

export const sampleTaskRoutes = (): Route[] => [
  ...serveResource(sampleTask)({
    expressions: {
      diseaseList: 'to_jsonb(t.disease_codes)',
      diseases: diseaseNames('t.disease_codes'),
      itemList: 'to_jsonb(t.item_ids)',
      items: `(select string_agg(i.name, '、' order by i.id) from prevention.detect_item i where i.id = any (t.item_ids))`,
      labName: 'registry.principal_name(t.lab_id)',
    },
    before: {
      transition: async (call, move, row) => {
        if (move.name === 'publish') return { quotaHeads: await publish(call, row.id) };
        return undefined;
      },
    },
  }),
  serve('prevention', contract.addSampleTask, async (call) => {
    const whole = call as unknown as Call;
    const { values, derived } = await checked(whole, call.body);
    const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('SK') as no`);
    const saved = await insertRow(whole, sampleTask, values, {
      ...derived,
      docNo: no?.no,
      seed: call.body.seed ?? newSeed(),
    });
    call.answer.msg = call.say('ok.saved');
    return { ...saved, docNo: no?.no ?? '' };
  }),
  serve('prevention', contract.editSampleTask, async (call) => {
    const whole = call as unknown as Call;
    const { id, version, ...body } = call.body;
    const row = await findRow(whole, sampleTask, id, true);
    const { values, derived } = await checked(whole, body);
    const saved = await updateRow(whole, sampleTask, id, version, values, {
      ...derived,
      ...(body.seed && { seed: body.seed }),
    });
    call.answer.msg = call.say('ok.saved');
    return { ...saved, docNo: row.docNo };
  }),
  serve('prevention', contract.drawSampleTask, async (call) => {
    const task = await taskFacts(call.tx, call.params.id, true);
    if (!task) throw notFound();
    if (task.status !== 'draft')
      throw wrongStateError(call as unknown as Call, 'sample_task_status', task.status, 'prevention.sampleTask._draw');
    const seed = call.body.seed ?? task.seed;
    const version = seed === task.seed ? task.version : await keepSeed(call.tx, task.id, seed);
    return { seed, version, ...(await draw(call.tx, task, seed)) };
  }),
  ...serveResource(sampleAssignment)({
    expressions: {
      holder: 'registry.principal_name(t.principal_id)',
      overdue: `(t.status in ('waiting', 'sampling') and t.due_on < prevention.today() and exists (select 1 from prevention.sample_task k where k.id = t.task_id and k.status <> 'closed'))`,
      mine: '(t.staff_id in (select s.id from registry.staff s where s.user_id = kit.user_id()))',
      openLogId: `(select l.id from prevention.sample_log l where l.assignment_id = t.id and l.status = 'draft' limit 1)`,
      replacedBy:
        '(select registry.principal_name(o.principal_id) from prevention.sample_assignment o where o.id = t.replaced_by_id)',
    },
  }),
  serve('prevention', replaceAssignment, async (call) => {
    const whole = call as unknown as Call;
    const { id, version, reason } = call.body;
    const row = await findRow(whole, sampleAssignment, id, true);
    if (row.version !== version) throw staleVersion();
    // Tubes that were taken stay with who gave them.
    if (row.status !== 'waiting' || row.collected > 0)
      throw wrongStateError(whole, 'sample_assignment_status', row.status, 'prevention.sampleAssignment._replace');
    const task = await taskFacts(call.tx, row.taskId);
    if (!task) throw notFound();
    const madeId = await asSystem(call.tx, async (all) => {
      const next = await nextFor(all, task, row.regionCode, row.quota);
      if (!next) throw refusal('noneLeft', 'prevention.sampleAssignment.noneLeft');
      const [made = 0] = await insertAssignments(all, task, [next], call.actor.userId);
      await markReplaced(all, id, made, reason);
      await recordTransition(all, call.actor, {
        entity: 'prevention.sampleAssignment',
        entityId: id,
        name: 'replace',
        from: 'waiting',
        to: 'replaced',
        remark: reason,
      });
      await sumTask(all, task.id);
      await tellWorkers(all, task, [next.staffId]);
      return { made, name: next.name };
    });
    // Who came in may live where the caller has no business.
    const seen = await call.tx.query('select 1 from prevention.sample_assignment where id = $1', [madeId.made]);
    call.answer.msg = call.say('ok.done');
    return { id: madeId.made, holder: seen.length > 0 ? madeId.name : '-' };
  }),
];

const newSeed = () => randomInt(1, 2_000_000_000);

async function checked(call: Call, body: Omit<Body, 'seed'>) {
  const faults: FieldError[] = [];
  if (body.endDate < body.startDate) faults.push({ field: 'endDate', key: 'prevention.sampleTask.dates' });
  const diseases = await call.tx.query<{ code: string }>(
    'select code from prevention.ant_disease where tenant_no = kit.tenant() and code = any ($1)',
    [body.diseaseCodes],
  );
  if (diseases.length < new Set(body.diseaseCodes).size) faults.push({ field: 'diseaseCodes', key: 'error.field.ref' });
  const items = await call.tx.query<{ diseaseCode: string }>(
    `select disease_code as "diseaseCode" from prevention.detect_item where tenant_no = kit.tenant() and id = any ($1) and status = 'enabled'`,
    [body.itemIds],
  );
  if (items.length < new Set(body.itemIds).size || items.some((one) => !body.diseaseCodes.includes(one.diseaseCode)))
    faults.push({ field: 'itemIds', key: 'prevention.sampleTask.itemsOfDiseases' });
  const labs = await asSystem(call.tx, (all) =>
    all.query(`select 1 from registry.principal where id = $1 and principal_unit_type = 'lab' and status = 'active'`, [
      body.labId,
    ]),
  );
  if (labs.length === 0) faults.push({ field: 'labId', key: 'error.field.ref' });
  const { regions } = call.actor.scope;
  if (body.quota.some(({ regionCode }) => !regions.some((own) => within(regionCode, own))))
    faults.push({ field: 'quota', key: 'error.field.region' });
  const codes = body.quota.map((one) => one.regionCode);
  if (codes.some((one, at) => codes.some((other, to) => at !== to && within(one, other))))
    faults.push({ field: 'quota', key: 'prevention.sampleTask.overlap' });
  if (body.pick === 'named' && body.quota.some((one) => (one.principalIds ?? []).length === 0))
    faults.push({ field: 'quota', key: 'prevention.sampleTask.nameThem' });
  if (faults.length > 0) throw invalid(faults);
  const quota = body.quota.map((one) =>
    body.pick === 'named' ? { ...one, households: one.principalIds?.length ?? 0 } : { ...one, principalIds: undefined },
  );
  return {
    values: {
      name: body.name,
      purpose: body.purpose,
      species: body.species,
      sampleType: body.sampleType,
      startDate: body.startDate,
      endDate: body.endDate,
    },
    derived: {
      regionCode: regions[0],
      diseaseCodes: body.diseaseCodes,
      itemIds: body.itemIds,
      minDaysAfterImmune: body.purpose === 'antibody' ? (body.minDaysAfterImmune ?? 28) : null,
      labId: body.labId,
      pick: body.pick,
      quota,
      quotaHeads: quota.reduce((all, one) => all + one.households * one.heads, 0),
    },
  };
}

/** Draws for good: one row for every household, with who has charge of its village. */
export async function publishTask(tx: Tx, task: TaskFacts): Promise<number> {
  const { rows } = await draw(tx, task, task.seed);
  if (rows.length === 0) throw refusal('nothingDrawn', 'prevention.sampleTask.nothingDrawn');
  await insertAssignments(tx, task, rows);
  await asSystem(tx, (all) =>
    tellWorkers(
      all,
      task,
      rows.map((one) => one.staffId),
    ),
  );
  return rows.reduce((all, one) => all + one.quota, 0);
}

async function publish(call: Call, id: number): Promise<number> {
  const task = await taskFacts(call.tx, id);
  if (!task) throw notFound();
  return publishTask(call.tx, task);
}

async function tellWorkers(all: Tx, task: TaskFacts, staffIds: readonly (number | null)[]): Promise<void> {
  const users = await all.query<{ id: number }>(
    'select distinct user_id as id from registry.staff where id = any ($1) and user_id is not null',
    [staffIds.filter((one) => one !== null)],
  );
  await notify(all, {
    userIds: users.map((one) => one.id),
    type: 'reminder',
    title: { key: 'prevention.sampleTask.noticeTitle', args: { name: task.name } },
    content: { key: 'prevention.sampleTask.noticeText', args: { name: task.name, on: task.endDate } },
    linkPath: `/ant/collection/taskInfo?taskId=${task.id}&mine=true`,
  });
}
