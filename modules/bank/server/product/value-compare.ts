import type { Tx } from '#kit/server/db/database.ts';
import { notify } from '#modules/platform/server/index.ts';
import { recomputeDay } from './value-stored.ts';

/** Every line comes round in so many nights; the whole book in one would take as long as its valuation. */
const nights = 28;

interface Checked {
  readonly id: number;
  readonly docNo: string;
  readonly day: string;
  readonly managerUserId: number;
}
/**
 * Stored days once more from the prices, weights and cuts they name: of each line whose turn it is, the newest day before this one and
 * the oldest of the last year. What differs is told to the line's manager and stays as it is.
 */
export async function compareValues(tx: Tx, day: string): Promise<{ compared: number; differing: number }> {
  const days = await tx.query<Checked>(
    `select c.id, c.doc_no as "docNo", c.manager_user_id as "managerUserId", to_char(d.day, 'YYYY-MM-DD') as day
     from bank.credit_line c
     cross join lateral (
       (select o.day from bank.credit_value_day o where o.tenant_no = c.tenant_no and o.credit_line_id = c.id
         and o.day < $1::date order by o.day desc limit 1)
       union
       (select o.day from bank.credit_value_day o where o.tenant_no = c.tenant_no and o.credit_line_id = c.id
         and o.day between $1::date - 365 and $1::date - 1 order by o.day limit 1)) d
     where c.tenant_no = kit.tenant() and c.status in ('effective', 'frozen', 'overdue', 'settled')
       and c.id % ${nights} = ($1::date - date '2000-01-01') % ${nights} order by c.id, d.day`,
    [day],
  );
  let differing = 0;
  for (const one of days) {
    const done = await recomputeDay(tx, one.id, one.day);
    if (!done || done.equal) continue;
    differing += 1;
    await notify(tx, {
      type: 'warning',
      level: 'important',
      title: { key: 'bank.told.valueDiffers', args: { docNo: one.docNo, day: one.day } },
      content: { key: 'bank.told.valueDiffersText', args: { n: done.differing.length } },
      userIds: [one.managerUserId],
      linkPath: `/bank/credit/value?creditLineId=${one.id}`,
    });
  }
  return { compared: days.length, differing };
}
