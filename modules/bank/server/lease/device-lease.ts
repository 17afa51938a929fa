import { forbidden, invalid, notFound, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { deviceLease } from '#modules/bank/contract/lease/lease.ts';
import { refuse } from '../refusals.ts';
import { moveEnd, openLines } from './lease-line.ts';
import { nameOfUnit } from './lease-names.ts';

export interface Lease {
  readonly id: number;
  readonly docNo: string;
  readonly lessorId: number;
  readonly lesseeId: number;
  readonly status: string;
}
/** Only the lessor delivers, takes back and closes. */
export const mustLet = (call: Pick<Call, 'actor'>, lessorId: number): void => {
  if (!call.actor.scope.principals.includes(lessorId)) throw forbidden();
};
/** Locked, of the caller's own letting, and running. */
export async function leaseFor(call: Call, id: number, states: readonly string[] = ['active']): Promise<Lease> {
  const [lease] = await call.tx.query<Lease>(
    `select id, doc_no as "docNo", lessor_id as "lessorId", lessee_id as "lesseeId", status from bank.device_lease
     where tenant_no = kit.tenant() and id = $1 for update`,
    [id],
  );
  if (!lease) throw notFound();
  mustLet(call, lease.lessorId);
  if (!states.includes(lease.status)) throw wrongState(lease.status, 'bank.deviceLease._title');
  return lease;
}

async function mustBeUnit(tx: Tx, field: string, id: number, types: readonly string[] | null): Promise<void> {
  const [unit] = await tx.query<{ type: string }>(
    'select principal_unit_type as type from registry.principal_places($1)',
    [[id]],
  );
  if (!unit || (types && !types.includes(unit.type))) throw invalid([{ field, key: 'error.field.ref' }]);
}

const outOf = 'bank.lease_line l where l.tenant_no = t.tenant_no and l.lease_id = t.id and l.returned_on is null';
const deviceOf = `from bank.lease_line l join bank.watch_device s on s.tenant_no = l.tenant_no and s.id = l.device_id
  where l.tenant_no = t.tenant_no and l.lease_id = t.id and l.returned_on is null`;

export const leaseResourceRoutes = (): Route[] =>
  serveResource(deviceLease)({
    counted: {
      from: outOf,
      fields: { devices: 'count(*)::int', monthRent: 'coalesce(sum(l.month_rent), 0)::bigint' },
    },
    expressions: {
      lessor: nameOfUnit('lessor_id'),
      lessee: nameOfUnit('lessee_id'),
      forBank: nameOfUnit('for_bank_id'),
      lesseeType: '(select p.principal_unit_type from registry.principal_places(array[t.lessee_id]) p)',
      kinds: `(select string_agg(k.kind || ' ' || k.n, ' · ' order by k.kind) from (select l.device_kind as kind,
        count(*)::text as n from ${outOf} group by 1) k)`,
      unpaid: `(select coalesce(sum(b.amount), 0)::bigint from bank.lease_bill b where b.tenant_no = t.tenant_no
        and b.lease_id = t.id and b.status in ('due', 'overdue'))`,
      onlineShare: `(select round(100.0 * count(*) filter (where s.silent_due_at > now()) / nullif(count(*), 0), 1)
        ${deviceOf})`,
    },
    before: {
      add: async (call, values) => {
        const lessorId = call.actor.principalId;
        if (!lessorId) throw forbidden();
        await mustBeUnit(call.tx, 'lessorId', lessorId, ['thirdParty', 'supplier', 'bank']);
        await mustBeUnit(call.tx, 'lesseeId', values.lesseeId, null);
        if (values.lesseeId === lessorId) throw invalid([{ field: 'lesseeId', key: 'error.field.ref' }]);
        if (values.forBankId) await mustBeUnit(call.tx, 'forBankId', values.forBankId, ['bank']);
        if (values.toOn <= values.fromOn) throw invalid([{ field: 'toOn', key: 'error.field.range' }]);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('LE') as no`);
        return { docNo: no?.no, lessorId, files: values.files ?? [] };
      },
      edit: async (call, values, row) => {
        mustLet(call, row.lessorId);
        if (values.toOn <= values.fromOn) throw invalid([{ field: 'toOn', key: 'error.field.range' }]);
        return { files: values.files ?? [] };
      },
      remove: async (call, row) => mustLet(call, row.lessorId),
      transition: async (call, move, row) => {
        mustLet(call, row.lessorId);
        const open = await openLines(call.tx, { leaseId: row.id });
        // R49: a lease ends with every device back or reported lost.
        if (move.name === 'end' && open.length > 0) throw refuse('devicesOut', { n: open.length });
        if (move.name !== 'renew') return undefined;
        const toOn = String(move.form?.toOn);
        if (toOn <= row.toOn || toOn <= today()) throw invalid([{ field: 'toOn', key: 'error.field.range' }]);
        await moveEnd(call.tx, row.id, toOn);
        return undefined;
      },
    },
    can: (row, verb, actor) => verb === 'detail' || actor.scope.principals.includes(row.lessorId),
  });

/** The lessee was merged into another unit: what still runs is that unit's. A unit never lets to itself. */
export const reassignLeases = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.device_lease set lessee_id = $2, updated_at = now(), version = version + 1
     where tenant_no = kit.tenant() and lessee_id = $1 and lessor_id <> $2 and status <> 'ended'`,
    [from, to],
  );
