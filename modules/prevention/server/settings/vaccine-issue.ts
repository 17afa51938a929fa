import { notFound } from '#kit/contract/errors.ts';
import { fullName } from '#kit/contract/resource.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { type ListInput, planList } from '#kit/server/resource/list.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { vaccineIssue, vaccineIssueTotals } from '#modules/prevention/contract/settings/vaccine-issue.ts';

/** Movements of this lot into and out of this box; a reversal takes back what its own ends say. */
const moves = (what: string) =>
  `(select ${what} from depot.stock_move m where m.lot_id = t.lot_id and ((m.from_kind = 'depot' and m.from_id = t.depot_id) or (m.to_kind = 'depot' and m.to_id = t.depot_id)))`;
const into = "m.to_kind = 'depot' and m.to_id = t.depot_id";
const outOf = "m.from_kind = 'depot' and m.from_id = t.depot_id";
const sum = (condition: string) => `coalesce(sum(m.qty) filter (where ${condition}), 0)`;
const net = (kind: string, more = '') =>
  `${sum(`${outOf} and m.to_kind = '${kind}'${more}`)} - ${sum(`${into} and m.from_kind = '${kind}'${more}`)}`;
const openLoss = " and m.reason = 'openLoss'";
const used = `(${net('use')} + ${net('holder')})`;

const figures = {
  issued: moves(`(${sum(`${into} and m.from_kind in ('depot', 'transit', 'purveyor', 'adjust')`)})::int`),
  used: moves(`${used}::int`),
  returned: moves(`(${sum(`${outOf} and m.to_kind in ('depot', 'transit', 'purveyor', 'adjust')`)})::int`),
  scrapped: moves(`(${net('loss', " and m.reason is distinct from 'openLoss'")})::int`),
  openLoss: moves(`(${net('loss', openLoss)})::int`),
  heads: moves(
    `(coalesce(sum(m.head_served) filter (where ${outOf} and m.to_kind = 'use'), 0) - coalesce(sum(m.head_served) filter (where ${into} and m.from_kind = 'use'), 0))::int`,
  ),
};

export const vaccineIssueRoutes = (): Route[] => [
  ...serveResource(vaccineIssue)({
    table: 'depot.stock_balance',
    listed: `exists (select 1 from depot.depot d join depot.material g on g.id = t.material_id where d.id = t.depot_id and d.kind = 'box' and d.staff_job = 'preventionWorker' and g.kind = 'vaccine')`,
    expressions: {
      ...figures,
      staffId: '(select d.staff_id from depot.depot d where d.id = t.depot_id)',
      lotNo: '(select l.lot_no from depot.lot l where l.id = t.lot_id)',
      quality: '(select l.quality from depot.lot l where l.id = t.lot_id)',
      expireOn: '(select l.expire_on from depot.lot l where l.id = t.lot_id)',
      daysLeft: '(select l.expire_on - prevention.today() from depot.lot l where l.id = t.lot_id)',
      held: 't.qty::int',
      waste: moves(
        `round(100 * (${net('loss', openLoss)}) / nullif(${used} + (${net('loss', openLoss)}), 0), 1)::float8`,
      ),
    },
  }),
  serve('prevention', vaccineIssueTotals, async (call) => {
    const map = mapOf(fullName(vaccineIssue));
    if (!map) throw notFound();
    const plan = planList(map, call.query as unknown as ListInput, call.actor.scope);
    const empty = { issued: 0, used: 0, returned: 0, scrapped: 0, held: 0, heads: 0, waste: null };
    if (!plan) return empty;
    const names = ['issued', 'used', 'returned', 'scrapped', 'held', 'heads', 'openLoss'] as const;
    // The list's own rows with its own columns: the sum cannot differ from what it stands under.
    const all = plan.all(names.map((name) => `${map.sql(name)} as "${name}"`).join(', '));
    const [[row]] = await call.database.read<[Record<(typeof names)[number], number>]>(call.actor.scope, {
      text: `select ${names.map((name) => `coalesce(sum("${name}"), 0)::int as "${name}"`).join(', ')} from (${all.text}) x`,
      values: all.values,
    });
    if (!row) return empty;
    const { openLoss: rest, ...sums } = row;
    const gone = sums.used + rest;
    return { ...sums, waste: gone > 0 ? Math.round((1000 * rest) / gone) / 10 : null };
  }),
];
