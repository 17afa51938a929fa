import { forbidden } from '#kit/contract/errors.ts';
import { levelOf, parentOf } from '#kit/contract/region.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { PlacePart } from '#kit/server/report/place.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { type Figure, rollupOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import { bankStatRegion } from '#modules/bank/contract/board/bank-stat.ts';
import { type Cell, type Telling, type Told, withhold } from './withhold.ts';

interface Counts {
  readonly code: number;
  readonly clients: number;
  readonly pledges: number;
  readonly heads: number;
  readonly holders: number;
}
interface Node extends Cell {
  readonly below: Node[];
  clients: number;
  pledges: number;
  heads: number;
  holders: number;
}

/** The day the figures are of: the last of the month before, so that no two questions of a month differ by a client that came between. */
const standOf = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, 0)).toISOString().slice(0, 10);

const countsSql = `with held as (
    select h.region_code as code, count(distinct i.principal_id)::int as clients,
      count(distinct i.pledge_id)::int as pledges, count(distinct i.animal_id)::int as heads
    from bank.pledge_item i join bank.board_holder h on h.tenant_no = i.tenant_no and h.id = i.principal_id
    where i.tenant_no = kit.tenant() and (i.from_at at time zone 'Asia/Shanghai')::date <= $1::date
      and (i.to_at is null or (i.to_at at time zone 'Asia/Shanghai')::date > $1::date)
    group by 1),
  kept as (
    select region_code as code, count(*)::int as holders from bank.board_holder
    where tenant_no = kit.tenant() and status = 'active' and type in ('household', 'farm', 'cooperative') group by 1)
  select coalesce(k.code, h.code) as code, coalesce(h.clients, 0) as clients, coalesce(h.pledges, 0) as pledges,
    coalesce(h.heads, 0) as heads, coalesce(k.holders, 0) as holders
  from kept k full join held h on h.code = k.code`;

/** Every region that has something, under the tenant's own, each with the sums of all that lies in it. */
function growTree(root: number, rows: readonly Counts[]): Map<number, Node> {
  const nodes = new Map<number, Node>();
  const nodeOf = (code: number): Node => {
    const known = nodes.get(code);
    if (known) return known;
    const made: Node = { code, clients: 0, pledges: 0, heads: 0, holders: 0, below: [] };
    nodes.set(code, made);
    const up = code === root || levelOf(code) <= 1 ? null : parentOf(code);
    if (up !== null && levelOf(code) > levelOf(root)) nodeOf(up).below.push(made);
    return made;
  };
  nodeOf(root);
  for (const row of rows)
    for (let at: number | null = Number(row.code); at !== null; at = at === root ? null : parentOf(at)) {
      const node = nodeOf(at);
      node.clients += row.clients;
      node.pledges += row.pledges;
      node.heads += row.heads;
      node.holders += row.holders;
    }
  return nodes;
}

/** How a region is told; one in which nothing lies is as its nearest superior that has something. */
function tellingOf({ told, sealed }: Told, code: number): Telling {
  const known = told.get(code);
  if (known) return known;
  for (let up: number | null = code; up !== null; up = levelOf(up) <= 1 ? null : parentOf(up))
    if (told.has(up)) return sealed.has(up) ? 'withheld' : 'shown';
  return 'shown';
}

const share = (part: number, whole: number): string | null =>
  whole > 0 ? `${((100 * part) / whole).toFixed(1)}%` : null;

/** R5: what authorities read of credit. The tree is judged as a whole, and each reader is shown a piece of it. */
async function figures({ call, place, read }: ReportAsk<typeof bankStatRegion>) {
  const { tenantNo, scope } = call.actor;
  // The figures are read past the row rules: only an authority, which has a region, is shown its piece of them.
  if (scope.regions.length === 0) throw forbidden();
  const on = standOf(today());
  const [rows] = await call.database.read<[Counts]>(systemScope(tenantNo, 'bank.stat'), {
    text: countsSql,
    values: [on],
  });
  const root = lookups().rootRegion(tenantNo) ?? place.regionCode ?? 0;
  const nodes = growTree(root, rows);
  const told = withhold(nodes.get(root) as Node);
  const stocks = (await read<Figure[]>(
    ...(place.parts.map(({ own }) => rollupOf({ name: 'registry.stock', regions: own })) as never[]),
  )) as unknown as Figure[][];
  const cell = (own: readonly number[], stock: number) => {
    const held = own.map((code) => nodes.get(code));
    const ways = own.map((code) => tellingOf(told, code));
    const how: Telling = ways.every((way) => way === 'shown')
      ? 'shown'
      : ways.length === 1 && ways[0]
        ? ways[0]
        : 'withheld';
    const sum = (name: 'clients' | 'pledges' | 'heads' | 'holders') =>
      held.reduce((n, one) => n + (one?.[name] ?? 0), 0);
    const isShown = how === 'shown';
    return {
      clients: isShown ? String(sum('clients')) : how === 'few' ? '<3' : '*',
      holders: sum('holders'),
      clientShare: isShown ? share(sum('clients'), sum('holders')) : null,
      pledges: isShown ? sum('pledges') : null,
      heads: isShown ? sum('heads') : null,
      stock,
      stockShare: isShown ? share(sum('heads'), stock) : null,
    };
  };
  const stockOf = (at: number) => (stocks[at] ?? []).reduce((sum, one) => sum + Number(one.n), 0);
  const parts = place.parts.map((part: PlacePart, at: number) => ({
    regionCode: part.code,
    ...cell(part.own, stockOf(at)),
  }));
  const {
    holders: _holders,
    stock,
    ...total
  } = cell(
    place.own,
    place.parts.reduce((sum: number, _part: PlacePart, at: number) => sum + stockOf(at), 0),
  );
  return { facts: { on }, rows: parts, total: { ...total, stock } };
}

export const statRegionRoutes = () => serveReport(bankStatRegion)(figures);
