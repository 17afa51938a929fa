import type { Call } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import type * as contract from '#modules/prevention/contract/workforce/worker-quarter.ts';
import { quarterDays } from '#modules/prevention/contract/workforce/worker-scores.ts';
import { badVisit, fullVisit, timelyVisit, toldVisit, villagesOf } from './quarter-basis.ts';
import { storedQuarter } from './stored-quarter.ts';

const most = 200;
const holder = (id: string) =>
  `(select p.principal_unit_name from registry.principal p where p.id = ${id}) as "holderName"`;
const visitRow = `v.id, v.doc_no as "docNo", to_char(v.visited_on, 'YYYY-MM-DD') as day, ${holder('v.principal_id')}, v.region_code as code, null::int as due, v.cattle + v.sheep + v.goat as done`;
const words = {
  bad: "case when v.status = 'voided' then 'voided' else array_to_string(v.flags, ',') end",
  late: "((v.submitted_at at time zone 'Asia/Shanghai')::date - v.visited_on)::text",
  bare: `array_to_string(array[case when v.holder_sign_id is null and v.result in ('done', 'partial') then 'noSign' end, case when v.longitude is null then 'noPlace' end,
    case when cardinality(v.photos) = 0 then 'noPhoto' end], ',')`,
} as const;
const asked = { bad: badVisit, late: `not ${timelyVisit}`, bare: `not ${fullVisit}` } as const;

type Raw = Omit<contract.QuarterRow, 'villageName'> & { readonly code: number };

/** What a score lost its points by, row by row. */
export async function quarterRows(call: Call<typeof contract.quarterRows>): Promise<contract.QuarterRow[]> {
  const { kind } = call.query;
  const rows = await call.database.transaction(call.actor.scope, async (tx): Promise<Raw[]> => {
    const row = await storedQuarter(tx, call.query.id);
    const [from, to] = quarterDays(row.year, row.quarter);
    if (kind === 'bad' || kind === 'late' || kind === 'bare')
      return tx.query(
        `select ${visitRow}, ${words[kind]} as words from prevention.immunisation_visit v where ${toldVisit} and ${asked[kind]} order by v.visited_on desc, v.id desc limit ${most}`,
        [row.staffId, from, to],
      );
    const villages = await villagesOf(tx, row.staffId, from, to);
    if (kind === 'samples')
      return tx.query(
        `select r.id, r.barcode as "docNo", to_char(r.tested_on, 'YYYY-MM-DD') as day, ${holder('r.principal_id')}, r.region_code as code, null::int as due, null::int as done, r.disease_code as words
         from prevention.sample_result r where r.tenant_no = kit.tenant() and r.region_code = any ($1) and r.tested_on between $2 and $3 and r.status = 'released'
           and r.conclusion = 'unqualified' order by r.tested_on desc, r.id limit ${most}`,
        [villages, from, to],
      );
    const { seasonId } = row.basis;
    return seasonId === null
      ? tx.query(
          `select min(x.principal_id) as id, null as "docNo", min(x.month) as day, ${holder('x.principal_id')}, x.region_code as code, sum(x.due)::int as due, sum(x.done)::int as done, null as words
           from prevention.routine_plan x where x.tenant_no = kit.tenant() and x.month between $2 and $3 and x.region_code = any ($1) group by x.principal_id, x.region_code
           having sum(x.remaining) > 0 order by sum(x.remaining) desc limit ${most}`,
          [villages, from.slice(0, 7), to.slice(0, 7)],
        )
      : tx.query(
          `select x.principal_id as id, null as "docNo", to_char(x.last_visit_on, 'YYYY-MM-DD') as day, ${holder('x.principal_id')}, x.region_code as code, x.due, x.done, x.last_attempt as words
           from prevention.plan_household x where x.tenant_no = kit.tenant() and x.season_id = $2 and x.region_code = any ($1) and x.due > x.done order by x.due - x.done desc, x.id limit ${most}`,
          [villages, seasonId],
        );
  });
  return rows.map(({ code, ...one }) => ({ ...one, villageName: shortRegionName(code, call.language) }));
}
