import type { Language } from '#kit/contract/envelope.ts';
import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { TraceGraph } from '#modules/traceability/contract/lot/trace-lot.ts';

const mostNodes = 500;
interface Edge {
  readonly fromType: 'animal' | 'lot';
  readonly fromId: number;
  readonly toId: number;
  readonly kg: number;
  readonly level: number;
}
interface Ask {
  readonly nodeType: 'lot' | 'animal';
  readonly id: number;
  readonly direction: 'back' | 'forward' | 'both';
  readonly depth: number;
}

const backSql = `with recursive up as (
    select i.parent_id, i.from_lot_id, i.animal_id, i.kg, -1 as level from traceability.trace_lot_input i
    where i.tenant_no = kit.tenant() and i.parent_id = $1
    union select i.parent_id, i.from_lot_id, i.animal_id, i.kg, up.level - 1 from up
      join traceability.trace_lot_input i on i.tenant_no = kit.tenant() and i.parent_id = up.from_lot_id
    where up.level > -$2::int)
  select case when animal_id is not null then 'animal' else 'lot' end as "fromType",
    coalesce(animal_id, from_lot_id) as "fromId", parent_id as "toId", kg, level from up
  where coalesce(animal_id, from_lot_id) is not null order by level desc limit ${mostNodes + 1}`;
const forwardSql = (start: string) => `with recursive down as (
    select i.parent_id, i.from_lot_id, i.animal_id, i.kg, 1 as level from traceability.trace_lot_input i
    where i.tenant_no = kit.tenant() and ${start} = $1
    union select i.parent_id, i.from_lot_id, i.animal_id, i.kg, down.level + 1 from down
      join traceability.trace_lot_input i on i.tenant_no = kit.tenant() and i.from_lot_id = down.parent_id
    where down.level < $2::int)
  select case when animal_id is not null then 'animal' else 'lot' end as "fromType",
    coalesce(animal_id, from_lot_id) as "fromId", parent_id as "toId", kg, level from down
  order by level limit ${mostNodes + 1}`;

interface Named {
  readonly id: number;
  readonly name: string;
  readonly note: string;
  readonly unitId: number;
  readonly unit: string;
  readonly nextId: number | null;
  readonly next: string | null;
  readonly county: number;
  readonly status: string;
}
const lotSql = `select l.id, l.doc_no as name, l.product_name as note, l.principal_id as "unitId",
  registry.principal_name(l.principal_id) as unit, l.next_principal_id as "nextId",
  registry.principal_name(l.next_principal_id) as next, l.region_code / 1000000 as county, l.status
  from traceability.trace_lot l where l.tenant_no = kit.tenant() and l.id = any ($1)`;
const animalSql = `select a.id, a.ear_tag as name, a.species as note, a.principal_id as "unitId",
  registry.principal_name(a.principal_id) as unit, null::bigint as "nextId", null as next,
  a.region_code / 1000000 as county, a.status from traceability.animal_seen a where a.tenant_no = kit.tenant()
  and a.id = any ($1)`;
/** Where an animal lived before it came to the plant: its first holder of record. */
const originSql = `select distinct on (e.animal_id) e.animal_id as id, e.principal_id as "unitId",
  registry.principal_name(e.principal_id) as unit, e.region_code / 1000000 as county
  from traceability.event_seen e where e.tenant_no = kit.tenant() and e.animal_id = any ($1)
  order by e.animal_id, e.seq`;

