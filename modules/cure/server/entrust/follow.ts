import { AppError } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import {
  onEntry,
  onExit,
  onHandover,
  onPrincipalMerged,
  onRestored,
  setOwner,
  setRelation,
} from '#modules/registry/server/index.ts';
import { addDays } from '../medicine/labels.ts';
import { reassignApplications } from '../society/member-application.ts';
import { reassignFees } from '../society/member-fee.ts';
import { reassignMembers } from '../society/society-member.ts';
import { sourceOf, tellSides } from './contracts.ts';
import { insertBill } from './entrust-bill.ts';
import { type ContractRow, contractOf, openContracts, patchContract, reassignContracts } from './entrust-contract.ts';
import { reassignTerms } from './entrust-contract-money.ts';
import { bornInto, type ClosedLine, closeLines, openLines, reopenLines } from './entrust-line.ts';

const asTenant = <T>(tx: Tx, work: (all: Tx) => Promise<T>) => inTenant(tx, tx.scope.tenantNo, 'entrust', work);
/** The registry keeps its listeners by name; this topic has its own beside the module's. */
const name = 'cure.entrust';

const out: Readonly<Record<string, string>> = {
  saleOut: 'sold',
  slaughter: 'sold',
  homeSlaughter: 'sold',
  death: 'dead',
  cull: 'culled',
  missing: 'missing',
};

/** The contract that waits for these animals at the host they came to. */
const awaited = (tx: Tx, animalIds: readonly number[], hostId: number) =>
  tx.query<{ contractId: number; ownerId: number; ids: number[] }>(
    `select c.id as "contractId", c.principal_id as "ownerId", array_agg(l.animal_id) as ids
     from cure.entrust_line l join cure.entrust_contract c on c.id = l.contract_id
     where l.tenant_no = kit.tenant() and l.animal_id = any ($1) and l.in_on is null and c.host_id = $2
       and c.status in ('signed', 'running') group by 1, 2`,
    [animalIds, hostId],
  );

async function giveBack(tx: Tx, closed: readonly ClosedLine[]): Promise<void> {
  for (const [contractId, same] of Map.groupBy(closed, (one) => one.contractId))
    await setOwner(
      tx,
      same.map((one) => one.animalId),
      null,
      sourceOf(contractId),
    );
}

/** D1: the registry says whose an animal is; the contract follows what happens to it. */
export function registerEntrust(): void {
  onHandover.register(name, (tx, { purpose, animalIds, toId }) =>
    asTenant(tx, async (all) => {
      if (purpose === 'entrust') {
        for (const { contractId, ownerId, ids } of await awaited(all, animalIds, toId)) {
          await setOwner(all, ids, ownerId, sourceOf(contractId));
          await openLines(all, ids, contractId, today());
        }
        return;
      }
      if (purpose === 'show') return;
      await giveBack(all, await closeLines(all, animalIds, purpose === 'returned' ? 'returned' : 'sold', today()));
    }),
  );
  onExit.register(name, (tx, { kind, animalIds, happenedOn }) =>
    asTenant(tx, async (all) => {
      const closed = await closeLines(all, animalIds, out[kind] ?? 'sold', happenedOn);
      for (const one of closed) {
        // R103: a death or a loss reaches both sides at once.
        if (kind !== 'death' && kind !== 'missing') continue;
        const row = await contractOf(all, one.contractId);
        await tellSides(all, row, kind, { tag: one.earTag }, one.earTag);
      }
    }),
  );
  onRestored.register(name, (tx, { animalIds }) =>
    asTenant(tx, async (all) => void (await reopenLines(all, animalIds))),
  );
  onEntry.register(name, (tx, { entryKind, animalIds }) =>
    entryKind === 'born' ? asTenant(tx, (all) => takeIn(all, animalIds)) : Promise.resolve(),
  );
  onPrincipalMerged.register(name, (tx, { loserId, survivorId }) =>
    asTenant(tx, async (all) => {
      await reassignContracts(all, loserId, survivorId);
      await reassignTerms(all);
      await reassignMembers(all, loserId, survivorId);
      await reassignApplications(all, loserId, survivorId);
      await reassignFees(all, loserId, survivorId);
    }),
  );
}

