import { type FieldError, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insertRow } from '#kit/server/resource/write.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import * as contract from '#modules/prevention/contract/workforce/staff-examine.ts';
import { decide } from './decide.ts';
import { dutiesOf, gridsOf } from './villages.ts';

const entity = 'prevention.staffExamine';
const linkOf = (id: number, tab: string) => `/ant/staff/examine?tab=${tab}&examine=${id}`;

type Body = Call<typeof contract.applyStaff>['body'];

function faultsOf(body: Body): FieldError[] {
  const need = (name: keyof Body) =>
    body[name] === null || body[name] === undefined || body[name] === ''
      ? [{ field: name, key: 'error.field.required' }]
      : [];
  if (body.kind !== 'hire') return need('staffId');
  return (['principalId', 'name', 'phone', 'idCard'] as const).flatMap(need);
}

interface Member {
  readonly id: number;
  readonly principalId: number;
  readonly status: string;
}

async function memberOf(tx: Tx, id: number, field: string): Promise<Member> {
  const [row] = await tx.query<Member>(
    'select id, principal_id as "principalId", status from prevention.worker where id = $1',
    [id],
  );
  if (row?.status !== 'active') throw invalid([{ field, key: 'error.field.ref' }]);
  return row;
}

/** Who is asked about: a unit for a newcomer, whoever is at work for the others, and that nobody has asked the same already. */
async function apply(call: Call<typeof contract.applyStaff>) {
  const { tx, body } = call;
  const faults = faultsOf(body);
  if (body.kind !== 'leave' && body.regionCodes.length === 0)
    faults.push({ field: 'regionCodes', key: 'error.field.required' });
  if (faults.length > 0) throw invalid(faults);
  const member = body.kind === 'hire' ? null : await memberOf(tx, body.staffId ?? 0, 'staffId');
  if (body.successorId) await memberOf(tx, body.successorId, 'successorId');
  if (body.successorId && body.successorId === body.staffId)
    throw invalid([{ field: 'successorId', key: 'registry.staff.takeoverSelf' }]);
  if (member) {
    const [open] = await tx.query<{ docNo: string }>(
      `select doc_no as "docNo" from prevention.staff_examine where staff_id = $1 and status = 'pending'`,
      [member.id],
    );
    if (open) throw refusal('pendingAlready', 'prevention.staffExamine.pendingAlready', { docNo: open.docNo });
  }
  const principalId = member?.principalId ?? body.principalId ?? 0;
  const [unit] = await tx.query<{ region: number }>(
    "select region_code as region from registry.principal where id = $1 and principal_unit_type = 'preventionStation'",
    [principalId],
  );
  if (!unit) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
  if (body.kind !== 'leave') await gridsOf(tx, body.regionCodes);
  const villages =
    body.kind === 'leave' && member ? (await dutiesOf(tx, member.id)).flatMap((one) => one.villages) : body.regionCodes;
  const [number] = await tx.query<{ no: string }>("select kit.doc_no('SX') as no");
  const docNo = number?.no ?? '';
  const { name, sex, education, phone, idCard, certificateNo, certificateUntil } = body;
  const own = { name, sex: sex || null, education, phone, idCard, certificateNo, certificateUntil };
  const saved = await insertRow(
    call as unknown as Call,
    contract.staffExamine,
    body.kind === 'hire' ? own : { certificateNo, certificateUntil },
    {
      docNo,
      kind: body.kind,
      principalId,
      regionCode: unit.region,
      staffId: member?.id ?? null,
      photoId: body.photoId ?? null,
      certificateIds: body.certificateIds,
      regionCodes: villages,
      successorId: body.kind === 'leave' ? (body.successorId ?? null) : null,
      reason: body.reason,
      townshipOpinion: body.townshipOpinion ?? null,
    },
  );
  const files = [...(body.photoId ? [body.photoId] : []), ...body.certificateIds];
  await linkFiles(tx, files, entity, saved.id);
  await openTask(tx, {
    taskType: 'approve',
    taskName: { key: 'prevention.staffExamine.task', args: { docNo } },
    entity,
    entityId: saved.id,
    linkPath: linkOf(saved.id, 'pending'),
    permission: 'ant:staff:examine',
    regionCode: unit.region,
    principalId,
  });
  call.answer.msg = call.say('prevention.staffExamine.sent', { docNo });
  return { ...saved, docNo };
}

interface Raw extends Omit<contract.ExamineVillage, 'name'> {}

