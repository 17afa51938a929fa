import { sumCents } from '#kit/contract/money.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insOrder, matchOrders } from '#modules/insurance/contract/enrolment/order.ts';
import { refuse } from '../refusals.ts';
import { savePayer } from './ins-account.ts';

/** R21: one for each holder kept, of what falls on it. */
export const insertOrders = (tx: Tx, enrolmentId: number, dueOn: string) =>
  tx.query<{ id: number }>(
    `insert into insurance.ins_order (tenant_no, region_code, doc_no, kind, enrolment_id, party_id, insurer_id,
       principal_id, holder_name, head, amount, due_on, created_by, updated_by)
     select p.tenant_no, p.region_code, kit.doc_no('IO'), 'premium', p.enrolment_id, p.id, p.insurer_id,
       p.principal_id, p.holder_name, p.head, p.farmer_premium, $2, $3, $3
     from insurance.ins_enrolment_party p
     where p.tenant_no = kit.tenant() and p.enrolment_id = $1 and p.status in ('signed', 'checked') order by p.id
     returning id`,
    [enrolmentId, dueOn, tx.scope.userId],
  );
/** Of a list that comes to nothing: what is unpaid falls away, what was paid goes back. */
export const endOrders = async (tx: Tx, where: { enrolmentId?: number; partyIds?: readonly number[] }, why: string) => {
  const of = [where.enrolmentId ?? null, where.partyIds ?? [], why];
  await tx.query(
    `update insurance.ins_order set status = case when status = 'unpaid' then 'cancelled' else 'refunding' end,
       refund_amount = case when status = 'unpaid' then null else amount end, refund_reason = $3,
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and kind = 'premium' and status in ('unpaid', 'paid', 'confirmed')
       and (enrolment_id = $1 or party_id = any ($2))`,
    of,
  );
};

export interface OpenOrder {
  readonly id: number;
  readonly docNo: string;
  readonly amount: number;
  readonly holderName: string;
  readonly principalId: number;
  readonly insurerId: number;
}
async function match(call: Call<typeof matchOrders>) {
  const { rows, commit, enrolmentId = null } = call.body;
  const { tx } = call;
  const open = await tx.query<OpenOrder>(
    `select id, doc_no as "docNo", amount, holder_name as "holderName", principal_id as "principalId",
       insurer_id as "insurerId"
     from insurance.ins_order where tenant_no = kit.tenant() and status = 'unpaid'
       and ($1::bigint is null or enrolment_id = $1) order by id for update`,
    [enrolmentId],
  );
  const used = await tx.query<{ serial: string }>(
    `select coalesce(bank_serial, '') as serial from insurance.ins_account
     where tenant_no = kit.tenant() and ref_kind = 'order' and bank_serial = any ($1)`,
    [rows.map((one) => one.serial)],
  );
  const known = new Set(used.map((one) => one.serial));
  const free = new Map(open.map((one) => [one.id, one]));
  const paid: { row: (typeof rows)[number]; order: OpenOrder }[] = [];
  const unmatched: (typeof rows)[number][] = [];
  const ambiguous: { serial: string; name: string; orders: string[] }[] = [];
  for (const row of rows) {
    if (known.has(row.serial)) continue;
    known.add(row.serial);
    const fits = [...free.values()].filter((one) => one.amount === row.amountCents && one.holderName === row.name);
    const [order] = fits;
    if (!order) unmatched.push(row);
    else if (fits.length > 1)
      ambiguous.push({ serial: row.serial, name: row.name, orders: fits.map((one) => one.docNo) });
    else {
      free.delete(order.id);
      paid.push({ row, order });
    }
  }
  if (commit)
    for (const { row, order } of paid) {
      await tx.query(
        `update insurance.ins_order set status = 'paid', pay_mode = 'transfer', paid_at = $2, version = version + 1,
           updated_at = now(), updated_by = $3 where tenant_no = kit.tenant() and id = $1`,
        [order.id, `${row.on}T12:00:00+08:00`, call.actor.userId],
      );
      const of = { kind: 'order', id: order.id, principalId: order.principalId, insurerId: order.insurerId } as const;
      await savePayer(tx, of, { name: row.name, tail: null, serial: row.serial });
      const step = { entity: 'insurance.insOrder', entityId: order.id, name: 'pay', from: 'unpaid', to: 'paid' };
      await recordTransition(tx, call.actor, step);
    }
  return {
    matched: paid.length,
    matchedCents: sumCents(paid.map((one) => one.order.amount)),
    unmatched: unmatched.map(({ serial, name, amountCents }) => ({ serial, name, amountCents })),
    ambiguous,
    known: used.map((one) => one.serial),
  };
}

const account = (column: string) => `(select a.${column} from insurance.ins_account a where a.tenant_no = t.tenant_no
  and a.ref_kind = 'order' and a.ref_id = t.id)`;

/** `onExtra` hears of every extra premium that is confirmed, with the change it belongs to. */
export const orderRoutes = (onExtra: (tx: Tx, endorsementId: number) => Promise<void>): Route[] => [
  ...serveResource(insOrder)({
    expressions: {
      payerName: account('payer_name'),
      payerTail: account('payer_tail'),
      bankSerial: account('bank_serial'),
      isOverdue: `(t.status = 'unpaid' and t.due_on < (now() at time zone 'Asia/Shanghai')::date)`,
    },
    before: {
      transition: async (call, move, row) => {
        const [own] = await call.tx.query<{ principalId: number; insurerId: number; confirmedBy: number | null }>(
          `select principal_id as "principalId", insurer_id as "insurerId", confirmed_by as "confirmedBy"
           from insurance.ins_order where id = $1`,
          [row.id],
        );
        if (!own) throw refuse('amountMismatch');
        if (move.name === 'pay') {
          const form = move.form as { payer: string; tail?: string | null; serial?: string | null; paidOn: string };
          const of = { kind: 'order', id: row.id, ...own } as const;
          await savePayer(call.tx, of, { name: form.payer, tail: form.tail ?? null, serial: form.serial ?? null });
          // Whoever pays for another is looked at, not refused.
          const flags = form.payer === row.holderName ? [] : ['payerDiffers'];
          return { paidAt: `${form.paidOn}T12:00:00+08:00`, flags };
        }
        if (move.name === 'confirm') return { confirmedBy: call.actor.userId, confirmedAt: new Date().toISOString() };
        if (move.name === 'refund' && own.confirmedBy === call.actor.userId) throw refuse('samePerson');
        if (move.name === 'refund') return { refundAmount: row.amount, refundReason: move.remark ?? null };
        if (move.name === 'settleRefund' && own.confirmedBy === call.actor.userId) throw refuse('samePerson');
        return undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        const { voucher } = (move.form ?? {}) as { voucher?: number[] | null };
        if (voucher?.length) await linkFiles(call.tx, voucher, 'insurance.insOrder', move.id);
        if (move.name !== 'confirm') return;
        const [extra] = await call.tx.query<{ endorsementId: number }>(
          `select endorsement_id as "endorsementId" from insurance.ins_order where tenant_no = kit.tenant() and id = $1
             and kind = 'extra' and endorsement_id is not null`,
          [move.id],
        );
        if (extra) await onExtra(call.tx, extra.endorsementId);
      },
    },
  }),
  serve('insurance', matchOrders, match),
];
