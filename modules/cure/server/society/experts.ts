import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  type ExpertApplication,
  expertApplication,
  societyExpert,
} from '#modules/cure/contract/society/expert-application.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { saveStaff } from '#modules/registry/server/index.ts';
import { insertExpert } from './expert.approve.ts';
import { otherPerson, userName } from './members.ts';
import { ownSociety, type SocietyRow, societyOf } from './own-society.ts';

const entity = 'cure.expertApplication';

export const tellExpert = (tx: Tx, id: number, name: string, found: SocietyRow, step: 'check' | 'audit') =>
  openTask(tx, {
    taskType: 'approve',
    taskName: { key: 'cure.expertApplication.task', args: { name } },
    entity,
    entityId: id,
    linkPath: '/cure/society/expertAudit?status=submitted,checked',
    permission: `cure:expert:${step}`,
    regionCode: found.regionCode,
    principalId: found.unitId,
  });

async function beforeDecide(call: Call, move: Move, row: ExpertApplication) {
  const found = await ownSociety(call, row.societyId);
  const now = new Date().toISOString();
  if (move.name === 'check') return { checkerId: call.actor.userId, checkedAt: now };
  const [own] = await call.tx.query<{ checkerId: number | null; phone: string | null; idCard: string | null }>(
    `select checker_id as "checkerId", phone_enc as phone, id_card_enc as "idCard" from cure.expert_application
     where id = $1`,
    [row.id],
  );
  otherPerson(call, own?.checkerId ?? null);
  const decided = { approverId: call.actor.userId, decidedAt: now };
  if (move.name === 'reject') return { ...decided, opinion: move.remark?.slice(0, 200) };
  // R84: the person becomes staff of the society; the platform opens the account in its own way.
  const staffId = await inTenant(call.tx, call.actor.tenantNo, 'approveExpert', (all) =>
    saveStaff(all, {
      principalId: found.unitId,
      name: row.personName,
      phone: unseal(own?.phone ?? '', call.actor.tenantNo),
      idCard: unseal(own?.idCard ?? '', call.actor.tenantNo),
      job: 'expert',
      title: row.title,
      hiredOn: today(),
      status: 'active',
    }),
  );
  const expertId = await insertExpert(call.tx, { applicationId: row.id, staffId, regionCode: found.regionCode });
  return { ...decided, expertId };
}

export const societyExpertRoutes = (): Route[] => [
  ...serveResource(expertApplication)({
    expressions: { checker: userName('t.checker_id'), approver: userName('t.approver_id') },
    before: {
      add: async (call, { societyId }) => {
        const { unitId } = await ownSociety(call, societyId);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('CX') as no`);
        return { docNo: no?.no, unitId };
      },
      transition: beforeDecide,
    },
    after: {
      add: async (call, id, values) =>
        void (await tellExpert(call.tx, id, values.personName, await societyOf(call.tx, values.societyId), 'check')),
      transition: async (call, move) => {
        await closeTask(call.tx, entity, move.id);
        if (move.name !== 'check') return;
        const [row] = await call.tx.query<{ name: string; societyId: number }>(
          'select person_name as name, society_id as "societyId" from cure.expert_application where id = $1',
          [move.id],
        );
        if (row) await tellExpert(call.tx, move.id, row.name, await societyOf(call.tx, row.societyId), 'audit');
      },
    },
  }),
  ...serveResource(societyExpert)({
    expressions: {
      unitName: '(select registry.principal_name(t.unit_id))',
      prescriber: `exists (select 1 from cure.practitioner p where p.tenant_no = t.tenant_no and p.staff_id = t.staff_id
        and p.prescriber and p.status = 'active')`,
      dutyHours: `(select coalesce(sum(case d.shift when 'evening' then 4 when 'night' then 8 else 6 end), 0)::int
        from cure.duty_slot d where d.expert_id = t.id and d.status in ('planned', 'done')
          and d.duty_on between current_date - 90 and current_date)`,
      answered: `(select count(*)::int from cure.consult c where c.tenant_no = t.tenant_no and c.expert_id = t.id
        and c.answered_at is not null)`,
      inTime: `(select round(100.0 * count(*) filter (where c.answered_at <= c.answer_due) / nullif(count(*), 0))::int
        from cure.consult c where c.tenant_no = t.tenant_no and c.expert_id = t.id and c.answered_at is not null)`,
      score: `(select case when count(*) >= 5 then round(avg(r.rating), 1)::float8 end from (select c.rating
        from cure.consult c where c.tenant_no = t.tenant_no and c.expert_id = t.id and c.rating is not null
        order by c.closed_at desc limit 50) r)`,
    },
    before: {
      edit: async (call, _values, row) => {
        await ownSociety(call, row.societyId);
        return undefined;
      },
      transition: async (call, _move, row) => {
        await ownSociety(call, row.societyId);
        return undefined;
      },
    },
  }),
];
