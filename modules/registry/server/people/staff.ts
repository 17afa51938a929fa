import { invalid, notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  closeTask,
  countTasksOf,
  openAccount,
  openTask,
  reassignTasks,
  stopAccount,
} from '#modules/platform/server/index.ts';
import { roleOfJob, staff, staffTotals } from '#modules/registry/contract/people/staff.ts';
import { leaveGuards } from '../extension-points.ts';
import { type DutyInput, endDutiesOf, setDuty } from '../grid/grid-duty.ts';
import { householdsIn } from '../grid/households-of-villages.ts';
import { personFor } from './person.ts';

const entity = 'registry.staff';

interface StaffState {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly personId: number;
  readonly userId: number | null;
  readonly hiredOn: string;
}

async function lockStaff(tx: Tx, id: number, field?: string): Promise<StaffState> {
  const [row] = await tx.query<StaffState>(
    `select s.id, s.name, s.status, s.principal_id as "principalId", s.region_code as "regionCode", s.person_id as "personId", to_char(s.hired_on, 'YYYY-MM-DD') as "hiredOn",
       coalesce(s.user_id, (select u.id from platform.sys_user u where u.tenant_no = s.tenant_no and u.staff_id = s.id limit 1)) as "userId"
     from registry.staff s where s.id = $1 for update of s`,
    [id],
  );
  if (!row) throw field ? invalid([{ field, key: 'error.field.ref' }]) : notFound();
  return row;
}

/** Name and number stand on the staff row too, for lists; the person's are the true ones, where there is one: staff can always be called. */
export async function keepInStep(tx: Tx, personId: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'keepInStep', (whole) =>
    whole.query(
      `update registry.staff s set name = p.name, phone_enc = coalesce(p.phone_enc, s.phone_enc), phone_hash = coalesce(p.phone_hash, s.phone_hash),
         phone_mask = coalesce(p.phone_mask, s.phone_mask), version = s.version + 1, updated_at = now()
       from registry.person p where p.id = $1 and s.person_id = p.id and (s.name, s.phone_hash) is distinct from (p.name, coalesce(p.phone_hash, s.phone_hash))`,
      [personId],
    ),
  );
}

export interface Leaving {
  readonly leftOn: string;
  readonly reason: string;
  readonly takeoverStaffId?: number | null | undefined;
}

/** R22: what they hold keeps them; duties and open tasks go to the successor, and the account is stopped. */
async function letGo(tx: Tx, who: StaffState, { leftOn, takeoverStaffId }: Leaving): Promise<void> {
  if (leftOn < who.hiredOn) throw invalid([{ field: 'leftOn', key: 'registry.staff.leftEarly' }]);
  if (takeoverStaffId === who.id) throw invalid([{ field: 'takeoverStaffId', key: 'registry.staff.takeoverSelf' }]);
  const successor = takeoverStaffId ? await lockStaff(tx, takeoverStaffId, 'takeoverStaffId') : null;
  if (successor && successor.status !== 'active')
    throw invalid([{ field: 'takeoverStaffId', key: 'registry.staff.takeoverAway' }]);
  const [reason] = await leaveGuards.ask(tx, { staffId: who.id, kind: 'leave' });
  if (reason) throw refusal(reason.bizCode, reason.key, reason.args ?? {});
  const { userId } = who;
  if (userId)
    // Tasks may wait where whoever lets them go has no sight.
    await inTenant(tx, tx.scope.tenantNo, 'staffLeaves', async (whole) => {
      const open = await countTasksOf(whole, userId);
      if (open > 0 && !successor?.userId) throw refusal('needTakeover', 'registry.staff.needTakeover', { n: open });
      if (open > 0 && successor?.userId) await reassignTasks(whole, userId, successor.userId);
      await stopAccount(whole, userId);
    });
  await endDutiesOf(tx, who.id, leftOn, successor?.id ?? null);
}

export interface StaffInput {
  readonly principalId: number;
  readonly name: string;
  readonly phone: string;
  readonly idCard?: string | null;
  readonly job: string;
  readonly title?: string | null;
  readonly hiredOn: string;
  readonly userId?: number | null;
  readonly status?: 'pending' | 'active';
}

/**
 * Puts somebody on a unit's staff; R21 holds: one row per person, unit and job.
 *
 * @example
 * const staffId = await saveStaff(tx, { principalId, name, phone, idCard, job: 'preventionWorker', hiredOn: '2026-11-15' });
 */
