import { forbidden, invalid, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/cure/contract/entrust/contract.ts';
import { closeTask, confirmPassword, notify, openTask } from '#modules/platform/server/index.ts';
import { changeAnimals, giveConsent, ofUnit, setParty, setRelation } from '#modules/registry/server/index.ts';
import { societyOf } from '../society/own-society.ts';
import { contractContent, hostsFor, ownAnimals } from './content.ts';
import { type ContractRow, contractOf, patchContract, saveContract } from './entrust-contract.ts';
import { dropTerms, saveTerms } from './entrust-contract-money.ts';
import { closeLines, openLines, planLines, plannedAnimals, setFault } from './entrust-line.ts';
import { saveLineMoney } from './entrust-line-money.ts';
import { checkAnimals, checkHost, checkPapers, needSide, sideOf } from './rules.ts';

const entity = 'cure.entrustContract';
export const sourceOf = (id: number) => `cure.entrust:${id}`;
const asTenant = <T>(call: Call, what: string, work: (all: Tx) => Promise<T>) =>
  inTenant(call.tx, call.actor.tenantNo, what, work);

const logLate = `(t.status = 'running' and coalesce(t.last_log_on, t.started_on) + t.report_every_days < current_date)`;
const mine = (column: string) => `${column} = any (cure.my_units())`;
const lines = (where: string) =>
  `(select count(*)::int from cure.entrust_line l where l.contract_id = t.id and ${where})`;
const money = (column: string) => `(select m.${column} from cure.entrust_contract_money m where m.contract_id = t.id)`;
const expressions = {
  owner: 'registry.principal_name(t.principal_id)',
  host: 'registry.principal_name(t.host_id)',
  price: money('price'),
  baseValue: money('base_value'),
  heads: lines('l.in_on is not null and l.out_on is null'),
  headsEver: lines('true'),
  deaths: lines(`l.out_kind = 'dead'`),
  logLate,
  billed: `(select sum(b.payable)::bigint from cure.entrust_bill b where b.contract_id = t.id
    and b.status <> 'waived')`,
  nextStep: `(case
    when t.status in ('draft', 'refused') and ${mine('t.principal_id')} then 'offer'
    when t.status = 'offered' and ${mine('t.host_id')} then 'answer'
    when t.status = 'accepted' and ((${mine('t.principal_id')} and t.owner_signed_at is null)
      or (${mine('t.host_id')} and t.host_signed_at is null)) then 'sign'
    when t.status = 'signed' and ${mine('t.host_id')} then 'start'
    when t.status = 'running' and ${mine('t.host_id')} and ${logLate} then 'log'
    when t.status in ('running', 'settling') and exists (select 1 from cure.entrust_bill b where b.contract_id = t.id
      and b.status = 'draft' and ((${mine('t.principal_id')} and b.owner_ok_at is null)
        or (${mine('t.host_id')} and b.host_ok_at is null))) then 'confirm'
    when t.status = 'settling' and ${mine('t.host_id')}
      and ${lines('l.in_on is not null and l.out_on is null')} > 0 then 'return' end)`,
};

const tell = (call: Call, row: ContractRow, principalId: number, step: string, permission: string) =>
  asTenant(call, 'entrustTask', async (all) => {
    const [unit] = await all.query<{ regionCode: number }>(
      'select region_code as "regionCode" from cure.unit_seen where id = $1',
      [principalId],
    );
    await openTask(all, {
      taskType: 'handle',
      taskName: { key: `cure.entrustContract.task_${step}`, args: { docNo: row.docNo } },
      entity,
      entityId: row.id,
      linkPath: `/cure/entrust/detail?id=${row.id}`,
      permission,
      regionCode: unit?.regionCode ?? 0,
      principalId,
    });
  });

/** What each step asks for; the rows of the other side are read in the tenant's own name. */
async function beforeMove(call: Call, move: Move, { id }: { id: number }) {
  const row = await contractOf(call.tx, id);
  if (move.name === 'offer') {
    needSide(call, row, 'owner');
    await asTenant(call, 'entrust', async (all) => {
      await checkAnimals(all, row, await plannedAnimals(all, id));
    });
    return undefined;
  }
  if (move.name === 'accept') needSide(call, row, 'host');
  if (move.name === 'terminate' || move.name === 'abandon') needSide(call, row, 'owner', 'host');
  if (move.name === 'abandon') return { endReason: move.remark?.slice(0, 300) };
  if (move.name === 'refuse') {
    needSide(call, row, 'host');
    return { endReason: move.remark?.slice(0, 300) };
  }
  if (move.name === 'sign') {
    const side = needSide(call, row, 'owner', 'host');
    if (side === 'owner' ? row.ownerSigned : row.hostSigned) throw forbidden();
    await confirmPassword(call, (move.form as { password: string }).password);
    await asTenant(call, 'entrust', async (all) => {
      const animals = await plannedAnimals(all, id);
      await checkHost(all, row, animals.length);
      await checkPapers(all, call, row, today());
      await checkAnimals(all, row, animals);
    });
    const now = new Date().toISOString();
    return side === 'owner'
      ? { ownerSignedAt: now, ownerSignedBy: call.actor.userId }
      : { hostSignedAt: now, hostSignedBy: call.actor.userId };
  }
  return undefined;
}

/** R110: one side alone keeps the days of notice; both together end it at once. */
async function terminate(call: Call, id: number, reason: string): Promise<void> {
  const row = await contractOf(call.tx, id, true);
  needSide(call, row, 'owner', 'host');
  const { principalId } = call.actor;
  const isSecond = row.endsAskedBy !== null && row.endsAskedBy !== principalId;
  const [on] = await call.tx.query<{ on: string }>(`select to_char(current_date + $1::int, 'YYYY-MM-DD') as on`, [
    row.noticeDays,
  ]);
  const done = { endReason: reason, endsAskedBy: principalId, endsOn: isSecond ? today() : (on?.on ?? today()) };
  await asTenant(call, 'terminate', async (all) => {
    await patchContract(all, id, isSecond ? { ...done, status: 'settling' } : done);
    await tellSides(all, row, 'ending', { date: done.endsOn });
  });
}

export async function tellSides(
  tx: Tx,
  row: Pick<ContractRow, 'id' | 'docNo' | 'principalId' | 'hostId'>,
  what: string,
  args: Record<string, string | number> = {},
  animalNumber: string | null = null,
): Promise<void> {
  for (const farmId of [row.principalId, row.hostId]) {
    const users = await tx.query<{ id: number }>(
      `select id from cure.user_seen where principal_id = $1 and status = 'active' order by id limit 20`,
      [farmId],
    );
    await notify(tx, {
      userIds: users.map((one) => one.id),
      type: 'reminder',
      title: { key: `cure.entrustContract.told_${what}`, args: { docNo: row.docNo, ...args } },
      content: '',
      linkPath: `/cure/entrust/detail?id=${row.id}`,
      farmId,
      animalNumber,
    });
  }
}

async function save(call: Call<typeof contract.saveEntrust>) {
  const form = call.body;
  const own = call as unknown as Call;
  if (!call.actor.scope.principals.includes(form.principalId)) throw forbidden();
  if (form.toOn <= form.fromOn) throw invalid([{ field: 'toOn', key: 'cure.entrustContract.dates' }]);
  if (form.hostId === form.principalId) throw invalid([{ field: 'hostId', key: 'cure.entrustContract.noHost' }]);
  return asTenant(own, 'saveEntrust', async (all) => {
    const [type] = await all.query<{ mode: string; feeModes: string[]; report: number; free: number; share: number }>(
      `select mode, fee_modes as "feeModes", report_every_days as report, free_loss_pct::float8 as free,
         host_share_pct::float8 as share from cure.entrust_type
       where tenant_no = kit.tenant() and id = $1 and status = 'enabled'`,
      [form.typeId],
    );
    if (!type) throw invalid([{ field: 'typeId', key: 'error.field.ref' }]);
    if (!type.feeModes.includes(form.feeMode)) throw invalid([{ field: 'feeMode', key: 'cure.entrustContract.noFee' }]);
    const [place] = await all.query<{ regionCode: number }>(
      'select region_code as "regionCode" from cure.unit_seen where id = $1',
      [form.principalId],
    );
    const society = form.societyId ? await societyOf(all, form.societyId) : null;
    const before = { id: form.id ?? 0, principalId: form.principalId, species: form.species, mode: type.mode };
    const animals = await checkAnimals(all, before, form.animalIds);
    const made = await saveContract(all, form, {
      regionCode: place?.regionCode ?? 0,
      societyUnitId: society?.unitId ?? null,
      mode: type.mode,
      reportEveryDays: type.report,
      freeLossPct: form.freeLossPct ?? type.free,
      hostSharePct: form.hostSharePct ?? type.share,
    });
    const row = await contractOf(all, made.id);
    await checkHost(all, row, animals.length);
    await saveTerms(all, made.id, row, {
      price: form.price,
      sharePct: form.sharePct == null ? null : form.sharePct.toFixed(2),
      baseValue: form.baseValue,
    });
    await planLines(all, made.id, animals);
    return made;
  });
}

/** Animals go to the host, or the host comes to see them; from this commit both sides see them. */
async function start(call: Call<typeof contract.startEntrust>) {
  const own = call as unknown as Call;
  const seen = await contractOf(call.tx, call.body.id);
  needSide(own, seen, 'host');
  return asTenant(own, 'startEntrust', async (all) => {
    const row = await contractOf(all, call.body.id, true);
    if (row.version !== call.body.version) throw staleVersion();
    if (row.status !== 'signed') throw wrongState(row.status, 'cure.entrustContract.start');
    const animalIds = await plannedAnimals(all, row.id);
    await checkHost(all, row, animalIds.length);
    await checkPapers(all, own, row, today());
    await checkAnimals(all, row, animalIds);
    if (row.mode === 'careOnly') {
      await openLines(all, animalIds, row.id, today());
      await setParty(all, animalIds, row.hostId, 'host', true, sourceOf(row.id), call.actor.userId);
    } else
      await changeAnimals(all, {
        changeType: 'handover',
        purpose: 'entrust',
        animalIds,
        toPrincipalId: row.hostId,
        toPenId: call.body.toPenId ?? null,
        confirmedBy: row.hostId,
        byPrincipalId: row.principalId,
        actor: call.actor.userId,
        source: 'cure',
      });
    await patchContract(all, row.id, { status: 'running', startedOn: today() });
    const between = { fromId: row.principalId, toId: row.hostId, kind: 'entrustedTo' };
    await setRelation(all, { ...between, on: true, day: today() });
    await closeTask(all, entity, row.id);
    await tellSides(all, row, 'started', { n: animalIds.length });
    return { heads: animalIds.length };
  });
}

async function release(call: Call<typeof contract.releaseAnimals>) {
  const own = call as unknown as Call;
  const row = await contractOf(call.tx, call.body.id);
  needSide(own, row, 'host');
  if (!['running', 'settling'].includes(row.status)) throw wrongState(row.status, 'cure.entrustContract.release');
  return asTenant(own, 'releaseEntrust', async (all) => {
    const held = await all.query<{ id: number }>(
      `select animal_id as id from cure.entrust_line where contract_id = $1 and animal_id = any ($2)
         and in_on is not null and out_on is null`,
      [row.id, call.body.animalIds],
    );
    if (held.length !== new Set(call.body.animalIds).size)
      throw invalid([{ field: 'animalIds', key: 'error.field.ref' }]);
    if (row.mode === 'careOnly') {
      await endCare(all, row, call.body.animalIds, call.actor.userId);
      return { heads: held.length, status: 'done' };
    }
    const { status } = await changeAnimals(all, {
      changeType: 'handover',
      purpose: 'returned',
      animalIds: call.body.animalIds,
      toPrincipalId: row.principalId,
      byPrincipalId: row.hostId,
      actor: call.actor.userId,
      source: 'cure',
    });
    return { heads: held.length, status };
  });
}
async function endCare(all: Tx, row: ContractRow, ids: readonly number[], actor: number): Promise<void> {
  await closeLines(all, ids, 'returned', today());
  await setParty(all, ids, row.hostId, 'host', false, sourceOf(row.id), actor);
}

const isEnd = (verb: string) => verb === 'terminate' || verb === 'abandon';

export const contractRoutes = (): Route[] => [
  ...serveResource(contract.entrustContract)({
    match: { principalId: ofUnit },
    expressions,
    can: (row, verb, actor) => {
      const side = sideOf({ actor }, { ...row, societyUnitId: null });
      if (verb === 'detail') return true;
      if (verb === 'sign') return side === 'owner' ? !row.ownerSignedAt : side === 'host' && !row.hostSignedAt;
      return ['accept', 'refuse'].includes(verb)
        ? side === 'host'
        : side === 'owner' || (side === 'host' && isEnd(verb));
    },
    before: {
      remove: async (call, row) => {
        needSide(call, await contractOf(call.tx, row.id), 'owner');
        await dropTerms(call.tx, row.id);
      },
      transition: beforeMove,
    },
    after: {
      transition: async (call, move) => {
        const row = await contractOf(call.tx, move.id);
        if (move.name === 'terminate') return terminate(call, row.id, move.remark ?? '');
        await closeTask(call.tx, entity, row.id);
        if (move.name === 'offer') await tell(call, row, row.hostId, 'answer', 'cure:entrust:host');
        if (move.name === 'accept') await tell(call, row, row.principalId, 'sign', 'cure:entrust:sign');
        if (move.name !== 'sign') return;
        if (row.ownerSigned && row.hostSigned) {
          await asTenant(call, 'signed', (all) => patchContract(all, row.id, { status: 'signed' }));
          await tell(call, row, row.hostId, 'start', 'cure:entrust:host');
        } else await tell(call, row, row.ownerSigned ? row.hostId : row.principalId, 'sign', 'cure:entrust:sign');
      },
    },
  }),
  ...serveResource(contract.entrustWatch)({
    table: 'cure.entrust_contract',
    expressions,
    listed: `t.society_unit_id = any (cure.my_units()) and t.status <> 'draft'`,
  }),
  serve('cure', contract.saveEntrust, save),
  serve('cure', contract.entrustContent, contractContent),
  serve('cure', contract.entrustHosts, hostsFor),
  serve('cure', contract.entrustable, ownAnimals),
  serve('cure', contract.startEntrust, start),
  serve('cure', contract.releaseAnimals, release),
  serve('cure', contract.consentTo, async (call) => {
    const row = await contractOf(call.tx, call.body.id);
    needSide(call as unknown as Call, row, 'owner');
    const { animalIds, act, until } = call.body;
    if (until < today()) throw invalid([{ field: 'until', key: 'cure.entrustContract.past' }]);
    const open = await call.tx.query(
      `select 1 from cure.entrust_line where contract_id = $1 and animal_id = any ($2) and in_on is not null
         and out_on is null`,
      [row.id, animalIds],
    );
    if (open.length !== new Set(animalIds).size) throw invalid([{ field: 'animalIds', key: 'error.field.ref' }]);
    await giveConsent(call.tx, { animalIds, act, until, by: call.actor.userId });
    return { heads: animalIds.length };
  }),
  serve('cure', contract.settleLine, async (call) => {
    const { lineId, deathFault, saleCents, insuredCents } = call.body;
    const [line] = await call.tx.query<{ contractId: number }>(
      'select contract_id as "contractId" from cure.entrust_line where id = $1',
      [lineId],
    );
    if (!line) throw invalid([{ field: 'lineId', key: 'error.field.ref' }]);
    const row = await contractOf(call.tx, line.contractId);
    // Whose fault it was is for the owner or the witness to say, never for the host alone.
    needSide(call as unknown as Call, row, 'owner', 'witness');
    await asTenant(call as unknown as Call, 'settleLine', async (all) => {
      if (deathFault) await setFault(all, lineId, deathFault);
      if (saleCents != null || insuredCents != null) await saveLineMoney(all, lineId, { saleCents, insuredCents });
    });
    return null;
  }),
];
