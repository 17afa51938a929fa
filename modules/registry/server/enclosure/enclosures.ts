import { AppError, invalid, refusal } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insertRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { enclosureTotals, generatePens, hovel, movePen } from '#modules/registry/contract/enclosure/hovel.ts';
import { pen } from '#modules/registry/contract/enclosure/pen.ts';
import { changeAnimals } from '../change/change-animals.ts';

async function hovelOf(tx: Tx, id: number): Promise<{ principalId: number; regionCode: number }> {
  const [row] = await tx.query<{ principalId: number; regionCode: number }>(
    `select principal_id as "principalId", region_code as "regionCode" from registry.hovel where id = $1 and status <> 'removed'`,
    [id],
  );
  if (!row) throw invalid([{ field: 'hovelId', key: 'error.field.ref' }]);
  return row;
}

/** R26: a house with animals in it stays. */
const refuseFilled = (count: number | null): void => {
  if (count) throw refusal('penNotEmpty', 'registry.pen.notEmpty', { n: count });
};

/** Upper bound of a holder's class, by the default scale rule: what its first pen is taken to hold. */
const roomOf: Record<string, readonly [cattle: number, sheep: number]> = {
  retail: [10, 30],
  small: [50, 100],
  medium: [200, 500],
  large: [500, 1500],
};

interface Newcomer {
  readonly id: number;
  readonly regionCode: number;
  readonly species: readonly string[];
  readonly scale: string | null;
}

/** A holder begins with house 01 and pen 01, so that an animal always has somewhere to stand. */
export async function giveFirstPen(call: Call, holder: Newcomer): Promise<void> {
  const known = await call.tx.query('select 1 from registry.hovel where principal_id = $1 limit 1', [holder.id]);
  if (known.length > 0) return;
  const keepsCattle = holder.species.includes('cattle') || holder.species.length === 0;
  const capacity = roomOf[holder.scale ?? 'retail']?.[keepsCattle ? 0 : 1] ?? 10;
  const place = { principalId: holder.id, regionCode: holder.regionCode };
  const house = await insertRow(
    call,
    hovel,
    {
      principalId: holder.id,
      hovelNo: '01',
      name: call.say('registry.hovel.first'),
      kind: keepsCattle ? 'cowHouse' : 'sheepHouse',
      capacity,
    },
    { regionCode: holder.regionCode },
  );
  await insertRow(call, pen, { hovelId: house.id, penNo: '01', capacity }, place);
}

const pensOf = 'registry.pen p where p.tenant_no = t.tenant_no and p.hovel_id = t.id';

interface PenState {
  readonly id: number;
  readonly principalId: number;
  readonly capacity: number;
  readonly count: number;
  readonly kind: string;
}

async function penState(tx: Tx, id: number, field: string): Promise<PenState> {
  const [row] = await tx.query<PenState>(
    `select p.id, p.principal_id as "principalId", p.capacity, p.current_count as count, h.kind
     from registry.pen p join registry.hovel h on h.id = p.hovel_id where p.id = $1 and p.status <> 'removed'`,
    [id],
  );
  if (!row) throw invalid([{ field, key: 'error.field.ref' }]);
  return row;
}

/** R26, R27: what ought to be thought over before animals stand there; nothing of it refuses. */
export async function penWarnings(
  call: Pick<Call, 'say' | 'tx'>,
  toPenId: number,
  animalIds: readonly number[],
): Promise<string[]> {
  const to = await penState(call.tx, toPenId, 'toPenId');
  const warnings: string[] = [];
  if (to.count + animalIds.length > to.capacity)
    warnings.push(call.say('registry.pen.overCapacity', { n: to.count + animalIds.length, capacity: to.capacity }));
  if (to.kind !== 'isolation') {
    const [fresh] = await call.tx.query<{ n: number }>(
      `select count(*)::int as n from registry.animal where id = any ($1) and source = 'bought' and entry_on > $2::date - 30`,
      [animalIds, today()],
    );
    if (fresh?.n) warnings.push(call.say('registry.pen.notIsolated', { n: fresh.n }));
  }
  return warnings;
}

const most = 1000;

