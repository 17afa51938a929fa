import type { Tx } from '#kit/server/db/database.ts';
import type { Programme } from './compute.ts';

export interface Adjustment {
  readonly basisId: number;
  readonly lineId: number;
  readonly ruleId: number;
  readonly recordId: number;
  readonly slot: number;
  readonly label: string;
  readonly on: string;
  readonly cents: number;
  readonly reason: string;
  readonly batchNo: string;
  readonly regionCode: number;
  readonly payeeKind: 'holder' | 'technician' | 'station';
  readonly payeeId: number;
  readonly principalId: number;
  readonly payeeName: string;
}
/** Records that do not count any more, by kind. */
const gone: Readonly<Record<Programme['kind'], string>> = {
  calf: `exists (select 1 from breeding.calving_line l join breeding.calving c on c.id = l.parent_id
    where l.id = s.record_id and c.status in ('voided', 'rejected'))`,
  semen: `exists (select 1 from breeding.insemination i where i.id = s.record_id and i.status = 'voided')`,
  service: `exists (select 1 from breeding.pregnancy_check p left join breeding.insemination i on i.id = p.service_id
    where p.id = s.record_id and (p.status = 'voided' or i.status = 'voided'))`,
  baseCow: `exists (select 1 from breeding.mother_census_cow w join breeding.mother_census_sheet h on h.id = w.sheet_id
    where w.id = s.record_id and h.status = 'questioned')`,
};

/** R46: what an earlier batch that is checked or paid counted, and should not have: taken back once. */
export const adjustmentsOf = (
  tx: Pick<Tx, 'query'>,
  programme: Programme,
  range: readonly [number, number],
): Promise<Adjustment[]> =>
  tx.query<Adjustment>(
    `select s.id as "basisId", s.line_id as "lineId", s.rule_id as "ruleId", s.record_id as "recordId", s.slot, s.label,
       to_char(s.happened_on, 'YYYY-MM-DD') as on, -s.amount_cents as cents, 'voided' as reason, b.doc_no as "batchNo",
       l.region_code as "regionCode", l.payee_kind as "payeeKind", l.payee_id as "payeeId",
       l.principal_id as "principalId", l.payee_name as "payeeName"
     from breeding.subsidy_basis s join breeding.subsidy_line l on l.id = s.line_id
       join breeding.subsidy_batch b on b.id = s.batch_id
     where s.tenant_no = kit.tenant() and s.programme_id = $1 and s.is_live and s.adjust_of is null
       and b.status not in ('computed', 'cancelled') and l.region_code >= $2 and l.region_code < $3
       and not exists (select 1 from breeding.subsidy_basis x where x.tenant_no = kit.tenant() and x.adjust_of = s.id
         and x.is_live)
       and ${gone[programme.kind]} order by s.id`,
    [programme.id, ...range],
  );
