import { invalid, notFound } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { updateRow } from '#kit/server/resource/write.ts';
import * as contract from '#modules/registry/contract/map/network.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';
import { parentFaults } from '../principal/check.ts';
import { unitIn } from '../principal/grants/unit.ts';
import { tellReach } from '../principal/superior.ts';

type Raw = Omit<contract.NetworkNode, 'typeName' | 'regionName' | 'head'> & { regionCode: number; own: number };

const columns = `p.id, p.principal_unit_name as name, p.principal_unit_type as type, p.status, p.region_code as "regionCode", p.parent_id as "parentId",
  (select count(*)::int from registry.principal c where c.tenant_no = p.tenant_no and c.parent_id = p.id and c.status <> 'merged') as subordinates,
  (select count(*)::int from registry.animal a where a.principal_id = p.id and a.status = 'inStock' and a.voided_at is null) as own,
  p.longitude, p.latitude, p.version`;

type Reader = Pick<Call, 'database' | 'actor' | 'language'>;

/** What the regions given to units hold in stock, exact to the last commit. */
async function areaHeads({ database, actor }: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  const [given] = await database.read<[{ id: number; code: number }]>(actor.scope, {
    text: 'select principal_id as id, region_code as code from registry.principal_jurisdiction where tenant_no = kit.tenant() and principal_id = any ($1)',
    values: [ids],
  });
  if (given.length === 0) return new Map();
  const ranges = given.map(({ code }) => rangeOf(code));
  const [sums] = await database.read<[{ id: number; n: number }]>(actor.scope, {
    text: `select id, sum(n)::int as n from (
             select g.id, r.n from unnest($1::bigint[], $2::bigint[]) g(id, code)
               join kit.rollup r on r.tenant_no = kit.tenant() and r.name = 'registry.stock' and r.region_code = g.code
             union all
             select g.id, d.n from unnest($1::bigint[], $3::bigint[], $4::bigint[]) g(id, lo, hi)
               join kit.rollup_delta d on d.tenant_no = kit.tenant() and d.name = 'registry.stock' and d.region_code >= g.lo and d.region_code < g.hi
           ) heads group by id`,
    values: [
      given.map((one) => one.id),
      given.map((one) => one.code),
      ranges.map(([lo]) => lo),
      ranges.map(([, hi]) => hi),
    ],
  });
  return new Map(given.map(({ id }) => [id, sums.find((one) => one.id === id)?.n ?? 0]));
}

async function worded(call: Reader, rows: readonly Raw[]): Promise<contract.NetworkNode[]> {
  const heads = await areaHeads(
    call,
    rows.map((row) => row.id),
  );
  return rows.map(({ regionCode, own, ...row }) => ({
    ...row,
    typeName: lookups().dictLabel('principal_type', row.type, call.actor.tenantNo, call.language) ?? row.type,
    regionName: lookups().regionName(regionCode, call.language),
    head: heads.get(row.id) ?? own,
  }));
}

/** Begins at the caller's own unit; those who belong to none begin at the units above which they see nobody. */
async function tree(call: Call<typeof contract.networkTree>) {
  const { parentId, skip } = call.query;
  const { actor } = call;
  const top = `(p.id = $1 or $1::bigint is null and p.parent_id is null and p.principal_unit_type <> 'household')`;
  const where = parentId === undefined ? top : 'p.parent_id = $1';
  const values = [parentId ?? actor.principalId];
  const from = `registry.principal p where p.tenant_no = kit.tenant() and p.status <> 'merged' and ${where}`;
  const [rows, [count]] = await call.database.read<[Raw, { n: number }]>(
    actor.scope,
    {
      text: `select ${columns} from ${from} order by p.principal_level, p.region_code, p.id limit ${contract.levelSize} offset $2`,
      values: [...values, skip],
    },
    { text: `select count(*)::int as n from ${from}`, values },
  );
  return { nodes: await worded(call, rows), more: Math.max(0, (count?.n ?? 0) - skip - rows.length) };
}