async function moveAll(
  call: Call<typeof movePen>,
): Promise<{ moved: number; docNo: string | null; warnings: string[] }> {
  const { fromPenId, toPenId, confirmed = false } = call.body;
  const from = await penState(call.tx, fromPenId, 'fromPenId');
  const to = await penState(call.tx, toPenId, 'toPenId');
  if (from.id === to.id || from.principalId !== to.principalId)
    throw invalid([{ field: 'toPenId', key: 'registry.pen.otherHolder' }]);
  const rows = await call.tx.query<{ id: number }>(
    `select id from registry.animal where pen_id = $1 and status = 'inStock' order by id limit ${most + 1}`,
    [fromPenId],
  );
  if (rows.length === 0) throw new AppError(409, 'registry.pen.empty');
  if (rows.length > most) throw refusal('tooMany', 'registry.animal.tooMany', { n: most });
  const animalIds = rows.map((row) => row.id);
  const warnings = await penWarnings(call as unknown as Call, toPenId, animalIds);
  if (warnings.length > 0 && !confirmed) return { moved: 0, docNo: null, warnings };
  const made = await changeAnimals(call.tx, {
    changeType: 'penMove',
    animalIds,
    toPenId,
    requestId: call.header('idempotency-key') ?? null,
  });
  await audit(call.tx, call as unknown as Call, {
    module: 'registry',
    entity: 'animalChange',
    entityId: made.changeId,
    entityName: made.docNo,
    action: 'submit',
    after: { changeType: 'penMove', animals: animalIds.length, status: made.status },
  });
  return { moved: animalIds.length, docNo: made.docNo, warnings };
}

async function totals(call: Call<typeof enclosureTotals>) {
  const { principalId = null, regionCode, kind, status } = call.query;
  const [lo, hi] = regionCode ? rangeOf(regionCode) : [null, null];
  const [rows] = await call.database.read<
    [{ hovels: number; pens: number; capacity: number; count: number; over: number }]
  >(call.actor.scope, {
    text: `select count(distinct h.id)::int as hovels, count(p.id)::int as pens, coalesce(sum(p.capacity), 0)::int as capacity, coalesce(sum(p.current_count), 0)::int as count,
               (count(*) filter (where p.current_count > p.capacity))::int as over
             from registry.hovel h left join registry.pen p on p.tenant_no = h.tenant_no and p.hovel_id = h.id and p.status = 'inUse'
             where ($1::bigint is null or h.principal_id = $1) and ($2::bigint is null or h.region_code >= $2 and h.region_code < $3)
               and ($4::text[] is null or h.kind = any ($4)) and ($5::text[] is null or h.status = any ($5))`,
    values: [principalId, lo, hi, kind?.split(',') ?? null, status?.split(',') ?? null],
  });
  return rows[0] ?? { hovels: 0, pens: 0, capacity: 0, count: 0, over: 0 };
}

export function enclosureRoutes(): Route[] {
  return [
    ...serveResource(hovel)({
      expressions: {
        area: 't.area::float8',
        currentCount: `(select coalesce(sum(p.current_count), 0)::int from ${pensOf})`,
        penCount: `(select count(*)::int from ${pensOf})`,
        fill: `case when exists (select 1 from ${pensOf} and p.current_count > p.capacity) then 'over'
                 when exists (select 1 from ${pensOf} and p.current_count > 0) then 'normal' else 'empty' end`,
        stages: `(select jsonb_object_agg(s.stage, s.n) from (select a.stage, count(*)::int as n from registry.pen p
                   join registry.animal a on a.pen_id = p.id and a.status = 'inStock' where p.tenant_no = t.tenant_no and p.hovel_id = t.id group by a.stage) s)`,
      },
      before: {
        remove: async (_call, row) => refuseFilled(row.currentCount),
      },
    }),
    ...serveResource(pen)({
      expressions: { label: `((select h.name from registry.hovel h where h.id = t.hovel_id) || ' ' || t.pen_no)` },
      before: {
        add: (call, values) => hovelOf(call.tx, values.hovelId),
        remove: async (_call, row) => refuseFilled(row.currentCount),
      },
    }),
    serve('registry', enclosureTotals, totals),
    serve('registry', movePen, moveAll),
    serve('registry', generatePens, async (call) => {
      const { hovelId, fromNo, count, capacity } = call.body;
      const place = await hovelOf(call.tx, hovelId);
      const width = Math.max(2, String(fromNo + count - 1).length);
      const taken = await call.tx.query<{ penNo: string }>(
        'select pen_no as "penNo" from registry.pen where hovel_id = $1',
        [hovelId],
      );
      const known = new Set(taken.map((one) => one.penNo));
      const wanted = Array.from({ length: count }, (_, index) => String(fromNo + index).padStart(width, '0'));
      const fresh = wanted.filter((penNo) => !known.has(penNo));
      for (const penNo of fresh)
        await insertRow(call as unknown as Call, pen, { hovelId, penNo, capacity, purpose: null }, place);
      return { made: fresh.length, skipped: wanted.length - fresh.length };
    }),
  ];
}
