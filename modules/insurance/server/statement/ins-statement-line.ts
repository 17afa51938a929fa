import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insStatementLine } from '#modules/insurance/contract/statement/statement.ts';

export interface Group {
  readonly regionCode: number;
  readonly payerCode: string;
}
/** Whatever came into force by this day and is in no statement of its payer yet; a change that gives back is negative. */
const openSql = `select s.region_code, s.county, s.payer_code, s.source_kind, s.source_id, s.source_no, s.on_date,
    s.head, s.amount
  from (
    select p.region_code, p.region_code / 1000000 * 1000000 as county, x ->> 'payerCode' as payer_code,
      x ->> 'level' as payer_level, 'policy' as source_kind, p.id as source_id, p.doc_no as source_no,
      (p.issued_at at time zone 'Asia/Shanghai')::date as on_date, p.head, (x ->> 'cents')::bigint as amount
    from insurance.ins_policy p cross join jsonb_array_elements(p.split) x
    where p.tenant_no = kit.tenant() and p.insurer_id = $1 and p.status <> 'cancelled'
    union all
    select e.region_code, e.region_code / 1000000 * 1000000, x ->> 'payerCode', x ->> 'level', 'endorsement', e.id,
      e.doc_no, e.effective_on, e.head, (x ->> 'cents')::bigint
    from insurance.ins_endorsement e cross join jsonb_array_elements(e.split) x
    where e.tenant_no = kit.tenant() and e.insurer_id = $1 and e.status = 'effective') s
  where s.payer_level <> 'farmer' and s.on_date <= $2::date and s.amount <> 0
    and not exists (select 1 from insurance.ins_statement_line l where l.tenant_no = kit.tenant()
      and l.kind = 'treasury' and l.payer_code = s.payer_code and l.source_kind = s.source_kind
      and l.source_id = s.source_id)`;

export const openGroups = (tx: Tx, insurerId: number, lastDay: string): Promise<Group[]> =>
  tx.query<Group>(
    `select o.county as "regionCode", o.payer_code as "payerCode" from (${openSql}) o group by 1, 2 order by 1, 2`,
    [insurerId, lastDay],
  );

export interface Sums {
  readonly lines: number;
  readonly head: number;
  readonly cents: number;
}
export async function insertLines(
  tx: Tx,
  statementId: number,
  { regionCode, payerCode }: Group,
  insurerId: number,
  lastDay: string,
): Promise<Sums> {
  const [sums] = await tx.query<Sums>(
    `with made as (insert into insurance.ins_statement_line (tenant_no, region_code, statement_id, insurer_id, kind,
         payer_code, source_kind, source_id, source_no, on_date, head, amount, created_by)
       select kit.tenant(), o.region_code, $3, $1, 'treasury', o.payer_code, o.source_kind, o.source_id, o.source_no,
         o.on_date, o.head, o.amount, $6 from (${openSql}) o where o.county = $4 and o.payer_code = $5
       returning source_kind, head, amount)
     select count(*)::int as lines, coalesce(sum(head) filter (where source_kind = 'policy'), 0)::int as head,
       coalesce(sum(amount), 0)::bigint as cents from made`,
    [insurerId, lastDay, statementId, regionCode, payerCode, tx.scope.userId],
  );
  return sums ?? { lines: 0, head: 0, cents: 0 };
}

export const statementLineRoutes = (): Route[] => serveResource(insStatementLine)();
