import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { standing } from './standing.ts';

interface Lacking {
  readonly id: number;
  readonly docNo: string;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly regionCode: number;
  readonly ended: number;
  readonly ending: number;
  readonly until: string | null;
  readonly tags: readonly string[];
}
/** Covers that end within a month, and animals without one, of pledges whose product wants them insured. */
export async function coverAlarms(tx: Tx, only?: readonly number[]): Promise<void> {
  const rows = await tx.query<Lacking>(
    `select p.id, p.doc_no as "docNo", p.bank_id as "bankId", p.principal_id as "principalId",
       p.supervisor_id as "supervisorId", p.region_code as "regionCode",
       (count(*) filter (where coalesce(i.cover_to < $1::date, true)))::int as ended,
       (count(*) filter (where i.cover_to between $1::date and $1::date + 30))::int as ending,
       to_char(min(i.cover_to) filter (where i.cover_to >= $1::date), 'YYYY-MM-DD') as until,
       (array_agg(i.ear_tag order by i.ear_tag) filter (where coalesce(i.cover_to < $1::date, true)))[1:50] as tags
     from bank.pledge p join bank.pledge_item i on i.tenant_no = p.tenant_no and i.pledge_id = p.id
       and i.state in ('pledged', 'releasing')
       join bank.credit_line l on l.tenant_no = p.tenant_no and l.id = p.credit_line_id
       join bank.bank_product d on d.tenant_no = l.tenant_no and d.id = l.product_id and d.insurance_needed
     where p.tenant_no = kit.tenant() and p.status in ('active', 'enforceAsked', 'enforcing')
       and ($2::bigint[] is null or p.id = any ($2))
     group by p.id order by p.id`,
    [today(), only ?? null],
  );
  const alarmOf = (row: Lacking, n: number) => ({
    key: row.id,
    subject: { entity: 'bank.pledge', id: row.id, name: row.docNo },
    bankId: row.bankId,
    principalId: row.principalId,
    supervisorId: row.supervisorId,
    regionCode: row.regionCode,
    args: { pledgeId: row.id, docNo: row.docNo, n, until: row.until ?? '' },
  });
  await standing(
    tx,
    'coverEnded',
    rows.filter((one) => one.ended > 0).map((one) => ({ ...alarmOf(one, one.ended), evidence: { tags: one.tags } })),
    only,
  );
  await standing(
    tx,
    'coverEnding',
    rows.filter((one) => one.ending > 0).map((one) => alarmOf(one, one.ending)),
    only,
  );
}
