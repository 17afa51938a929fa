import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { type ListInput, planList } from '#kit/server/resource/list.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/prevention/contract/lab/sample-result.ts';
import { conclude, type Measure } from './conclude.ts';
import { release } from './release.ts';
import { markTesting } from './sample.ts';
import { insertResults, type NewResult } from './sample-result.ts';
import { wrongStateError } from './wrong-state-error.ts';

const { sampleResult } = contract;
const nameOf = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;

export const sampleResultRoutes = (): Route[] => [
  ...serveResource(sampleResult)({
    expressions: {
      holder: 'registry.principal_name(t.principal_id)',
      labName: 'registry.principal_name(t.lab_id)',
      disease:
        '(select d.name_zh from prevention.ant_disease d where d.tenant_no = t.tenant_no and d.code = t.disease_code)',
      poolNo: '(select s.pool_no from prevention.sample s where s.id = t.sample_id)',
      poolTags: '(select to_jsonb(s.pool_tags) from prevention.sample s where s.id = t.sample_id)',
      unit: '(select i.unit from prevention.detect_item i where i.id = t.item_id)',
      instrument: '(select i.name from prevention.lab_instrument i where i.id = t.instrument_id)',
      tester: nameOf('tester_id'),
      reviewer: nameOf('reviewer_id'),
    },
    // Not offered to whoever tested; called all the same, the step says which rule stands in the way.
    can: (row, verb, actor) =>
      verb !== 'review' || (row.conclusion !== 'invalid' && (row._can !== undefined || row.testerId !== actor.userId)),
    before: {
      transition: async (call, move, row) => {
        if (move.name === 'return') return { reviewerId: null, reviewedAt: null, returnReason: move.remark };
        refuseSame(row.testerId, call.actor.userId);
        return { reviewerId: call.actor.userId, reviewedAt: new Date().toISOString(), returnReason: null };
      },
    },
  }),
  serve('prevention', contract.labBench, async (call) => {
    const [waiting, instruments] = await call.database.read<
      [contract.LabBench['waiting'][number], contract.LabBench['instruments'][number]]
    >(
      call.actor.scope,
      {
        text: `select s.barcode, s.ear_tag as "earTag", s.pool_no as "poolNo", registry.principal_name(s.principal_id) as holder, s.received_at as "receivedAt",
                 coalesce(r.n, 0) as rounds
               from prevention.sample s join prevention.sample_task t on t.id = s.task_id and $1 = any (t.item_ids)
               left join lateral (select count(*)::int as n, bool_or(conclusion <> 'invalid') as done from prevention.sample_result x
                 where x.tenant_no = s.tenant_no and x.sample_id = s.id and x.item_id = $1) r on true
               where s.tenant_no = kit.tenant() and s.status in ('received', 'testing') and not coalesce(r.done, false)
               order by s.received_at, s.barcode limit 500`,
        values: [call.query.itemId],
      },
      {
        text: `select i.id, i.name, i.serial_no as "serialNo", to_char(i.calibrate_due_on, 'YYYY-MM-DD') as "calibrateDueOn"
               from prevention.lab_instrument i join prevention.detect_item d on d.id = $1
               where i.tenant_no = kit.tenant() and i.status = 'inUse' and i.calibrate_due_on >= prevention.today() and (d.instrument_type is null or i.type = d.instrument_type)
               order by i.name limit 100`,
        values: [call.query.itemId],
      },
    );
    return { waiting, instruments, plateNo: `${today().replaceAll('-', '')}-${call.query.itemId}` };
  }),
  serve('prevention', contract.enterPlate, async (call) => {
    const { itemId, instrumentId, plateNo, testedOn = today(), rows } = call.body;
    if (testedOn > today()) throw invalid([{ field: 'testedOn', key: 'prevention.sampleLog.future' }]);
    const item = await itemFor(call.tx, itemId);
    await mustMeasure(call.tx, instrumentId, item.instrumentType, testedOn);
    const { good, refused } = await sorted(call as unknown as Call, itemId, rows);
    const judged = good.map((one): NewResult => ({ ...one, conclusion: conclude(item, one.value) }));
    const made =
      judged.length > 0
        ? await insertResults(
            call.tx,
            {
              itemId,
              diseaseCode: item.diseaseCode,
              instrumentId,
              plateNo,
              testedOn,
              testerId: call.actor.userId,
            },
            judged,
          )
        : [];
    await markTesting(
      call.tx,
      judged.map((one) => one.sampleId),
    );
    call.answer.msg = call.say('ok.saved');
    return {
      rows: made,
      invalid: made.filter((one) => one.conclusion === 'invalid').map((one) => one.barcode),
      refused,
    };
  }),
  serve('prevention', contract.releaseResults, async (call) => {
    const whole = call as unknown as Call;
    const found = await call.tx.query<{ id: number; status: string; testerId: number }>(
      'select id, status, tester_id as "testerId" from prevention.sample_result where id = any ($1) order by id for update',
      [call.body.ids],
    );
    if (found.length < new Set(call.body.ids).size) throw notFound();
    const failed = found.flatMap(({ id, status, testerId }) => {
      if (status !== 'reviewed') {
        const { key, args } = wrongStateError(
          whole,
          'sample_result_status',
          status,
          'prevention.sampleResult._release',
        );
        return [{ id, msg: call.say(key, args) }];
      }
      return testerId === call.actor.userId ? [{ id, msg: call.say('prevention.refusal.samePerson') }] : [];
    });
    const ids = found.map((one) => one.id).filter((id) => !failed.some((one) => one.id === id));
    if (ids.length === 0 && failed[0])
      throw refusal('notReleased', 'prevention.sampleResult.noneReleased', { why: failed[0].msg });
    const alerts = await release(call.tx, ids);
    call.answer.msg = call.say('ok.done');
    return { released: ids.length, failed, alerts };
  }),
  serve('prevention', contract.resultTotals, async (call) => {
    const none = { tested: 0, qualified: 0, unqualified: 0, positive: 0, invalid: 0, waiting: 0 };
    const map = mapOf('prevention.sampleResult');
    const plan = map && planList(map, { pageNum: 1, pageSize: 1, ...call.query } as ListInput, call.actor.scope);
    if (!plan) return none;
    const all = plan.all('t.status, t.conclusion');
    const [rows] = await call.database.read<[typeof none]>(call.actor.scope, {
      text: `select count(*) filter (where status = 'released')::int as tested, ${[
        'qualified',
        'unqualified',
        'positive',
        'invalid',
      ]
        .map((one) => `count(*) filter (where status = 'released' and conclusion = '${one}')::int as ${one}`)
        .join(', ')}, count(*) filter (where status in ('entered', 'reviewed'))::int as waiting from (${all.text}) f`,
      values: all.values ?? [],
    });
    return rows[0] ?? none;
  }),
];

