import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/farm/contract/herd/moves.ts';
import { changeAnimals, configOf, wouldRefuse } from '#modules/registry/server/index.ts';
import { dayNow, penName } from '../common/sql.ts';
import { farmOf } from '../farm-of.ts';
import { changeGroup } from './farm-group-member.ts';

interface Asked {
  readonly animalIds?: readonly number[] | undefined;
  readonly fromPenId?: number | undefined;
  readonly toPenId?: number | undefined;
}

interface Mover {
  readonly animalId: number;
  readonly earTag: string;
  readonly farmNo: string | null;
  readonly principalId: number;
  readonly kinds: readonly string[] | null;
  readonly stage: string | null;
  readonly unweanedOf: number | null;
  readonly kinIn: boolean;
}

/** The animals asked about, with what a move into that pen makes of them. */
async function moversOf(tx: Tx, { animalIds, fromPenId, toPenId }: Asked): Promise<Mover[]> {
  if (!animalIds && !fromPenId) throw invalid([{ field: 'animalIds', key: 'error.field.required' }]);
  return tx.query<Mover>(
    `select f.animal_id as "animalId", a.ear_tag as "earTag", f.farm_no as "farmNo", f.principal_id as "principalId",
       g.hovel_kinds as kinds, g.name as stage,
       case when a.mother_id is not null and ${dayNow} - a.birth_date < 240
         and not exists (select 1 from farm.weaning w where w.tenant_no = f.tenant_no and w.animal_id = a.id)
         and exists (select 1 from farm.animal_seen m where m.id = a.mother_id and m.status = 'inStock'
           and m.principal_id = a.principal_id and m.pen_id = a.pen_id
           and not m.id = any (coalesce($1::bigint[], '{}')))
         then a.mother_id end as "unweanedOf",
       a.sex = 'male' and not a.castrated and exists (select 1 from farm.animal_seen k where k.tenant_no = a.tenant_no
         and k.pen_id = $3::bigint and k.status = 'inStock' and k.sex = 'female'
         and (k.id = a.mother_id or k.father_code = a.ear_tag or k.father_code in (select s.sire_code
           from farm.sire_seen s where s.tenant_no = a.tenant_no and s.animal_id = a.id))) as "kinIn"
     from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
       left join farm.cycle_scheme_stage g on g.id = f.stage_id
     where f.status = 'live' and (f.animal_id = any ($1::bigint[]) or ($1::bigint[] is null and a.pen_id = $2::bigint))
     order by a.ear_tag limit 1001`,
    [animalIds ?? null, fromPenId ?? null, toPenId ?? null],
  );
}

/** R4: refusals are the guards' own; what the farm may decide itself is told as a warning. */
async function check(tx: Tx, call: Pick<Call, 'say'>, asked: Asked): Promise<contract.CheckedMove[]> {
  const movers = await moversOf(tx, asked);
  const [first] = movers;
  if (!first) return [];
  const [pen] = await tx.query<{ kind: string; capacity: number; head: number; principalId: number; name: string }>(
    `select kind, capacity, current_count as head, principal_id as "principalId", hovel || ' ' || pen_no as name
     from farm.pen_seen where id = $1`,
    [asked.toPenId ?? 0],
  );
  const found = new Map<number, contract.CheckedMove['findings']>(movers.map((one) => [one.animalId, []]));
  const tell = (id: number, level: 'refused' | 'warning', code: string, key: string, args = {}) =>
    found.get(id)?.push({ level, code, text: call.say(key, args) });
  if (asked.toPenId) {
    if (!pen) throw notFound();
    const blocks = await wouldRefuse(tx, {
      kind: 'penMove',
      animalIds: movers.map((one) => one.animalId),
      on: today(),
      facts: { toPenId: asked.toPenId },
    });
    for (const one of blocks) tell(one.animalId, 'refused', one.bizCode, one.key, one.args ?? {});
    const isOver = pen.capacity > 0 && pen.head + movers.length > pen.capacity;
    if (isOver && (await configOf(tx, first.principalId, 'farm_pen_over')) === 'confirm')
      for (const { animalId } of movers)
        tell(animalId, 'warning', 'penFull', 'farm.refused.penFull', { pen: pen.name, n: pen.capacity });
    for (const one of movers) {
      if (one.kinds?.length && !one.kinds.includes(pen.kind) && pen.kind !== 'isolation')
        tell(one.animalId, 'warning', 'wrongPen', 'farm.refused.wrongPen', { stage: one.stage ?? '' });
      if (one.unweanedOf) tell(one.animalId, 'warning', 'unweaned', 'farm.refused.unweaned');
      if (one.kinIn) tell(one.animalId, 'warning', 'kinInPen', 'farm.refused.kinInPen');
    }
  }
  return movers.map(({ animalId, earTag, farmNo }) => ({
    animalId,
    earTag,
    farmNo,
    findings: found.get(animalId) ?? [],
  }));
}