/** R105: whose a calf is, the contract says. */
async function takeIn(tx: Tx, animalIds: readonly number[]): Promise<void> {
  const born = await tx.query<{ id: number; earTag: string; contractId: number; ownerId: number; offspring: string }>(
    `select a.id, a.ear_tag as "earTag", c.id as "contractId", c.principal_id as "ownerId", c.offspring
     from cure.animal_owned a join cure.entrust_line l on l.tenant_no = a.tenant_no and l.animal_id = a.mother_id
         and l.in_on is not null and l.out_on is null
       join cure.entrust_contract c on c.id = l.contract_id
     where a.tenant_no = kit.tenant() and a.id = any ($1) and c.mode <> 'careOnly'`,
    [animalIds],
  );
  for (const one of born) {
    if (one.offspring !== 'owner') continue;
    await bornInto(tx, one.contractId, one.id, one.earTag, today());
    await setOwner(tx, [one.id], one.ownerId, sourceOf(one.contractId));
  }
}

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
const isNothing = (error: unknown) => error instanceof AppError && error.bizCode === 'needWeight';

/** The bill of the month before, once, where there is something to pay for. */
async function billMonth(tx: Tx, row: ContractRow, on: string): Promise<void> {
  const to = addDays(firstOf(on), -1);
  const from = [firstOf(to), row.startedOn ?? row.fromOn].sort()[1] as string;
  if (from > to) return;
  const [any] = await tx.query(
    `select 1 from cure.entrust_line where contract_id = $1 and in_on <= $3
       and (out_on is null or out_on >= $2) limit 1`,
    [row.id, from, to],
  );
  const [billed] = await tx.query(
    `select 1 from cure.entrust_bill where contract_id = $1 and period_from <= $3 and period_to >= $2 limit 1`,
    [row.id, from, to],
  );
  if (!any || billed) return;
  try {
    await insertBill(tx, row, { from, to });
  } catch (error) {
    // Without weights there is no bill yet; whoever keeps the animals is told.
    if (!isNothing(error)) throw error;
    await tellSides(tx, row, 'needWeight');
  }
}

/** R109, R110: bills on the first, late logs, contracts that end. */
export async function entrustNight(tx: Tx): Promise<void> {
  const on = today();
  for (const row of await openContracts(tx)) {
    await billMonth(tx, row, on);
    const [now] = await tx.query<{ open: number; unpaid: number; late: number | null }>(
      `select (select count(*) from cure.entrust_line where contract_id = c.id and in_on is not null
           and out_on is null)::int as open,
         (select count(*) from cure.entrust_bill where contract_id = c.id and status not in ('paid', 'waived'))::int
           as unpaid,
         (current_date - coalesce(c.last_log_on, c.started_on) - c.report_every_days) as late
       from cure.entrust_contract c where c.id = $1`,
      [row.id],
    );
    if (row.status === 'running' && (row.toOn < on || now?.open === 0 || (row.endsOn !== null && row.endsOn <= on)))
      await patchContract(tx, row.id, { status: 'settling' });
    else if (row.status === 'settling' && now?.open === 0) await end(tx, row, on, now.unpaid);
    // Told on the first day it is late, and each week after.
    if (row.status === 'running' && now?.late && now.late > 0 && now.late % 7 === 1)
      await tellSides(tx, row, 'logLate');
  }
}

async function end(tx: Tx, row: ContractRow, on: string, unpaid: number): Promise<void> {
  const [last] = await tx.query<{ to: string | null }>(
    `select to_char(max(period_to), 'YYYY-MM-DD') as to from cure.entrust_bill where contract_id = $1`,
    [row.id],
  );
  const [out] = await tx.query<{ on: string | null }>(
    `select to_char(max(out_on), 'YYYY-MM-DD') as on from cure.entrust_line where contract_id = $1`,
    [row.id],
  );
  const from = last?.to ? addDays(last.to, 1) : (row.startedOn ?? row.fromOn);
  if (out?.on && from <= out.on) {
    await insertBill(tx, row, { from, to: out.on, isFinal: true });
    return;
  }
  if (unpaid > 0) return;
  await patchContract(tx, row.id, { status: 'ended' });
  await setRelation(tx, { fromId: row.principalId, toId: row.hostId, kind: 'entrustedTo', on: false, day: on });
}
