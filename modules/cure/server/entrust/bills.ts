import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import { type CalcRow, calcColumns, calcKinds } from '#kit/server/calc/calc.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  type EntrustBill,
  entrustBill,
  entrustLog,
  makeBill,
  quoteBill,
  recomputeBill,
} from '#modules/cure/contract/entrust/bill.ts';
import { billCalc, billOf } from './bill-calc.ts';
import { inputsOf, insertBill, redraw, settleBill, unitsOf } from './entrust-bill.ts';
import { contractOf, patchContract } from './entrust-contract.ts';
import { needSide, sideOf } from './rules.ts';

const asTenant = <T>(call: Call, work: Parameters<typeof inTenant<T>>[3]) =>
  inTenant(call.tx, call.actor.tenantNo, 'entrustBill', work);
const contractIdOf = async (call: Call, billId: number): Promise<number> => {
  const [row] = await call.tx.query<{ id: number }>('select contract_id as id from cure.entrust_bill where id = $1', [
    billId,
  ]);
  if (!row) throw notFound();
  return row.id;
};

async function beforeMove(call: Call, move: Move, { id }: { id: number }) {
  const row = await contractOf(call.tx, await contractIdOf(call, id));
  const now = new Date().toISOString();
  if (move.name === 'resolve') {
    needSide(call, row, 'witness');
    return { ownerOkAt: null, hostOkAt: null };
  }
  const side = needSide(call, row, 'owner', 'host');
  if (move.name === 'confirm') return side === 'owner' ? { ownerOkAt: now } : { hostOkAt: now };
  return undefined;
}

/** Who receives the money says that it came, and may give it up; each side agrees once, and only for itself. */
function mayMove(row: EntrustBill, verb: string, actor: Actor): boolean {
  const side = sideOf({ actor }, { ...row, societyUnitId: null });
  if (verb === 'confirm') return side === 'owner' ? !row.ownerOkAt : side === 'host' && !row.hostOkAt;
  if (verb === 'pay' || verb === 'waive') return side === (row.payable < 0 ? 'owner' : 'host');
  return verb !== 'dispute' || side === 'owner' || side === 'host';
}

async function addLog(
  call: Call,
  {
    contractId,
    onDate,
    headSeen,
    missingTags,
  }: { contractId: number; onDate: string; headSeen: number; missingTags: string | null },
) {
  const row = await contractOf(call.tx, contractId);
  needSide(call, row, 'host');
  if (onDate > today() || onDate < (row.startedOn ?? row.fromOn))
    throw invalid([{ field: 'onDate', key: 'cure.entrustLog.day' }]);
  const [open] = await call.tx.query<{ n: number }>(
    `select count(*)::int as n from cure.entrust_line where contract_id = $1 and in_on <= $2
       and (out_on is null or out_on > $2)`,
    [contractId, onDate],
  );
  const headOpen = open?.n ?? 0;
  // R109: fewer than there are asks which.
  if (headSeen !== headOpen && !missingTags) throw invalid([{ field: 'missingTags', key: 'cure.entrustLog.which' }]);
  const [place] = await call.tx.query<{ regionCode: number }>(
    'select region_code as "regionCode" from cure.entrust_contract where id = $1',
    [contractId],
  );
  return {
    headOpen,
    regionCode: place?.regionCode,
    principalId: row.principalId,
    hostId: row.hostId,
    societyUnitId: row.societyUnitId,
  };
}

export const billRoutes = (): Route[] => [
  ...serveResource(entrustLog)({
    before: {
      add: addLog,
      edit: async (call, values, row) => {
        const { headOpen } = await addLog(call, { ...values, contractId: row.contractId, onDate: row.onDate });
        return { headOpen };
      },
    },
    after: {
      add: async (call, _id, { contractId, onDate }) => {
        await asTenant(call, (all) => patchContract(all, contractId, { lastLogOn: onDate }));
      },
    },
  }),
  ...serveResource(entrustBill)({
    expressions: {
      owner: 'registry.principal_name(t.principal_id)',
      host: 'registry.principal_name(t.host_id)',
    },
    can: mayMove,
    before: { transition: beforeMove },
    after: {
      transition: async (call, move) => {
        const contractId = await contractIdOf(call, move.id);
        await asTenant(call, async (all) => {
          if (move.name === 'confirm') await settleBill(all, move.id);
          if (move.name === 'dispute') await patchContract(all, contractId, { disputed: true });
          if (move.name !== 'resolve') return;
          const [open] = await all.query(
            `select 1 from cure.entrust_bill where contract_id = $1 and status = 'disputed' limit 1`,
            [contractId],
          );
          if (!open) await patchContract(all, contractId, { disputed: false });
          await redraw(all, move.id, await contractOf(all, contractId));
        });
      },
    },
  }),
  serve('cure', recomputeBill, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const [bill] = await tx.query<{ payable: number }>('select payable from cure.entrust_bill where id = $1', [
        call.body.id,
      ]);
      if (!bill) throw notFound();
      const [written] = await tx.query<CalcRow>(
        `select ${calcColumns} from kit.calc where tenant_no = kit.tenant() and kind = $1 and entity_id = $2
         order by id desc limit 1`,
        [billCalc, call.body.id],
      );
      const compute = calcKinds().get(billCalc)?.versions[(written?.engine ?? 1) - 1];
      const again = written && compute ? compute(written.inputs).cents : Number.NaN;
      return { same: again === bill.payable, difference: Number.isNaN(again) ? bill.payable : again - bill.payable };
    }),
  ),
  serve('cure', quoteBill, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const row = await contractOf(tx, call.query.id);
      needSide(call as unknown as Call, row, 'owner', 'host', 'witness');
      return inTenant(tx, call.actor.tenantNo, 'quote', async (all) => {
        const inputs = await inputsOf(all, row, call.query.from, call.query.to);
        const { fee, compensation, payable, formula } = billOf(inputs);
        return { fee, compensation, payable, formula, units: unitsOf(inputs) };
      });
    }),
  ),
  serve('cure', makeBill, async (call) => {
    const { contractId, from, to } = call.body;
    const row = await contractOf(call.tx, contractId);
    needSide(call as unknown as Call, row, 'owner', 'host');
    const since = row.startedOn ?? row.fromOn;
    if (from > to || from < since || to > today()) throw invalid([{ field: 'to', key: 'cure.entrustBill.period' }]);
    return asTenant(call as unknown as Call, async (all) => {
      const [over] = await all.query(
        `select 1 from cure.entrust_bill where contract_id = $1 and period_from <= $3 and period_to >= $2 limit 1`,
        [contractId, from, to],
      );
      const made = over ? null : await insertBill(all, row, { from, to });
      if (!made) throw refusal('billExists', 'cure.refusal.billExists');
      return made;
    });
  }),
];
