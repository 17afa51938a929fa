import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { renewStagesOf } from '../animal.stages.ts';

interface Told {
  readonly seq: number;
  readonly event: {
    readonly animalId: number;
    readonly kind: string;
    readonly happenedOn: string;
    readonly summary?: Readonly<Record<string, unknown>>;
    readonly voidOf?: number;
  };
}

interface Weight {
  readonly id: number;
  readonly kg: number;
  readonly on: string;
  readonly bcs: number | null;
}

/**
 * What a row says of the animal's body follows its ledger: `weighed` (kg, bcs) its weight and condition, if nothing newer was told, `calved` its
 * parity and so its stage. What is voided there is as if it had not been.
 */
export async function followEvents(tx: Tx, rows: readonly Told[], actor: number | null): Promise<void> {
  const told = rows.filter(({ event }) => event.voidOf === undefined);
  const voids = rows.filter(({ event }) => event.voidOf !== undefined);
  const weights = told.flatMap(({ event }) => weightOf(event));
  const births = told.filter(({ event }) => event.kind === 'calved').map(({ event }) => ({ event, n: 1 }));
  if (weights.length + births.length + voids.length === 0) return;
  await inTenant(tx, tx.scope.tenantNo, 'followEvents', async (all) => {
    const undone = await undoneBy(all, voids);
    const stale = undone.filter((one) => one.kind === 'weighed').map(({ event }) => event.animalId);
    stale.push(...(await weigh(all, weights, actor)));
    await foldWeights(all, stale, actor);
    const less = undone.filter((one) => one.kind === 'calved').map(({ event }) => ({ event, n: -1 }));
    await moveParity(all, [...births, ...less], actor);
  });
}

function weightOf({ animalId, kind, happenedOn, summary }: Told['event']): Weight[] {
  const { kg, bcs } = summary ?? {};
  if (kind !== 'weighed' || typeof kg !== 'number') return [];
  return [{ id: animalId, kg, on: happenedOn, bcs: typeof bcs === 'number' ? bcs : null }];
}

/** Which weighings and calvings these events take back, each once. */
async function undoneBy(tx: Tx, voids: readonly Told[]): Promise<{ kind: string; event: Told['event'] }[]> {
  if (voids.length === 0) return [];
  const rows = await tx.query<{ animalId: number; seq: number; kind: string }>(
    `select v.animal_id as "animalId", v.seq, e.kind
     from jsonb_to_recordset($2::jsonb) v(animal_id bigint, seq int, void_of int)
     join registry.animal_event e on e.tenant_no = $1 and e.animal_id = v.animal_id and e.seq = v.void_of
     where e.kind in ('weighed', 'calved') and e.void_of is null and not exists (
       select 1 from registry.animal_event o
       where o.tenant_no = $1 and o.animal_id = v.animal_id and o.void_of = v.void_of and o.seq < v.seq)`,
    [
      tx.scope.tenantNo,
      JSON.stringify(voids.map(({ seq, event }) => ({ animal_id: event.animalId, seq, void_of: event.voidOf }))),
    ],
  );
  return rows.flatMap(({ animalId, seq, kind }) => {
    const by = voids.find((one) => one.seq === seq && one.event.animalId === animalId);
    return by ? [{ kind, event: by.event }] : [];
  });
}

/** Sets the weights that are their animals' newest; answers the animals whose ledger must be read for it. */
async function weigh(tx: Tx, weights: readonly Weight[], actor: number | null): Promise<number[]> {
  const byAnimal = Map.groupBy(weights, (one) => one.id);
  const single = [...byAnimal.values()].filter((own) => own.length === 1).flat();
  if (byAnimal.size === 0) return [];
  const set = await tx.query<{ id: number }>(
    `update registry.animal a set weight = w.kg, weight_on = w.on, body_condition = coalesce(w.bcs, a.body_condition),
       version = a.version + 1, updated_by = $2, updated_at = now()
     from jsonb_to_recordset($1::jsonb) w(id bigint, kg numeric, "on" date, bcs numeric)
     where a.id = w.id and (a.weight_on is null or a.weight_on <= w.on) returning a.id`,
    [JSON.stringify(single), actor],
  );
  const done = new Set(set.map((row) => row.id));
  return [...byAnimal.keys()].filter((id) => !done.has(id));
}

/** The last weighing that stands, and the last condition told by one. */
async function foldWeights(tx: Tx, ids: readonly number[], actor: number | null): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update registry.animal a set version = a.version + 1, updated_by = $2, updated_at = now(),
     (weight, weight_on, body_condition) = (
       select (array_agg(e.kg order by e.happened_on desc, e.seq desc))[1], max(e.happened_on),
         (array_agg(e.bcs order by e.happened_on desc, e.seq desc) filter (where e.bcs is not null))[1]
       from (
         select e.seq, e.happened_on, (e.priv -> 'summary' ->> 'kg')::numeric as kg,
           (e.priv -> 'summary' ->> 'bcs')::numeric as bcs
         from registry.animal_event e
         where e.tenant_no = a.tenant_no and e.animal_id = a.id and e.recorded_at >= a.created_at
           and e.kind = 'weighed' and e.void_of is null and e.priv -> 'summary' ->> 'kg' is not null and not exists (
             select 1 from registry.animal_event v
             where v.tenant_no = e.tenant_no and v.animal_id = e.animal_id and v.void_of = e.seq
               and v.recorded_at >= e.recorded_at)
       ) e
     ) where a.id = any ($1)`,
    [ids, actor],
  );
}

async function moveParity(
  tx: Tx,
  births: readonly { readonly event: Told['event']; readonly n: number }[],
  actor: number | null,
): Promise<void> {
  if (births.length === 0) return;
  const sums = Map.groupBy(births, ({ event }) => event.animalId);
  await tx.query(
    `update registry.animal a set parity = greatest(a.parity + b.n, 0),
       version = a.version + 1, updated_by = $2, updated_at = now()
     from jsonb_to_recordset($1::jsonb) b(id bigint, n int) where a.id = b.id`,
    [JSON.stringify([...sums].map(([id, own]) => ({ id, n: own.reduce((sum, one) => sum + one.n, 0) }))), actor],
  );
  const days = new Map(births.map(({ event }) => [event.animalId, event.happenedOn]));
  await renewStagesOf(tx, days, today());
}