/** Villages of the township, each with who has main charge of it in its own grid. */
const mapSql = `select r.code, coalesce(r.longitude, h.longitude) as longitude, coalesce(r.latitude, h.latitude) as latitude, g.grid_id as "gridId",
    r.code = any ($3::bigint[]) as asked, s.id as "staffId", s.name as "staffName", coalesce(h.households, 0)::int as households, coalesce(k.head, 0)::int as head
  from platform.sys_region r
    left join registry.grid_village g on g.tenant_no = kit.tenant() and g.village_code = r.code and g.grid_level = 'village'
    left join registry.grid_duty d on d.tenant_no = kit.tenant() and d.grid_id = g.grid_id and d.job = 'preventionWorker' and d.is_main and d.to_on is null
    left join registry.staff s on s.id = d.staff_id
    left join lateral (select count(*) filter (where p.principal_unit_type = 'household') as households, avg(p.longitude) as longitude, avg(p.latitude) as latitude
      from registry.principal p where p.tenant_no = kit.tenant() and p.region_code = r.code and p.status = 'active') h on true
    left join lateral (select sum(x.tagged + x.untagged) as head from prevention.holder_stock x where x.tenant_no = kit.tenant() and x.region_code = r.code) k on true
  where r.level = 5 and r.status = 'active' and ((r.code >= $1 and r.code < $2) or r.code = any ($3::bigint[])) order by r.code`;

async function mapOf(call: Call<typeof contract.examineMap>): Promise<contract.ExamineVillage[]> {
  const { id, principalId } = call.query;
  const [rows] = await call.database.read<[{ region: number; villages: number[] }]>(call.actor.scope, {
    text: id
      ? 'select region_code as region, region_codes as villages from prevention.staff_examine where id = $1'
      : `select region_code as region, '{}'::bigint[] as villages from registry.principal where id = $1`,
    values: [id ?? principalId ?? 0],
  });
  const [place] = rows;
  if (!place) throw notFound();
  const [lo, hi] = rangeOf(place.region);
  const [villages] = await call.database.read<[Raw]>(call.actor.scope, {
    text: mapSql,
    values: [lo, hi, place.villages],
  });
  const nameOf = (code: number) => lookups().regionName(code, call.language)?.split(' ').at(-1) ?? String(code);
  // A village without a grid of its own cannot be given to anybody yet.
  return villages.filter((one) => one.gridId !== null || one.asked).map((one) => ({ ...one, name: nameOf(one.code) }));
}

async function stations(call: Call<typeof contract.examineStations>) {
  const [rows] = await call.database.read<
    [{ id: number; name: string; workers: { id: number; name: string; phone: string | null }[] }]
  >(call.actor.scope, {
    text: `select p.id, p.principal_unit_name as name, coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'phone', s.phone_mask) order by s.name)
             from prevention.worker s where s.principal_id = p.id and s.status = 'active'), '[]') as workers
           from registry.principal p where p.principal_unit_type = 'preventionStation' and p.status = 'active' order by p.region_code, p.id limit 500`,
    values: [],
  });
  return rows;
}

export const examineRoutes = (): Route[] => [
  ...serveResource(contract.staffExamine)({
    expressions: {
      personName: 'coalesce(t.name, (select s.name from registry.staff s where s.id = t.staff_id))',
      certificates: 'to_jsonb(t.certificate_ids)',
      villageCodes: 'to_jsonb(t.region_codes)',
      villages:
        "(select string_agg(r.name, '、' order by r.code) from platform.sys_region r where r.code = any (t.region_codes))",
      successorName: '(select s.name from registry.staff s where s.id = t.successor_id)',
      appliedByName: '(select u.nickname from platform.sys_user u where u.id = t.created_by)',
      decidedByName: '(select u.nickname from platform.sys_user u where u.id = t.decided_by)',
      isOpen: "(t.status = 'pending')",
    },
    before: {
      transition: async (call, move, row) => {
        if (row.status !== 'pending') return undefined;
        const form = move.form as { openAccount?: boolean | null; decision?: string | null } | undefined;
        const said = { decidedBy: call.actor.userId, decidedAt: new Date() };
        if (move.name === 'reject') return { ...said, decision: move.remark ?? null };
        const madeStaffId = await decide(call, row, form?.openAccount !== false);
        return { ...said, ...(madeStaffId !== null && { madeStaffId }) };
      },
    },
    after: {
      transition: async (call, move, status) => {
        await closeTask(call.tx, entity, move.id);
        const [row] = await call.tx.query<{ by: number | null; docNo: string }>(
          'select created_by as by, doc_no as "docNo" from prevention.staff_examine where id = $1',
          [move.id],
        );
        if (row?.by)
          await notify(call.tx, {
            userIds: [row.by],
            type: 'notice',
            title: { key: `prevention.staffExamine.notice_${status}`, args: { docNo: row.docNo } },
            content: { key: 'prevention.staffExamine.noticeText', args: { reason: move.remark ?? '-' } },
            linkPath: linkOf(move.id, 'done'),
          });
      },
    },
  }),
  serve('prevention', contract.applyStaff, apply),
  serve('prevention', contract.examineMap, mapOf),
  serve('prevention', contract.examineStations, stations),
];