export async function saveStaff(tx: Tx, input: StaffInput): Promise<number> {
  const regionCode = await placeOf(tx, input.principalId);
  const personId = await personFor(tx, { ...input, idCard: input.idCard ?? null, regionCode });
  const values: [string, unknown][] = [
    ['tenant_no', tx.scope.tenantNo],
    ['region_code', regionCode],
    ['principal_id', input.principalId],
    ['person_id', personId],
    ['name', input.name],
    ...piiColumns('phone', 'phone', input.phone, tx.scope.tenantNo),
    ...piiColumns('id_card', 'idCard', input.idCard ?? null, tx.scope.tenantNo),
    ['job', input.job],
    ['title', input.title ?? null],
    ['hired_on', input.hiredOn],
    ['user_id', input.userId ?? null],
    ['status', input.status ?? 'pending'],
    ['created_by', tx.scope.userId],
    ['updated_by', tx.scope.userId],
  ];
  const [row] = await tx.query<{ id: number }>(
    `insert into registry.staff (${values.map(([column]) => column).join(', ')}) values (${values.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    values.map(([, value]) => value),
  );
  if (!row) throw new Error('the staff row was not written');
  return row.id;
}

async function placeOf(tx: Tx, principalId: number): Promise<number> {
  const [row] = await tx.query<{ code: number }>('select region_code as code from registry.principal where id = $1', [
    principalId,
  ]);
  if (!row) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
  return row.code;
}

async function step(tx: Tx, who: StaffState, name: string, to: string, set: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(set);
  await tx.query(
    `update registry.staff set status = $2, version = version + 1, updated_at = now(), updated_by = $3${columns.map((one, at) => `, ${one} = $${at + 4}`).join('')} where id = $1`,
    [who.id, to, tx.scope.userId, ...Object.values(set)],
  );
  const by = { userId: tx.scope.userId, nickname: null };
  await recordTransition(tx, by, { entity, entityId: who.id, name, from: who.status, to, form: set });
}

/** An account for somebody at work, which waits for the security administrator. */
async function giveAccount(
  tx: Tx,
  who: StaffState,
  roleCodes: readonly string[],
  username?: string | null,
): Promise<void> {
  if (who.userId !== null) throw invalid([{ field: 'openAccount', key: 'registry.staff.hasOne' }]);
  const userId = await inTenant(tx, tx.scope.tenantNo, 'staffAccount', async (whole) => {
    const [phone] = await whole.query<{ enc: string | null; hash: string | null; mask: string | null }>(
      'select phone_enc as enc, phone_hash as hash, phone_mask as mask from registry.staff where id = $1',
      [who.id],
    );
    return openAccount(
      { ...whole, scope: { ...whole.scope, userId: tx.scope.userId } },
      {
        staffId: who.id,
        username: username ?? `s${who.id}`,
        realName: who.name,
        principalId: who.principalId,
        phone: phone ?? { enc: null, hash: null, mask: null },
        roleCodes,
      },
    );
  });
  await tx.query('update registry.staff set user_id = $2 where id = $1', [who.id, userId]);
}

/** Takes a newcomer on, with an account and a duty if they are given. */
export async function approveStaff(
  tx: Tx,
  staffId: number,
  { duty, roleCodes = [] }: { duty?: Omit<DutyInput, 'staffId'>; roleCodes?: readonly string[] } = {},
): Promise<void> {
  const who = await lockStaff(tx, staffId);
  if (who.status !== 'pending') throw wrongState(who.status, 'registry.staff._approve');
  await step(tx, who, 'approve', 'active', {});
  await closeTask(tx, entity, staffId);
  if (roleCodes.length > 0) await giveAccount(tx, who, roleCodes);
  if (duty) await setDuty(tx, { ...duty, staffId });
}

/** An account for somebody who is at work already and has none. */
export async function openStaffAccount(tx: Tx, staffId: number, roleCodes: readonly string[]): Promise<void> {
  const who = await lockStaff(tx, staffId);
  if (who.status !== 'active') throw wrongState(who.status, 'registry.staff._approve');
  await giveAccount(tx, who, roleCodes);
}

export async function leaveStaff(tx: Tx, staffId: number, leaving: Leaving): Promise<void> {
  const who = await lockStaff(tx, staffId);
  if (who.status !== 'active') throw wrongState(who.status, 'registry.staff._leave');
  await letGo(tx, who, leaving);
  await step(tx, who, 'leave', 'left', { left_on: leaving.leftOn, leave_reason: leaving.reason });
}

/**
 * R63: people of a unit, or the posts of a person, pass to the survivor. Where both have the same person in the same job, the survivor's row goes on
 * with the duties of the other, which ends.
 */
export async function reassignStaff(
  tx: Tx,
  by: 'unit' | 'person',
  { from, to, regionCode, day }: { from: number; to: number; regionCode?: number; day: string },
): Promise<number> {
  const [column, other] = by === 'unit' ? ['principal_id', 'person_id'] : ['person_id', 'principal_id'];
  const twice = await tx.query<{ loser: number; survivor: number; userId: number | null }>(
    `select l.id as loser, s.id as survivor, l.user_id as "userId" from registry.staff l
     join registry.staff s on s.tenant_no = l.tenant_no and s.${column} = $2 and s.${other} = l.${other} and s.job = l.job
     where l.${column} = $1 and l.status <> 'left' order by l.id for update`,
    [from, to],
  );
  const yesterday = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  for (const { loser, survivor, userId } of twice) {
    await tx.query(
      `update registry.staff set status = case when status = 'left' then 'active' else status end, left_on = null, leave_reason = null, user_id = coalesce(user_id, $2),
         version = version + 1, updated_at = now() where id = $1`,
      [survivor, userId],
    );
    await endDutiesOf(tx, loser, yesterday, survivor);
    await tx.query(
      `update registry.staff set status = 'left', left_on = greatest($2::date, hired_on), leave_reason = 'merged', user_id = null, version = version + 1, updated_at = now() where id = $1`,
      [loser, day],
    );
  }
  const rows = await tx.query(
    `update registry.staff set ${column} = $2, region_code = coalesce($3, region_code), version = version + 1, updated_at = now() where ${column} = $1 and status <> 'left' returning 1`,
    [from, to, regionCode ?? null],
  );
  return rows.length + twice.length;
}

/** Villages of the grids whose open duties are theirs. */
const served = `registry.grid_duty d join registry.grid_village v on v.tenant_no = d.tenant_no and v.grid_id = d.grid_id
  where d.tenant_no = t.tenant_no and d.staff_id = t.id and d.to_on is null`;

export const staffRoutes = (): Route[] => [
  ...serveResource(staff)({
    expressions: {
      villageCount: `(select count(distinct v.village_code)::int from ${served})`,
      householdCount: householdsIn(`select v.village_code from ${served}`),
      hasAccount: `(t.user_id is not null or exists (select 1 from platform.sys_user u where u.tenant_no = t.tenant_no and u.staff_id = t.id))`,
    },
    before: {
      add: async (call, values) => {
        const regionCode = await placeOf(call.tx, values.principalId);
        const { name, phone, idCard, principalId } = values;
        return { regionCode, personId: await personFor(call.tx, { name, phone, idCard, principalId, regionCode }) };
      },
      remove: async (_call, row) => {
        if (row.status !== 'pending') throw wrongState(row.status, 'kit.remove');
      },
      transition: async (call, move, row) => {
        if (move.name === 'leave' && row.status === 'active') {
          const form = move.form as { leftOn?: string; leaveReason?: string; takeoverStaffId?: number } | undefined;
          if (!form?.leftOn || !form.leaveReason) return undefined;
          const { leftOn, leaveReason, takeoverStaffId } = form;
          await letGo(call.tx, await lockStaff(call.tx, move.id), { leftOn, reason: leaveReason, takeoverStaffId });
        }
        return move.name === 'rehire' ? { leftOn: null, leaveReason: null } : undefined;
      },
    },
    after: {
      add: async (call, id, values) => {
        await openTask(call.tx, {
          taskType: 'approve',
          taskName: { key: 'registry.staff.taskApprove', args: { name: values.name } },
          entity,
          entityId: id,
          linkPath: `/pri/staffInfo?status=pending&keyword=${encodeURIComponent(values.name)}`,
          permission: 'pri:staff:approve',
          regionCode: await placeOf(call.tx, values.principalId),
          principalId: values.principalId,
        });
      },
      remove: async (call, ids) => {
        for (const id of ids) await closeTask(call.tx, entity, id);
      },
      transition: async (call, move) => {
        if (move.name !== 'approve') return;
        await closeTask(call.tx, entity, move.id);
        const form = move.form as { openAccount?: boolean | null; username?: string | null } | undefined;
        if (!form?.openAccount) return;
        const who = await lockStaff(call.tx, move.id);
        const [row] = await call.tx.query<{ job: string }>('select job from registry.staff where id = $1', [move.id]);
        const role = roleOfJob[row?.job ?? ''];
        if (!role) throw invalid([{ field: 'openAccount', key: 'registry.staff.noRole' }]);
        await giveAccount(call.tx, who, [role], form.username);
      },
    },
    can: (row, verb) => verb !== 'remove' || row.status === 'pending',
  }),
  serve('registry', staffTotals, async (call) => {
    const [rows] = await call.database.read<[{ job: string; active: number; pending: number }]>(call.actor.scope, {
      text: `select job, (count(*) filter (where status = 'active'))::int as active, (count(*) filter (where status = 'pending'))::int as pending
             from registry.staff where status <> 'left' group by job order by 2 desc, 1`,
      values: [],
    });
    return rows;
  }),
];
