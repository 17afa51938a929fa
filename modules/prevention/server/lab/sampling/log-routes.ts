import { invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { regionName } from '#modules/platform/server/index.ts';
import * as contract from '#modules/prevention/contract/lab/sample-log.ts';
import { writeEvents } from '#modules/registry/server/index.ts';
import { asSystem } from '../as-system.ts';
import { checkedTubes } from '../checked-tubes.ts';
import { insertSamples, type NewSample, sendSamples } from '../sample.ts';
import { wrongStateError } from '../wrong-state-error.ts';
import { barcodeOf } from './barcode.ts';
import { candidates } from './eligible.ts';
import { followAssignment } from './sample-assignment.ts';
import { collectLog, type LogFacts, logFacts, openLog } from './sample-log.ts';
import { sumTask, type TaskFacts, taskFacts } from './sample-task.ts';

const { sampleLog } = contract;
const samplerName = '(select s.name from registry.staff s where s.id = t.sampler_id)';

export const sampleLogRoutes = (): Route[] => [
  ...serveResource(sampleLog)({
    expressions: {
      holder: 'registry.principal_name(t.principal_id)',
      labName: 'registry.principal_name(t.lab_id)',
      sampler: samplerName,
      photos: 'to_jsonb(t.photos)',
      tubeList: 'null::jsonb',
      refused: `(select count(*)::int from prevention.sample s where s.log_id = t.id and s.status = 'refused')`,
    },
    before: {
      transition: async (_call, move) => (move.name === 'send' ? { sentAt: new Date().toISOString() } : undefined),
    },
    after: {
      transition: async (call, move) => {
        const log = await logFacts(call.tx, move.id);
        if (!log) return;
        await sendSamples(call.tx, log.id);
        await follow(call.tx, log);
      },
    },
  }),
  serve('prevention', contract.startSampleLog, async (call) => {
    const [assignment] = await call.tx.query<{
      id: number;
      status: string;
      staffId: number | null;
      taskStatus: string;
    }>(
      `select a.id, a.status, a.staff_id as "staffId", t.status as "taskStatus" from prevention.sample_assignment a join prevention.sample_task t on t.id = a.task_id
       where a.id = $1 for update of a`,
      [call.body.assignmentId],
    );
    if (!assignment) throw notFound();
    const whole = call as unknown as Call;
    if (assignment.taskStatus === 'closed')
      throw wrongStateError(whole, 'sample_task_status', assignment.taskStatus, 'prevention.sampleAssignment._start');
    if (assignment.status !== 'waiting' && assignment.status !== 'sampling')
      throw wrongStateError(whole, 'sample_assignment_status', assignment.status, 'prevention.sampleAssignment._start');
    const sampler = (await staffOf(call.tx, call.actor.userId)) ?? assignment.staffId;
    if (sampler === null) throw refusal('noSampler', 'prevention.sampleLog.noSampler');
    const log = await openLog(call.tx, assignment.id, sampler, today());
    if (!log) throw notFound();
    await follow(call.tx, log);
    return { id: log.id, version: log.version, docNo: log.docNo };
  }),
  serve('prevention', contract.sampleBarcodes, async (call) => {
    const { log, task } = await opened(call.tx, call.params.id);
    const [more] = await call.tx.query<{ holder: string; sampler: string | null; dueOn: string }>(
      `select registry.principal_name(t.principal_id) as holder, ${samplerName} as sampler,
         (select to_char(a.due_on, 'YYYY-MM-DD') from prevention.sample_assignment a where a.id = t.assignment_id) as "dueOn"
       from prevention.sample_log t where t.id = $1`,
      [log.id],
    );
    return {
      docNo: log.docNo,
      task: task.name,
      holder: more?.holder ?? '',
      place: regionName(log.regionCode) ?? '',
      sampleType: task.sampleType,
      sampler: more?.sampler ?? '',
      dueOn: more?.dueOn ?? '',
      barcodes: Array.from({ length: call.body.count }, (_, at) => barcodeOf(log.id, at + 1)),
    };
  }),
  serve('prevention', contract.sampleCandidates, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { log, task } = await opened(tx, call.params.id);
      const [assignment] = await tx.query<{ rest: number }>(
        'select greatest(quota - collected, 0) as rest from prevention.sample_assignment where id = $1',
        [log.assignmentId],
      );
      const animals = await candidates(tx, task, log.principalId, today());
      return {
        minDays: task.purpose === 'antibody' ? task.minDays : null,
        quota: assignment?.rest ?? 0,
        animals: animals.map(({ lotNo: _, ...one }) => one),
      };
    }),
  ),
  serve('prevention', contract.collectSamples, async (call) => {
    const { id, version, sampledOn, samples, ...more } = call.body;
    const { log, task } = await opened(call.tx, id, true);
    if (log.version !== version) throw staleVersion();
    if (log.status !== 'draft')
      throw wrongStateError(call as unknown as Call, 'sample_log_status', log.status, 'prevention.sampleLog._collect');
    if (sampledOn > today()) throw invalid([{ field: 'sampledOn', key: 'prevention.sampleLog.future' }]);
    const tubes = await checkedTubes(call.tx, log, task, sampledOn, samples);
    const made = await insertSamples(call.tx, log, task.sampleType, tubes);
    const next = await collectLog(call.tx, id, {
      sampledOn,
      witness: more.witness ?? null,
      boxTemp: more.boxTemp ?? null,
      photos: more.photos ?? [],
      tubes: tubes.length,
    });
    await tellLife(call.tx, log, task, sampledOn, tubes, made);
    await follow(call.tx, log);
    call.answer.msg = call.say('ok.saved');
    return { id, version: next, tubes: tubes.length };
  }),
  serve('prevention', contract.sampleTubes, async (call) => {
    const [rows] = await call.database.read<[contract.Tube]>(call.actor.scope, {
      text: `select barcode, ear_tag as "earTag", pool_no as "poolNo", pool_tags as "poolTags", species, volume::float8, days_after_immune as "daysAfterImmune", quality,
               refuse_reason as "refuseReason", status from prevention.sample where log_id = $1 order by barcode limit 500`,
      values: [call.params.id],
    });
    return rows;
  }),
];