type Line = Omit<contract.NetworkEdge, 'kindName'>;

/** All lines of these units to units the caller sees. */
async function linesOf(
  { database, actor }: Reader,
  ids: readonly number[],
  kinds: readonly string[] | null,
): Promise<Line[]> {
  const [rows] = await database.read<[Line]>(actor.scope, {
    text: `select l.* from (
             select r.id, r.from_id as "fromId", r.to_id as "toId", r.kind, r.from_on::text as "fromOn" from registry.principal_relation r
               where r.tenant_no = kit.tenant() and r.to_on is null and (r.from_id = any ($1) or r.to_id = any ($1))
             union all
             select null, p.id, p.parent_id, 'parent', null from registry.principal p
               where p.tenant_no = kit.tenant() and p.status <> 'merged' and p.parent_id is not null and (p.id = any ($1) or p.parent_id = any ($1))
           ) l where ($2::text[] is null or l.kind = any ($2))
             and exists (select 1 from registry.principal a where a.id = l."fromId") and exists (select 1 from registry.principal b where b.id = l."toId")
           order by l.kind, l."fromId", l."toId" limit 5000`,
    values: [ids, kinds],
  });
  return rows;
}

async function graph(call: Call<typeof contract.networkGraph>) {
  const { id, hops } = call.query;
  const kinds = call.query.kinds?.split(',').filter(Boolean) ?? null;
  const hopOf = new Map([[id, 0]]);
  const edges = new Map<string, Line>();
  const left = new Map<number, number>();
  let edge = [id];
  for (let hop = 1; hop <= hops && edge.length > 0; hop += 1) {
    const lines = await linesOf(call, edge, kinds);
    const next: number[] = [];
    const around = new Set(edge);
    for (const line of lines) {
      const [near, far] = around.has(line.fromId) ? [line.fromId, line.toId] : [line.toId, line.fromId];
      if (!hopOf.has(far)) {
        if (hopOf.size >= contract.mostNodes) {
          left.set(near, (left.get(near) ?? 0) + 1);
          continue;
        }
        hopOf.set(far, hop);
        next.push(far);
      }
      edges.set(`${line.fromId} ${line.toId} ${line.kind}`, line);
    }
    edge = next;
  }
  const [rows] = await call.database.read<[Raw]>(call.actor.scope, {
    text: `select ${columns} from registry.principal p where p.id = any ($1)`,
    values: [[...hopOf.keys()]],
  });
  if (!rows.some((row) => row.id === id)) throw notFound();
  const { actor, language } = call;
  return {
    nodes: (await worded(call, rows)).map((row) => ({ ...row, hop: hopOf.get(row.id) ?? 0 })),
    edges: [...edges.values()].map((line) => ({
      ...line,
      kindName:
        line.kind === 'parent'
          ? call.say('registry.network.parent')
          : (lookups().dictLabel('principal_relation', line.kind, actor.tenantNo, language) ?? line.kind),
    })),
    more: [...left].map(([owner, n]) => ({ id: owner, n })),
  };
}

async function setParent(call: Call<typeof contract.changeParent>): Promise<{ version: number }> {
  const { id, version, parentId } = call.body;
  if (parentId !== null) await unitIn(call.tx, parentId);
  const faults = await parentFaults(call as unknown as Call, parentId, id);
  if (faults.length > 0) throw invalid(faults);
  await tellReach(call as unknown as Call, parentId, id);
  const saved = await updateRow(call as unknown as Call, principal, id, version, { parentId });
  call.answer.msg = call.say('ok.saved');
  return { version: saved.version };
}

export const networkRoutes = (): Route[] => [
  serve('registry', contract.networkTree, tree),
  serve('registry', contract.networkGraph, graph),
  serve('registry', contract.changeParent, setParent),
];
