import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  type MemberApplication,
  type MemberFee,
  makeFees,
  memberApplication,
  memberFee,
  societyMember,
} from '#modules/cure/contract/society/member.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { addDays, endOfPeriod, type FeeInputs, monthsLeft } from './fee-calc.ts';
import { setMemberOf } from './member-application.ts';
import { insertFee, linkMember } from './member-fee.ts';
import { isOwn, ownSociety, type SocietyRow, societyOf } from './own-society.ts';
import { insertMember, lowerMember, quitMember, raiseMember, renewMember } from './society-member.ts';

const entity = 'cure.memberApplication';
export const userName = (column: string) => `(select u.name from cure.user_seen u where u.id = ${column})`;
/** R90: two people, whatever else they may. */
export const otherPerson = (call: Call, first: number | null): void => {
  if (first === call.actor.userId) throw refusal('samePerson', 'cure.refusal.samePerson');
};

interface Level {
  readonly id: number;
  readonly yearFee: number;
  readonly council: boolean;
}
const levelOf = async (call: Call, id: number): Promise<Level> =>
  (
    await call.tx.query<Level>('select id, year_fee as "yearFee", council from cure.member_level where id = $1', [id])
  )[0] as Level;
interface Membership {
  readonly id: number;
  readonly levelId: number;
  readonly validTo: string;
  readonly status: string;
  readonly principalId: number | null;
  readonly name: string;
}
const membershipOf = async (call: Call, id: number): Promise<Membership> =>
  (
    await call.tx.query<Membership>(
      `select id, level_id as "levelId", to_char(valid_to, 'YYYY-MM-DD') as "validTo", status,
         principal_id as "principalId", member_name as name from cure.society_member where id = $1`,
      [id],
    )
  )[0] as Membership;

type Applying = Parameters<
  NonNullable<
    NonNullable<NonNullable<Parameters<ReturnType<typeof serveResource<typeof memberApplication>>>[0]>['before']>['add']
  >
>[1];

/** R90: one open membership, or application for one, of a unit or person in a society. */
async function refuseSecond(call: Call, form: Applying, unitId: number, principalId: number | null): Promise<void> {
  const [taken] = await inTenant(call.tx, call.actor.tenantNo, 'memberExists', (all) =>
    all.query(
      `select 1 from cure.society_member where tenant_no = kit.tenant() and unit_id = $1 and $4
         and status in ('active', 'grace', 'lapsed') and principal_id = $2
       union all select 1 from cure.member_application where tenant_no = kit.tenant() and unit_id = $1
         and status in ('submitted', 'checked', 'returned') and (principal_id = $2 or member_id = $3) limit 1`,
      [unitId, principalId, form.memberId, form.kind === 'join'],
    ),
  );
  if (taken) throw refusal('memberExists', 'cure.refusal.memberExists');
}

/** The unit of a credit code, of the membership, or the applicant's own. */
async function unitFor(call: Call, form: Applying): Promise<number> {
  if (form.kind !== 'join') return (await membershipOf(call, form.memberId as number)).principalId ?? 0;
  if (!form.creditCode) return call.actor.principalId;
  const [unit] = await inTenant(call.tx, call.actor.tenantNo, 'unitByCode', (all) =>
    all.query<{ id: number }>(
      `select id from cure.unit_code_seen where tenant_no = kit.tenant() and credit_code = $1 and status = 'active'`,
      [form.creditCode],
    ),
  );
  if (!unit) throw invalid([{ field: 'creditCode', key: 'cure.memberApplication.noUnit' }]);
  return unit.id;
}

