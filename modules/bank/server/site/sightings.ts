import type { Tx } from '#kit/server/db/database.ts';
import { lastSeen } from '#modules/device/server/index.ts';
import { markSeen } from '../pledge/kernel.ts';

/** R38: events that need the animal to be there, and what each counts as. */
const presence: Readonly<Record<string, string>> = {
  weighed: 'weigh',
  immunised: 'immunise',
  immuneReaction: 'other',
  sampled: 'other',
  inseminated: 'other',
  pregnancyChecked: 'other',
  calved: 'other',
  aborted: 'other',
  weaned: 'other',
  treated: 'other',
  tagWorn: 'other',
  tagReplaced: 'other',
  deviceBound: 'other',
};
const some = 5_000;

interface Held {
  readonly animalId: number;
  readonly seenAt: string | null;
  readonly state: string;
}
/**
 * R38: an item was seen when its devices were last heard of, or when a record was made that needed the animal to be there. Counts and
 * visits say it themselves at once; this takes what other modules wrote since `since`. Answers how many were seen later than known.
 */
export async function takeSightings(tx: Tx, since: Date): Promise<number> {
  let moved = 0;
  for (let after = 0; ; ) {
    const held = await tx.query<Held & { id: number }>(
      `select id, animal_id as "animalId", seen_at as "seenAt", state from bank.pledge_item
       where tenant_no = kit.tenant()
         and state in ('reserved', 'pledged', 'releasing', 'missing') and id > $1 order by id limit $2`,
      [after, some],
    );
    if (held.length > 0) moved += await lookAt(tx, held, since);
    if (held.length < some) return moved;
    after = held.at(-1)?.id ?? after;
  }
}

async function lookAt(tx: Tx, held: readonly Held[], since: Date): Promise<number> {
  const ids = held.map((one) => one.animalId);
  const known = new Map(held.map((one) => [one.animalId, one.seenAt ? Date.parse(one.seenAt) : 0]));
  const heard = (await lastSeen(tx, ids)).map((one) => ({ animalId: one.animalId, at: one.at, by: 'device' }));
  // A record of an earlier day stands at its noon; what was taken back tells nothing.
  const recorded = await tx.query<{ animalId: number; kind: string; at: string }>(
    `select distinct on (e.animal_id) e.animal_id as "animalId", e.kind, e.at
     from (select animal_id, kind, case
       when happened_on >= (recorded_at at time zone 'Asia/Shanghai')::date then recorded_at
           else (happened_on + time '12:00') at time zone 'Asia/Shanghai' end as at
         from bank.site_sighting where tenant_no = kit.tenant() and animal_id = any ($1) and recorded_at > $2
           and kind = any ($3) and void_of is null
       union all select animal_id, 'insureCheck', taken_at from bank.site_tag_check
         where tenant_no = kit.tenant() and animal_id = any ($1) and created_at > $2) e
     where e.at <= now() order by e.animal_id, e.at desc`,
    [ids, since.toISOString(), Object.keys(presence)],
  );
  // R34: nothing is found again by a paper; whoever is missing waits for a scan.
  const missing = new Set(held.filter((one) => one.state === 'missing').map((one) => one.animalId));
  const written = recorded
    .filter((one) => !missing.has(one.animalId))
    .map(({ animalId, kind, at }) => ({
      animalId,
      at,
      by: kind === 'insureCheck' ? 'insureCheck' : (presence[kind] ?? 'other'),
    }));
  const news = [...heard, ...written]
    .map((one) => ({ ...one, at: new Date(one.at).toISOString() }))
    .filter((one) => Date.parse(one.at) > (known.get(one.animalId) ?? 0))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  // Of several the latest, once: a device that was heard may not be told away by an older record.
  const latest = new Map(news.map((one) => [one.animalId, one]));
  return latest.size > 0 ? markSeen(tx, [...latest.values()]) : 0;
}