/** Back to the holders and forward to the shops; what the caller may not see is a county, and has no number. */
export async function graphOf(tx: Tx, ask: Ask, language: Language): Promise<TraceGraph> {
  const begun = Date.now();
  const seenSql = ask.nodeType === 'lot' ? lotSql : animalSql;
  const [seen] = await tx.query<Named>(seenSql, [[ask.id]]);
  if (!seen) throw notFound();
  const edges = await inTenant(tx, tx.scope.tenantNo, 'traceGraph', async (all) => [
    ...(ask.direction !== 'forward' && ask.nodeType === 'lot'
      ? await all.query<Edge>(backSql, [ask.id, ask.depth])
      : []),
    ...(ask.direction !== 'back'
      ? await all.query<Edge>(forwardSql(ask.nodeType === 'lot' ? 'i.from_lot_id' : 'i.animal_id'), [ask.id, ask.depth])
      : []),
  ]);
  const more = edges.length > mostNodes;
  const kept = edges.slice(0, mostNodes);
  const lotIds = new Set<number>(ask.nodeType === 'lot' ? [ask.id] : []);
  const animalIds = new Set<number>(ask.nodeType === 'animal' ? [ask.id] : []);
  for (const one of kept) {
    lotIds.add(one.toId);
    (one.fromType === 'lot' ? lotIds : animalIds).add(one.fromId);
  }
  const [lots, animals] = [[...lotIds], [...animalIds]];
  const whole = await inTenant(tx, tx.scope.tenantNo, 'traceGraph', async (all) => ({
    lots: await all.query<Named>(lotSql, [lots]),
    animals: await all.query<Named>(animalSql, [animals]),
    origins: await all.query<{ id: number; unitId: number; unit: string; county: number }>(originSql, [animals]),
  }));
  const own = {
    lot: new Set((await tx.query<Named>(lotSql, [lots])).map((one) => one.id)),
    animal: new Set((await tx.query<Named>(animalSql, [animals])).map((one) => one.id)),
  };
  const units = await visibleUnits(tx, [
    ...whole.origins.map((one) => one.unitId),
    ...whole.lots.flatMap((one) => (one.nextId === null ? [] : [one.nextId])),
  ]);
  const county = (code: number) => lookups().regionName(code * 1e6, language) ?? String(code);
  const levels = levelsOf(ask, kept);
  const nodes = new Map<string, TraceGraph['nodes'][number]>();
  const put = (key: string, one: Omit<TraceGraph['nodes'][number], 'key'>) => {
    if (!nodes.has(key)) nodes.set(key, { key, ...one });
    return key;
  };
  const keyOf = (type: 'lot' | 'animal', id: number): string => {
    const one = (type === 'lot' ? whole.lots : whole.animals).find((row) => row.id === id);
    const level = levels.get(`${type}${id}`) ?? 0;
    if (!one) return put(`hidden0:${level}`, { type: 'hidden', id: null, name: '-', note: '', level, status: null });
    if (!own[type].has(id))
      return put(`hidden${one.county}:${level}`, {
        type: 'hidden',
        id: null,
        name: county(one.county),
        note: '',
        level,
        status: null,
      });
    return put(`${type}${id}`, { type, id, name: one.name, note: one.note, level, status: one.status });
  };
  const lines: { from: string; to: string; kg: number | null }[] = [];
  const link = (from: string, to: string, kg: number | null) => {
    if (from !== to && !lines.some((one) => one.from === from && one.to === to)) lines.push({ from, to, kg });
  };
  keyOf(ask.nodeType, ask.id);
  for (const one of kept) link(keyOf(one.fromType, one.fromId), keyOf('lot', one.toId), Number(one.kg));
  const unitKey = (unit: { unitId: number; unit: string; county: number }, level: number): string =>
    units.has(unit.unitId)
      ? put(`unit${unit.unitId}`, {
          type: 'unit',
          id: unit.unitId,
          name: unit.unit,
          note: county(unit.county),
          level,
          status: null,
        })
      : put(`hidden${unit.county}:${level}`, {
          type: 'hidden',
          id: null,
          name: county(unit.county),
          note: '',
          level,
          status: null,
        });
  if (ask.direction !== 'forward')
    for (const one of whole.origins) {
      const level = (levels.get(`animal${one.id}`) ?? 0) - 1;
      link(unitKey(one, level), keyOf('animal', one.id), null);
    }
  if (ask.direction !== 'back')
    for (const one of whole.lots)
      if (one.nextId !== null) {
        const level = (levels.get(`lot${one.id}`) ?? 0) + 1;
        link(
          keyOf('lot', one.id),
          unitKey({ unitId: one.nextId, unit: one.next ?? '', county: one.county }, level),
          null,
        );
      }
  return { nodes: [...nodes.values()], edges: lines, more, ms: Date.now() - begun };
}

/** How far from the one that was asked for, backwards below nought. */
function levelsOf(ask: Ask, edges: readonly Edge[]): Map<string, number> {
  const levels = new Map<string, number>([[`${ask.nodeType}${ask.id}`, 0]]);
  for (const one of edges) {
    const key = one.level < 0 ? `${one.fromType}${one.fromId}` : `lot${one.toId}`;
    if (!levels.has(key)) levels.set(key, one.level);
  }
  for (const one of edges)
    if (one.level > 0 && !levels.has(`${one.fromType}${one.fromId}`))
      levels.set(`${one.fromType}${one.fromId}`, one.level - 1);
  return levels;
}

async function visibleUnits(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>('select id from traceability.unit_seen where id = any ($1)', [
    [...new Set(ids)],
  ]);
  return new Set(rows.map((one) => one.id));
}