function refuseSame(testerId: number, userId: number): void {
  if (testerId === userId) throw refusal('samePerson', 'prevention.refusal.samePerson');
}

async function itemFor(tx: Tx, id: number) {
  const [item] = await tx.query<Measure & { diseaseCode: string; instrumentType: string | null }>(
    `select disease_code as "diseaseCode", target, comparator, threshold::float8, suspect_from::float8 as "suspectFrom", plausible_from::float8 as "plausibleFrom",
       plausible_to::float8 as "plausibleTo", instrument_type as "instrumentType"
     from prevention.detect_item where tenant_no = kit.tenant() and id = $1 and status = 'enabled'`,
    [id],
  );
  if (!item) throw invalid([{ field: 'itemId', key: 'error.field.ref' }]);
  return item;
}

/** R44. */
async function mustMeasure(tx: Tx, id: number, type: string | null, on: string): Promise<void> {
  const [found] = await tx.query<{ name: string; type: string; status: string; dueOn: string }>(
    `select name, type, status, to_char(calibrate_due_on, 'YYYY-MM-DD') as "dueOn" from prevention.lab_instrument where id = $1`,
    [id],
  );
  if (!found || (type !== null && found.type !== type))
    throw invalid([{ field: 'instrumentId', key: 'error.field.ref' }]);
  if (found.status !== 'inUse')
    throw refusal('instrumentNotInUse', 'prevention.sampleResult.instrumentNotInUse', { name: found.name });
  if (found.dueOn < on)
    throw refusal('instrumentPast', 'prevention.sampleResult.instrumentPast', { name: found.name, on: found.dueOn });
}

interface Well {
  readonly barcode: string;
  readonly well?: string | null | undefined;
  readonly value: number;
}

/** Tubes that lie here and wait for this item; an invalid round is repeated, a released one may be. */
async function sorted(call: Call, itemId: number, rows: readonly Well[]) {
  const known = await call.tx.query<{
    id: number;
    barcode: string;
    status: string;
    asked: boolean;
    round: number;
    last: string | null;
    lastStatus: string | null;
  }>(
    `select s.id, s.barcode, s.status, $2 = any (t.item_ids) as asked, coalesce(r.round, 0) as round, r.conclusion as last, r.status as "lastStatus"
     from prevention.sample s join prevention.sample_task t on t.id = s.task_id
     left join lateral (select round, conclusion, status from prevention.sample_result x where x.tenant_no = s.tenant_no and x.sample_id = s.id and x.item_id = $2
       order by round desc limit 1) r on true
     where s.tenant_no = kit.tenant() and s.barcode = any ($1) for update of s`,
    [rows.map((one) => one.barcode), itemId],
  );
  const good: Omit<NewResult, 'conclusion'>[] = [];
  const refused: { barcode: string; msg: string }[] = [];
  const seen = new Set<string>();
  for (const { barcode, well = null, value } of rows) {
    const one = known.find((row) => row.barcode === barcode);
    const why = seen.has(barcode)
      ? 'twice'
      : !one
        ? 'unknown'
        : !['received', 'testing', 'reported'].includes(one.status)
          ? 'notReceived'
          : !one.asked
            ? 'notAsked'
            : one.lastStatus !== null && one.last !== 'invalid' && one.lastStatus !== 'released'
              ? 'entered'
              : null;
    seen.add(barcode);
    if (why || !one) refused.push({ barcode, msg: call.say(`prevention.sampleResult.well_${why}`) });
    else good.push({ sampleId: one.id, round: one.round + 1, value, well });
  }
  return { good, refused };
}