async function opened(tx: Tx, id: number, lock = false): Promise<{ log: LogFacts; task: TaskFacts }> {
  const log = await logFacts(tx, id, lock);
  const task = log && (await taskFacts(tx, log.taskId));
  if (!log || !task) throw notFound();
  return { log, task };
}

export async function staffOf(tx: Tx, userId: number): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `select id from registry.staff where user_id = $1 and status = 'active' order by id limit 1`,
    [userId],
  );
  return row?.id ?? null;
}

async function follow(tx: Tx, log: LogFacts): Promise<void> {
  await asSystem(tx, async (all) => {
    await followAssignment(all, log.assignmentId);
    await sumTask(all, log.taskId);
  });
}

async function tellLife(
  tx: Tx,
  log: LogFacts,
  task: TaskFacts,
  on: string,
  tubes: readonly NewSample[],
  made: readonly { id: number; barcode: string }[],
): Promise<void> {
  await writeEvents(
    tx,
    tubes.flatMap(({ animalId, pool, poolNo, barcode }) =>
      (animalId === null ? pool.map((one) => one.animalId) : [animalId]).map((id) => ({
        animalId: id,
        kind: 'sampled' as const,
        happenedOn: on,
        principalId: log.principalId,
        regionCode: log.regionCode,
        source: {
          entity: 'prevention.sample',
          id: made.find((one) => one.barcode === barcode)?.id ?? 0,
          docNo: log.docNo,
        },
        summary: { sampleType: task.sampleType, purpose: task.purpose, barcode, ...(poolNo && { poolNo }) },
      })),
    ),
  );
}