async function beforeApply(call: Call, form: Applying) {
  if (form.kind !== 'join' && !(form.memberId && (await membershipOf(call, form.memberId))))
    throw invalid([{ field: 'memberId', key: 'error.field.ref' }]);
  const society = await societyOf(call.tx, form.societyId);
  const principalId = form.memberKind === 'unit' ? await unitFor(call, form) : null;
  const speaksFor = principalId !== null && call.actor.scope.principals.includes(principalId);
  if (!speaksFor && !(isOwn(call, society) && call.actor.actions.has('cure:member:check'))) throw forbidden();
  await refuseSecond(call, form, society.unitId, principalId);
  if (form.kind !== 'join') {
    const member = await membershipOf(call, form.memberId as number);
    const [now, next] = [await levelOf(call, member.levelId), await levelOf(call, form.levelId)];
    const isWrong =
      (form.kind === 'levelUp' && next.yearFee <= now.yearFee) ||
      (form.kind === 'levelDown' && next.yearFee >= now.yearFee);
    if (isWrong) throw invalid([{ field: 'levelId', key: 'cure.memberApplication.levelOrder' }]);
  }
  const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('CM') as no`);
  return { docNo: no?.no, unitId: society.unitId, principalId };
}

export const tellMember = (tx: Tx, id: number, docNo: string, society: SocietyRow, step: 'check' | 'audit') =>
  openTask(tx, {
    taskType: 'approve',
    taskName: { key: `cure.memberApplication.task_${step}`, args: { docNo } },
    entity,
    entityId: id,
    linkPath: `/cure/society/membershipAudit?keyword=${docNo}`,
    permission: `cure:member:${step}`,
    regionCode: society.regionCode,
    principalId: society.unitId,
  });

async function beforeDecide(call: Call, move: Move, row: MemberApplication) {
  if (move.name === 'resubmit') return { checkerId: null, checkedAt: null };
  await ownSociety(call, row.societyId);
  const now = new Date().toISOString();
  if (move.name === 'check') return { checkerId: call.actor.userId, checkedAt: now };
  if (move.name === 'giveBack') return { opinion: move.remark };
  const [who] = await call.tx.query<{ checkerId: number | null }>(
    'select checker_id as "checkerId" from cure.member_application where id = $1',
    [row.id],
  );
  otherPerson(call, who?.checkerId ?? null);
  if (move.name === 'approve') {
    const { decision } = (move.form ?? {}) as { decision?: number[] | null };
    const level = await levelOf(call, row.levelId);
    if (row.kind === 'levelUp' && level.council && !decision?.length)
      throw invalid([{ field: 'decision', key: 'error.field.required' }]);
  }
  return { approverId: call.actor.userId, decidedAt: now, ...(move.name === 'reject' && { opinion: move.remark }) };
}

/** What an approval leads to: a bill, or at once what asks for no money. */
async function afterApprove(call: Call, id: number): Promise<void> {
  const [row] = await call.tx.query<{
    societyId: number;
    unitId: number;
    principalId: number | null;
    memberId: number | null;
    name: string;
    levelId: number;
    kind: string;
  }>(
    `select society_id as "societyId", unit_id as "unitId", principal_id as "principalId", member_id as "memberId",
       applicant_name as name, level_id as "levelId", kind from cure.member_application where id = $1`,
    [id],
  );
  if (!row) return;
  const on = today();
  const society = await societyOf(call.tx, row.societyId);
  const level = await levelOf(call, row.levelId);
  const bill = async (inputs: FeeInputs, from: string, to: string) => {
    const fee = { ...row, memberName: row.name, applicationId: id, from, to, inputs };
    const { id: feeId, cents } = await insertFee(call.tx, fee, on);
    if (cents === 0) await settle(call, { ...row, feeId, applicationId: id, periodTo: to, on });
  };
  if (row.kind === 'join') {
    const isHalf = society.feeYear === 'calendar' && Number(on.slice(5, 7)) >= society.halfFeeFrom;
    await bill({ kind: 'join', yearFeeCents: level.yearFee, isHalf }, on, endOfPeriod(on, society.feeYear));
    return;
  }
  const member = await membershipOf(call, row.memberId as number);
  if (row.kind === 'renew') {
    const from = addDays(member.validTo, 1);
    await bill({ kind: 'renew', yearFeeCents: level.yearFee }, from, endOfPeriod(from, society.feeYear));
  } else if (row.kind === 'levelUp') {
    const old = await levelOf(call, member.levelId);
    const months = monthsLeft(on, member.validTo);
    const inputs = { oldFeeCents: old.yearFee, newFeeCents: level.yearFee, monthsLeft: months };
    await bill({ kind: 'levelUp', ...inputs }, on, member.validTo);
  } else if (row.kind === 'levelDown') await lowerMember(call.tx, member.id, row.levelId);
  else await quitMember(call.tx, member.id);
}

interface Settling {
  readonly societyId: number;
  readonly kind: string;
  readonly feeId: number;
  readonly memberId: number | null;
  readonly applicationId: number | null;
  readonly levelId: number;
  readonly periodTo: string;
  readonly on: string;
}
/** A confirmed bill does what it was for. */
async function settle(call: Call, fee: Settling): Promise<void> {
  const society = await societyOf(call.tx, fee.societyId);
  if (fee.kind === 'join') {
    const validTo = endOfPeriod(fee.on, society.feeYear);
    const made = await insertMember(call.tx, society, {
      applicationId: fee.applicationId as number,
      on: fee.on,
      validTo,
    });
    await linkMember(call.tx, fee.feeId, made.id);
    await setMemberOf(call.tx, fee.applicationId as number, made.id);
  } else if (fee.kind === 'renew') await renewMember(call.tx, fee.memberId as number, fee.periodTo);
  else await raiseMember(call.tx, fee.memberId as number, fee.levelId);
}

async function beforeFee(call: Call, move: Move, row: MemberFee) {
  await ownSociety(call, row.societyId);
  const now = new Date().toISOString();
  if (move.name === 'enter') {
    const { paidOn, paidAmount } = move.form as { paidOn: string; paidAmount: number };
    if (paidOn > today()) throw invalid([{ field: 'paidOn', key: 'cure.memberFee.future' }]);
    if (paidAmount !== row.amount) throw invalid([{ field: 'paidAmount', key: 'cure.memberFee.otherAmount' }]);
    return { entererId: call.actor.userId, enteredAt: now };
  }
  if (move.name === 'takeBack') return { entererId: null, enteredAt: null, paidOn: null, paidAmount: null };
  const [who] = await call.tx.query<{ entererId: number | null }>(
    'select enterer_id as "entererId" from cure.member_fee where id = $1',
    [row.id],
  );
  otherPerson(call, who?.entererId ?? null);
  return { confirmerId: call.actor.userId, confirmedAt: now };
}

/** Bills of the next period, each member once. */
async function makeBills(call: Call, societyId: number, until: string) {
  const society = await ownSociety(call, societyId);
  const due = await call.tx.query<Membership & { yearFee: number; unitId: number }>(
    `select m.id, m.level_id as "levelId", to_char(m.valid_to, 'YYYY-MM-DD') as "validTo", m.status,
       m.principal_id as "principalId", m.member_name as name, m.unit_id as "unitId", l.year_fee as "yearFee"
     from cure.society_member m join cure.member_level l on l.id = coalesce(m.next_level_id, m.level_id)
     where m.tenant_no = kit.tenant() and m.society_id = $1 and m.status in ('active', 'grace') and m.valid_to <= $2
       and not exists (select 1 from cure.member_fee f where f.tenant_no = m.tenant_no and f.member_id = m.id
         and f.kind = 'renew' and f.period_from > m.valid_to) order by m.id for update of m`,
    [societyId, until],
  );
  let cents = 0;
  for (const one of due) {
    const from = addDays(one.validTo, 1);
    const fee = { ...one, societyId, memberId: one.id, memberName: one.name, applicationId: null };
    const to = endOfPeriod(from, society.feeYear);
    const inputs = { kind: 'renew', yearFeeCents: one.yearFee } as const;
    cents += (await insertFee(call.tx, { ...fee, from, to, inputs }, today())).cents;
  }
  return { made: due.length, cents };
}

export const memberRoutes = (): Route[] => [
  ...serveResource(societyMember)({
    expressions: {
      daysLeft: '(t.valid_to - current_date)',
      owed: `coalesce((select sum(f.amount) from cure.member_fee f where f.tenant_no = t.tenant_no
        and f.member_id = t.id
        and f.status <> 'confirmed'), 0)::bigint`,
      consults: `(select count(*)::int from cure.consult c where c.tenant_no = t.tenant_no
        and c.principal_id = t.principal_id and c.created_at >= date_trunc('year', now()))`,
    },
    before: {
      transition: async (call, _move, row) => {
        await ownSociety(call, row.societyId);
        return undefined;
      },
    },
  }),
  ...serveResource(memberApplication)({
    expressions: {
      fee: '(select l.year_fee from cure.member_level l where l.id = t.level_id)',
      waitingDays: `(case when t.status in ('submitted', 'checked') then current_date - t.created_at::date else 0 end)`,
      checker: userName('t.checker_id'),
      approver: userName('t.approver_id'),
    },
    before: { add: beforeApply, transition: beforeDecide },
    after: {
      add: async (call, id, values) => {
        const [row] = await call.tx.query<{ docNo: string }>(
          'select doc_no as "docNo" from cure.member_application where id = $1',
          [id],
        );
        await tellMember(call.tx, id, row?.docNo ?? '', await societyOf(call.tx, values.societyId), 'check');
      },
      transition: async (call, move) => {
        await closeTask(call.tx, entity, move.id);
        const [row] = await call.tx.query<{ docNo: string; societyId: number }>(
          'select doc_no as "docNo", society_id as "societyId" from cure.member_application where id = $1',
          [move.id],
        );
        const step = { check: 'audit', resubmit: 'check' }[move.name] as 'audit' | 'check' | undefined;
        if (step && row) await tellMember(call.tx, move.id, row.docNo, await societyOf(call.tx, row.societyId), step);
        if (move.name === 'approve') await afterApprove(call, move.id);
      },
    },
  }),
  ...serveResource(memberFee)({
    expressions: {
      isLate: `(t.status = 'open' and t.due_on < current_date)`,
      enterer: userName('t.enterer_id'),
      confirmer: userName('t.confirmer_id'),
    },
    before: { transition: beforeFee },
    after: {
      transition: async (call, move) => {
        if (move.name !== 'confirm') return;
        const [fee] = await call.tx.query<Omit<Settling, 'on'>>(
          `select society_id as "societyId", kind, id as "feeId", member_id as "memberId",
             application_id as "applicationId", level_id as "levelId", to_char(period_to, 'YYYY-MM-DD') as "periodTo"
           from cure.member_fee where id = $1`,
          [move.id],
        );
        if (fee) await settle(call, { ...fee, on: today() });
      },
    },
  }),
  serve('cure', makeFees, async (call) => {
    const made = await makeBills(call as unknown as Call, call.body.societyId, call.body.until);
    call.answer.msg = call.say('cure.memberFee.made', { n: made.made });
    return made;
  }),
];
