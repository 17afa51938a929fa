import { invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { reportHeat } from '#modules/breeding/server/index.ts';
import { inspectionRound, type RoundItem, roundItems, submitRound } from '#modules/farm/contract/round/inspection.ts';
import { openTask } from '#modules/platform/server/index.ts';
import { animalsByTags } from '#modules/registry/server/index.ts';
import { dayNow, penName } from '../common/sql.ts';
import { staffOf } from '../farm-of.ts';
import { refuseOthersPen } from '../pen/pen-duty.ts';

interface Round {
  readonly id: number;
  readonly version: number;
  readonly docNo: string;
  readonly status: string;
  readonly templateId: number;
  readonly penId: number;
  readonly pen: string;
  readonly principalId: number;
  readonly regionCode: number;
}
const roundSql = `select id, version, doc_no as "docNo", status, template_id as "templateId", pen_id as "penId",
  ${penName('pen_id')} as pen, principal_id as "principalId", region_code as "regionCode" from farm.inspection_round`;
const itemsSql = `select id, text, item_type as "itemType", good_answer as "goodAnswer",
  range_from::float8 as "rangeFrom",
  range_to::float8 as "rangeTo", on_bad as "onBad"
    from farm.inspection_template_item where parent_id = $1 order by line_no`;

type Answer = {
  itemId: number;
  value: string | number | boolean | null;
  animalTag?: string | undefined;
  note?: string | undefined;
};

/** R36: outside its range, or not what is right. */
export function isBad(item: RoundItem, value: Answer['value']): boolean {
  if (value === null || value === '') return false;
  if (item.itemType === 'number') {
    const n = Number(value);
    return (item.rangeFrom !== null && n < item.rangeFrom) || (item.rangeTo !== null && n > item.rangeTo);
  }
  if (item.itemType === 'photo') return false;
  const given = value === true ? 'yes' : value === false ? 'no' : String(value);
  return item.goodAnswer !== null && item.goodAnswer !== '' && given !== item.goodAnswer;
}

const jobOf: Record<string, { permission: string; path: (penId: number) => string }> = {
  treatment: { permission: 'anm:treatment:edit', path: () => '/anm/animal/treatment' },
  heat: { permission: 'anm:breeding:list', path: () => '/anm/breed/breeding' },
  feed: { permission: 'anm:feeding:list', path: (penId) => `/anm/feeding/record?penId=${penId}` },
  count: { permission: 'anm:hovel:count', path: (penId) => `/anm/hovel/info?penId=${penId}` },
  repair: { permission: 'anm:hovel:edit', path: (penId) => `/anm/hovel/info?penId=${penId}` },
  task: { permission: 'anm:hovel:edit', path: (penId) => `/anm/hovel/info?penId=${penId}` },
};

async function submit(call: Call<typeof submitRound>) {
  const { id, version, answers } = call.body;
  const [round] = await call.tx.query<Round>(`${roundSql} where id = $1 for update`, [id]);
  if (!round) throw notFound();
  if (round.version !== version) throw staleVersion();
  if (round.status !== 'open') throw refusal('submitted', 'farm.inspectionRound.submitted');
  if (!call.actor.actions.has('anm:inspection:review')) await refuseOthersPen(call.tx, round.penId);
  const items = await call.tx.query<RoundItem>(itemsSql, [round.templateId]);
  const byId = new Map(items.map((item) => [item.id, item]));
  if (answers.some((one) => !byId.has(one.itemId))) throw invalid([{ field: 'answers', key: 'error.field.ref' }]);
  const bad = answers.filter((one) => isBad(byId.get(one.itemId) as RoundItem, one.value));
  const made: { itemId: number; kind: string; ref: string }[] = [];
  for (const one of bad) {
    const item = byId.get(one.itemId) as RoundItem;
    if (item.onBad) made.push({ itemId: item.id, kind: item.onBad, ref: await open(call, round, item, one) });
  }
  await call.tx.query(
    `update farm.inspection_round set status = 'submitted', ended_at = now(), answers = $2, checks = $3, bad = $4,
       made = $5, version = version + 1, updated_by = $6, updated_at = now() where id = $1`,
    [id, JSON.stringify(answers), answers.length, bad.length, JSON.stringify(made), call.actor.userId],
  );
  return { version: version + 1, bad: bad.length, made };
}

/** One open record per pen and item: what lasts is not opened again by the next round. */
async function open(call: Call, round: Round, item: RoundItem, answer: Answer): Promise<string> {
  const kind = item.onBad as string;
  const { permission, path } = jobOf[kind] ?? (jobOf.task as (typeof jobOf)[string]);
  const [animal] = answer.animalTag ? await animalsByTags(call.tx, 'ear', [answer.animalTag]) : [];
  const entityId = round.penId * 1000 + (item.id % 1000);
  const args = {
    pen: round.pen,
    item: item.text,
    note: answer.note ?? '',
    tag: animal?.earTag ?? '',
    docNo: round.docNo,
  };
  // Who walks the pen need not be who repairs it, and does not see that task.
  const [waiting] = await inTenant(call.tx, call.tx.scope.tenantNo, 'farm.round', (all) =>
    all.query(`select 1 from farm.fault_seen where tenant_no = $1 and entity_id = $2`, [
      call.tx.scope.tenantNo,
      entityId,
    ]),
  );
  if (waiting) return `${kind}:${entityId}`;
  if (kind === 'heat' && animal) {
    const seenAt = new Date().toISOString();
    const heat = await inTenant(call.tx, call.tx.scope.tenantNo, 'farm.round', (all) =>
      reportHeat(all, { animalId: animal.animalId, seenAt, source: 'holder' }),
    );
    if (heat) return `heat:${heat}`;
  }
  await openTask(call.tx, {
    taskType: kind === 'repair' ? 'repair' : 'handle',
    taskName: { key: `farm.inspectionRound.task_${kind}`, args },
    priority: kind === 'treatment' ? '1' : '2',
    entity: 'farm.inspectionFault',
    entityId,
    linkPath: path(round.penId),
    permission,
    regionCode: round.regionCode,
    principalId: round.principalId,
  });
  return `${kind}:${entityId}`;
}

export const roundRoutes = (): Route[] => [
  ...serveResource(inspectionRound)({
    expressions: { overdue: `(t.status = 'open' and t.round_on < ${dayNow})` },
    before: {
      add: async (call, values) => {
        if (!call.actor.actions.has('anm:inspection:review')) await refuseOthersPen(call.tx, values.penId);
        const [number] = await call.tx.query<{ no: string }>(`select kit.doc_no('FN') as no`);
        return { docNo: number?.no, roundOn: today(), staffId: await staffOf(call.tx, values.principalId) };
      },
      // R37: not by who walked it.
      transition: async (call, move, row) => {
        const [walked] = await call.tx.query<{ by: number | null }>(
          'select coalesce(updated_by, created_by) as by from farm.inspection_round where id = $1',
          [row.id],
        );
        if (walked?.by === call.actor.userId) throw refusal('samePerson', 'farm.refused.samePerson');
        return { reviewedBy: call.actor.userId, reviewNote: move.remark };
      },
    },
  }),
  serve('farm', submitRound, submit),
  serve('farm', roundItems, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const [round] = await tx.query<Round>(`${roundSql} where id = $1`, [call.query.id]);
      if (!round) throw notFound();
      const items = await tx.query<RoundItem>(itemsSql, [round.templateId]);
      return { id: round.id, version: round.version, pen: round.pen, status: round.status, items };
    }),
  ),
];
