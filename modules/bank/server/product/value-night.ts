import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { formatLtv, ltvReaches } from '#modules/bank/contract/product/value-arithmetic.ts';
import { writeLtvs } from '../credit/credit-line.ltv.ts';
import { alone, type Night, takeSteps } from '../night.ts';
import { type ItemValue, setItemValues } from '../pledge/pledge-item.ts';
import { raise, settleAlarm } from '../watch/kernel.ts';
import { lapseNotices, meetNotices, noticesDue } from './margin-notice.ts';
import { retireFollowed } from './price-list.ts';
import { compareValues } from './value-compare.ts';
import { nightSql } from './value-sql.ts';

/** Lines of one statement: a statement may run for fifteen seconds, and this many take one. */
const batch = 250;

export interface NightDone {
  readonly lines: number;
  /** Animals whose value is another than the day before. */
  readonly changed: number;
}

/** Lines that are in force, in the portions in which they are valued. */
async function portions(tx: Tx, only?: readonly number[]): Promise<number[][]> {
  const rows = await tx.query<{ id: number }>(
    `select id from bank.credit_line where tenant_no = kit.tenant()
       and status in ('approved', 'effective', 'frozen', 'overdue', 'settled')
       and ($1::bigint[] is null or id = any ($1)) order by id`,
    [only ?? null],
  );
  const ids = rows.map((one) => one.id);
  return Array.from({ length: Math.ceil(ids.length / batch) }, (_, at) => ids.slice(at * batch, (at + 1) * batch));
}
async function valueLines(tx: Tx, day: string, ids: readonly number[]): Promise<NightDone> {
  const [done] = await tx.query<{ items: Omit<ItemValue, 'on'>[]; lines: { id: number; ltv: number | null }[] }>(
    nightSql,
    [day, null, ids],
  );
  const items = (done?.items ?? []).map((one) => ({ ...one, on: day }));
  await setItemValues(tx, items);
  await writeLtvs(tx, done?.lines ?? []);
  return { lines: done?.lines.length ?? 0, changed: items.length };
}

/** R9 to R11 of every line that is in force: one row a day, written once; a second run of the same day writes nothing. */
export async function valueDay(tx: Tx, day = today(), only?: readonly number[]): Promise<NightDone> {
  const all = { lines: 0, changed: 0 };
  for (const ids of await portions(tx, only)) {
    const { lines, changed } = await valueLines(tx, day, ids);
    all.lines += lines;
    all.changed += changed;
  }
  return all;
}

interface Standing {
  readonly id: number;
  readonly docNo: string;
  readonly bankId: number;
  readonly principalId: number;
  readonly client: string | null;
  readonly ltv: number | null;
  readonly warnLtv: number;
  readonly callLtv: number;
  readonly stopLtv: number;
}
/** Each bound has an alarm of its own; a line above two has both, and each closes when its own bound is no longer reached. */
async function tellBounds(tx: Tx, day: string): Promise<void> {
  const lines = await tx.query<Standing>(
    `select c.id, c.doc_no as "docNo", c.bank_id as "bankId", c.principal_id as "principalId", k.client_name as client,
       v.ltv,
       p.warn_ltv as "warnLtv", p.call_ltv as "callLtv", p.stop_ltv as "stopLtv"
     from bank.credit_value_day v
     join bank.credit_line c on c.tenant_no = v.tenant_no and c.id = v.credit_line_id
     join bank.bank_product p on p.tenant_no = c.tenant_no and p.id = c.product_id
     left join bank.bank_client k on k.tenant_no = c.tenant_no and k.id = c.client_id
     left join lateral (select o.ltv from bank.credit_value_day o where o.tenant_no = v.tenant_no
       and o.credit_line_id = v.credit_line_id and o.day < v.day order by o.day desc limit 1) b on true
     where v.tenant_no = kit.tenant() and v.day = $1::date
       -- Lines below every bound on both days have no alarm to open or close.
       and (v.ltv is null or v.ltv >= p.warn_ltv or b.ltv is null or b.ltv >= p.warn_ltv)`,
    [day],
  );
  for (const line of lines)
    for (const [kind, bound] of [
      ['ltvWarn', line.warnLtv],
      ['ltvCall', line.callLtv],
      ['ltvStop', line.stopLtv],
    ] as const) {
      if (!ltvReaches(line.ltv, bound)) {
        await settleAlarm(tx, kind, line.id);
        continue;
      }
      await raise(tx, kind, {
        subject: { entity: 'bank.creditLine', id: line.id, name: line.docNo },
        bankId: line.bankId,
        principalId: line.principalId,
        args: {
          creditLineId: line.id,
          docNo: line.docNo,
          client: line.client ?? '',
          ltv: line.ltv === null ? formatLtv(null) : `${formatLtv(line.ltv)}%`,
          bound: bound.toFixed(2),
        },
        evidence: { day, ltv: line.ltv, bound },
      });
    }
}

/** The night of prices and values: lists end, the book is valued, bounds are told, notices go out, are met or run out. */
export const valueNight = (night: Night, day = today()): Promise<void> =>
  takeSteps(night, [
    alone((tx) => retireFollowed(tx, day)),
    async () => night.each(await night.run((tx) => portions(tx)), (tx, ids) => valueLines(tx, day, ids)),
    ...[tellBounds, meetNotices, lapseNotices, noticesDue, compareValues].map((step) => alone((tx) => step(tx, day))),
  ]);
