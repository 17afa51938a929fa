import type { Tx } from '#kit/server/db/database.ts';
import { openCases } from '#modules/cure/server/index.ts';
import { type Block, configOf, type HandoverAsk } from '#modules/registry/server/index.ts';

interface Shut {
  readonly animalId: number;
  readonly earTag: string;
  readonly until: string;
}

const shutIn = (tx: Tx, animalIds: readonly number[]): Promise<Shut[]> =>
  tx.query<Shut>(
    `select f.animal_id as "animalId", a.ear_tag as "earTag", to_char(f.isolate_until, 'YYYY-MM-DD') as until
     from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
     where f.tenant_no = kit.tenant() and f.status = 'live' and f.isolate_until is not null and f.animal_id = any ($1)`,
    [animalIds],
  );
const isolating = ({ animalId, earTag, until }: Shut): Block => ({
  animalId,
  bizCode: 'isolating',
  key: 'farm.refused.isolating',
  args: { tag: earTag, date: until },
  wayOut: 'farm.refused.releaseFirst',
  evidence: { path: '/anm/stocked/info', permission: 'anm:stockIn:list' },
});

/** R20: nobody leaves isolation by sale, slaughter or cull; deaths and losses are not asked about. */
export const isolatingAmong = async (tx: Tx, animalIds: readonly number[]): Promise<Block[]> =>
  (await shutIn(tx, animalIds)).map(isolating);

interface Pen {
  readonly id: number;
  readonly kind: string;
  readonly capacity: number;
  readonly head: number;
  readonly name: string;
}
const penOf = async (tx: Tx, id: number): Promise<Pen | null> =>
  (
    await tx.query<Pen>(
      `select id, kind, capacity, current_count as head, hovel || ' ' || pen_no as name
        from farm.pen_seen where id = $1`,
      [id],
    )
  )[0] ?? null;

/** R4 for every move the registry makes, whichever screen asks (K13): what is refused. Warnings are the turntable's. */
export async function moveBlocks(tx: Tx, ask: HandoverAsk): Promise<Block[]> {
  const { animalIds, fromId, toId, toPenId, purpose } = ask;
  const isMove = fromId === toId;
  const blocks: Block[] = [];
  const pen = toPenId === null ? null : await penOf(tx, toPenId);
  const shut = await shutIn(tx, animalIds);
  // R20: back to the seller is a way out of isolation, another pen is not.
  if (isMove ? pen?.kind !== 'isolation' : purpose !== 'returned') blocks.push(...shut.map(isolating));
  const book = await tx.query(
    `select 1 from farm.farm_animal where tenant_no = kit.tenant() and status = 'live' and principal_id = $1
       and animal_id = any ($2) limit 1`,
    [fromId, animalIds],
  );
  if (!isMove || !pen || book.length === 0) return blocks;
  if (pen.kind !== 'isolation')
    for (const one of await openCases(tx, animalIds))
      if (one.contagious)
        blocks.push({ animalId: one.animalId, bizCode: 'contagious', key: 'farm.refused.contagious', args: {} });
  const others = await tx.query<{ id: number; earTag: string }>(
    `select a.id, a.ear_tag as "earTag" from farm.animal_seen a where a.id = any ($1) and exists (
       select 1 from farm.animal_seen o where o.tenant_no = a.tenant_no and o.pen_id = $2 and o.status = 'inStock'
         and o.species <> a.species)`,
    [animalIds, pen.id],
  );
  for (const { id, earTag } of others)
    blocks.push({ animalId: id, bizCode: 'mixedSpecies', key: 'farm.refused.mixedSpecies', args: { tag: earTag } });
  if (pen.capacity > 0 && pen.head + animalIds.length > pen.capacity) {
    const rule = await configOf(tx, fromId, 'farm_pen_over');
    if (rule === 'refuse')
      for (const animalId of animalIds)
        blocks.push({
          animalId,
          bizCode: 'penFull',
          key: 'farm.refused.penFull',
          args: { pen: pen.name, n: pen.capacity },
        });
  }
  return blocks;
}