/** R3: the registry's document and the group in one transaction; a pen above its places only when said twice. */
async function submit(call: Call<typeof contract.submitMove>) {
  const { confirmed, toPenId, toGroupId } = call.body;
  const rows = await check(call.tx, call, call.body);
  if (rows.length === 0) throw notFound();
  if (rows.length > 1000) throw refusal('tooManyAnimals', 'farm.refused.tooMany', { n: 1000 });
  const refused = rows.flatMap((row) =>
    row.findings.filter((one) => one.level === 'refused').map((one) => ({ row, one })),
  );
  const [worst] = refused;
  if (worst) throw refusal(worst.one.code, 'farm.refused.asTold', { tag: worst.row.earTag, text: worst.one.text });
  const over = rows.some((row) => row.findings.some((one) => one.code === 'penFull'));
  if (over && !confirmed) throw refusal('penFull', 'farm.refused.penFullAsk');
  const animalIds = rows.map((row) => row.animalId);
  const docNo = toPenId
    ? (await changeAnimals(call.tx, { changeType: 'penMove', animalIds, toPenId, source: 'farm' })).docNo
    : null;
  if (toGroupId !== undefined) await changeGroup(call.tx, animalIds, toGroupId);
  return { moved: rows.length, docNo };
}

const pens = (call: Call<typeof contract.turntable>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const farm = await farmOf(tx, call.query.farmId);
    const rooms = await tx.query<contract.PenOption>(
      `select id, hovel || ' ' || pen_no as name, hovel, kind, capacity, current_count as head from farm.pen_seen
       where principal_id = $1 and status = 'inUse' order by hovel_no, pen_no limit 500`,
      [farm.id],
    );
    const groups = await tx.query<{ id: number; name: string }>(
      `select id, name from farm.farm_group where principal_id = $1 and status = 'active' order by group_no limit 200`,
      [farm.id],
    );
    const { penId, groupId } = call.query;
    const animals =
      penId || groupId
        ? await tx.query<contract.Standing>(
            `select a.id as "animalId", a.ear_tag as "earTag", f.farm_no as "farmNo", a.pen_id as "penId", a.sex,
               g.name as stage, ${dayNow} - f.stage_on as days, a.weight::float8 as kg, f.group_id as "groupId"
             from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
               left join farm.cycle_scheme_stage g on g.id = f.stage_id
             where f.principal_id = $1 and f.status = 'live' and ($2::bigint is null or a.pen_id = $2)
               and ($3::bigint is null or f.group_id = $3) order by f.farm_no, a.ear_tag limit 1000`,
            [farm.id, penId ?? null, groupId ?? null],
          )
        : [];
    const [moved] = await tx.query<{ n: number }>(
      `select count(*)::int as n from farm.change_seen where principal_id = $1 and change_type = 'penMove'
         and happened_on = $2 and status = 'done'`,
      [farm.id, today()],
    );
    return { farmId: farm.id, pens: rooms, groups, animals, movedToday: moved?.n ?? 0 };
  });

/** R6: animals whose house does not fit their stage, each with the emptiest pen of a kind that does. */
export const suggestSql = `select f.animal_id as "animalId", a.ear_tag as "earTag", f.farm_no as "farmNo",
  g.name as stage,
    ${penName('a.pen_id')} as pen, g.hovel_kinds as kinds, to_pen.id as "toPenId", to_pen.name as "toPen",
    a.pen_id as "penId"
  from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
    join farm.cycle_scheme_stage g on g.id = f.stage_id join farm.pen_seen p on p.id = a.pen_id
    left join lateral (select o.id, o.hovel || ' ' || o.pen_no as name from farm.pen_seen o
      where o.principal_id = f.principal_id and o.status = 'inUse' and o.kind = any (g.hovel_kinds)
        and o.current_count < o.capacity
      order by o.current_count::numeric / greatest(o.capacity, 1), o.pen_no limit 1) to_pen on true
  where f.principal_id = $1 and f.status = 'live' and f.isolate_until is null and g.hovel_kinds <> '{}'
    and not p.kind = any (g.hovel_kinds) and p.kind <> 'isolation'`;

const suggest = (call: Call<typeof contract.suggestMoves>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const farm = await farmOf(tx, call.query.farmId);
    const rows = await tx.query<contract.Suggestion & { penId: number }>(
      `${suggestSql} order by g.name, a.ear_tag limit 500`,
      [farm.id],
    );
    return rows.map(({ penId: _, ...row }) => row);
  });

async function take(call: Call<typeof contract.takeMoves>) {
  let moved = 0;
  for (const [toPenId, items] of Map.groupBy(call.body.items, (item) => item.toPenId)) {
    const animalIds = items.map((item) => item.animalId);
    await changeAnimals(call.tx, { changeType: 'penMove', animalIds, toPenId, source: 'farm' });
    moved += animalIds.length;
  }
  return { moved };
}

export const moveRoutes = (): Route[] => [
  serve('farm', contract.turntable, pens),
  serve('farm', contract.checkMove, (call) =>
    call.database.transaction(call.actor.scope, (tx) => check(tx, call, call.body)),
  ),
  serve('farm', contract.submitMove, submit),
  serve('farm', contract.suggestMoves, suggest),
  serve('farm', contract.takeMoves, take),
];
