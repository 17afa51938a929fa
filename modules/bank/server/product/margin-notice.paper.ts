import { notFound } from '#kit/contract/errors.ts';
import { formatCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { definePaper, makePaper } from '#kit/server/paper/paper.ts';
import type { marginLetter } from '#modules/bank/contract/product/margin.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';

interface Letter {
  readonly docNo: string;
  readonly lineNo: string;
  readonly bank: string;
  readonly client: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly ltv: number | null;
  readonly maxLtv: number;
  readonly balance: number;
  readonly eligible: number;
  readonly addValue: number;
  readonly repayAmount: number;
}
const own = 'bank.marginNotice';

/** 补仓通知书: plain words, two amounts, one day. */
const letterPaper = definePaper<Letter>({
  name: 'bank.marginLetter',
  entity: own,
  title: (_, say) => say('bank.marginLetter.title'),
  draw: (sheet, data, say) => {
    const [ltv, maxLtv] = [formatLtv(data.ltv), data.maxLtv.toFixed(2)];
    sheet
      .title(say('bank.marginLetter.title'), `${data.bank} · ${data.docNo}`)
      .paragraph(say('bank.marginLetter.to', { client: data.client }))
      .paragraph(say('bank.marginLetter.why', { lineNo: data.lineNo, day: data.issuedOn, ltv, maxLtv }))
      .facts([
        [say(`${own}.balance`), formatCents(data.balance)],
        [say(`${own}.eligibleValue`), formatCents(data.eligible)],
        [say(`${own}.ltv`), `${ltv} %`],
      ])
      .paragraph(
        say('bank.marginLetter.ask', {
          dueOn: data.dueOn,
          addValue: formatCents(data.addValue),
          repayAmount: formatCents(data.repayAmount),
        }),
      )
      .paragraph(say('bank.marginLetter.else'))
      .signatures([data.bank, data.client]);
  },
  // Who owes and how much stays on the paper.
  facts: (data, say) => [
    { label: say(`${own}.docNo`), value: data.docNo },
    { label: say(`${own}.issuedOn`), value: data.issuedOn },
    { label: say(`${own}.dueOn`), value: data.dueOn },
  ],
});

export async function letterOf(call: Call<typeof marginLetter>): Promise<{ fileId: number }> {
  const { id } = call.body;
  const [row] = await call.tx.query<Letter & { files: number[] }>(
    `select m.doc_no as "docNo", c.doc_no as "lineNo", coalesce(registry.principal_name(m.bank_id), '') as bank,
       coalesce(registry.principal_name(m.principal_id), '') as client,
       to_char(m.issued_on, 'YYYY-MM-DD') as "issuedOn",
       to_char(m.due_on, 'YYYY-MM-DD') as "dueOn", m.ltv, m.max_ltv as "maxLtv", m.balance, m.eligible_value as eligible,
       m.add_value as "addValue", m.repay_amount as "repayAmount", m.files
     from bank.margin_notice m join bank.credit_line c on c.tenant_no = m.tenant_no and c.id = m.credit_line_id
     where m.tenant_no = kit.tenant() and m.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  const [made] = row.files;
  if (made) return { fileId: made };
  // Whoever may read the notice may have it printed, also who may not write it.
  return inTenant(call.tx, call.actor.tenantNo, 'bank.marginLetter', async (all) => {
    const { fileId } = await makePaper(all, letterPaper, {
      id,
      docNo: row.docNo,
      data: row,
      language: call.language,
      say: call.say,
    });
    await all.query(
      'update bank.margin_notice set files = array[$2::bigint] where tenant_no = kit.tenant() and id = $1',
      [id, fileId],
    );
    return { fileId };
  });
}

/** The client was merged into another unit: notices follow their line. */
export const followNotices = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.margin_notice t set principal_id = $2, version = t.version + 1, updated_at = now()
     from bank.credit_line o where t.tenant_no = kit.tenant() and t.principal_id = $1
       and o.tenant_no = t.tenant_no and o.id = t.credit_line_id and o.principal_id = $2`,
    [from, to],
  );
