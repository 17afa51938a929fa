import { sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { settingCodes } from '#modules/insurance/contract/setting/setting-codes.ts';
import { insStatement, makeStatements } from '#modules/insurance/contract/statement/statement.ts';
import { refuse } from '../refusals.ts';
import { type Group, insertLines, openGroups, type Sums } from './ins-statement-line.ts';

const lastDayOf = (period: string): string => {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  return addDays(next, -1);
};

/** A month's statement that was already sent is never opened again: what came late is the next month's. */
async function insertStatement(tx: Tx, insurerId: number, period: string, group: Group): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `insert into insurance.ins_statement (tenant_no, region_code, doc_no, kind, insurer_id, payer_code, period,
       created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('IT'), 'treasury', $2, $3, $4, $5, $5)
     on conflict (tenant_no, kind, insurer_id, region_code, payer_code, period) do nothing returning id`,
    [group.regionCode, insurerId, group.payerCode, period, tx.scope.userId],
  );
  if (row) return row.id;
  const [draft] = await tx.query<{ id: number }>(
    `select id from insurance.ins_statement where tenant_no = kit.tenant() and kind = 'treasury' and insurer_id = $1
       and region_code = $2 and payer_code = $3 and period = $4 and status = 'draft' for update`,
    [insurerId, group.regionCode, group.payerCode, period],
  );
  return draft?.id ?? null;
}

/** R48: by county and payer; every source once. */
export async function makeFor(tx: Tx, insurerId: number, period: string): Promise<Sums[]> {
  const lastDay = lastDayOf(period);
  const made: Sums[] = [];
  for (const group of await openGroups(tx, insurerId, lastDay)) {
    const id = await insertStatement(tx, insurerId, period, group);
    if (id === null) continue;
    const sums = await insertLines(tx, id, group, insurerId, lastDay);
    await tx.query(
      `update insurance.ins_statement set line_count = line_count + $2, head = head + $3, total = total + $4,
         version = version + 1, updated_at = now() where tenant_no = kit.tenant() and id = $1`,
      [id, sums.lines, sums.head, sums.cents],
    );
    made.push(sums);
  }
  return made;
}

async function make(call: Call<typeof makeStatements>) {
  const { period } = call.body;
  const insurerId = call.actor.principalId;
  if (insurerId === null || lastDayOf(period) >= today()) throw refuse('periodOpen');
  const made = await makeFor(call.tx, insurerId, period);
  call.answer.msg = call.say('ok.saved');
  return {
    made: made.length,
    lines: made.reduce((sum, one) => sum + one.lines, 0),
    totalCents: sumCents(made.map((one) => one.cents)),
  };
}

const grace = settingCodes['treasury.arrearsDays'].standard;
const isLate = `(t.total > t.received and t.issued_at < now() - interval '${grace} days')`;

export const statementRoutes = (): Route[] => [
  ...serveResource(insStatement)({
    expressions: {
      insurer: 'registry.principal_name(t.insurer_id)',
      payer: `(select i.name from insurance.ins_ingredient i where i.tenant_no = t.tenant_no and i.kind = 'payer'
        and i.code = t.payer_code limit 1)`,
      owed: 't.total - t.received',
      isArrears: `coalesce(${isLate}, false)`,
      arrearsDays: `case when ${isLate} then extract(day from now() - t.issued_at)::int - ${grace} end`,
    },
    before: {
      transition: async (call, move, row) => {
        if (move.name === 'issue') return { issuedAt: new Date().toISOString() };
        if (move.name === 'confirm') return { confirmedAt: new Date().toISOString(), confirmedBy: call.actor.userId };
        if (move.name !== 'settle') return undefined;
        const form = move.form as { receivedOn: string; amount: number; voucher?: number[] | null };
        if (form.receivedOn > today()) throw refuse('notYetHappened');
        if (form.amount > row.owed) throw refuse('amountMismatch');
        return {
          received: row.received + form.amount,
          receivedOn: form.receivedOn,
          vouchers: form.voucher ?? null,
        };
      },
    },
    after: {
      transition: async (call, move) => {
        const { voucher } = (move.form ?? {}) as { voucher?: number[] | null };
        if (voucher?.length) await linkFiles(call.tx, voucher, 'insurance.insStatement', move.id);
      },
    },
  }),
  serve('insurance', makeStatements, make),
];
