import { AppError, notFound } from '#kit/contract/errors.ts';
import { rangeOf, within } from '#kit/contract/region.ts';
import type { Database } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type Figure, rollupOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import * as contract from '#modules/registry/contract/animal/animal-life.ts';
import { daysBetween, monthsBetween, stageOf } from '#modules/registry/contract/animal/animal-rules.ts';
import { noteDuplicates } from '../duplicate/duplicate-candidate.ts';
import { ofUnit } from '../duplicate/of-unit.ts';
import { readChain } from './life/animal-event.ts';
import { bookStock, type StockMove } from './stock/holder-stock-day.ts';

/** The last digits are a range of the number written backwards. */
export function tagMatch(text: string, add: (value: unknown) => string): string {
  if (!/^\d{4,15}$/.test(text)) return 'false';
  if (text.length === 15)
    return `t.id in (select x.animal_id from registry.animal_tag x where x.tenant_no = kit.tenant() and x.tag_kind = 'ear' and x.tag_no = ${add(text)})`;
  const width = 10 ** (15 - text.length);
  const low = Number([...text].reverse().join('')) * width;
  return `t.tag_back >= ${add(low)} and t.tag_back < ${add(low + width)}`;
}

/** A code means itself, however many others begin with it; anything else is part of a name. */
export function breedMatch(text: string, add: (value: unknown) => string): string {
  const [code, name] = [add(text), add(`%${text.replace(/[\\%_]/g, '\\$&')}%`)];
  return `(t.breed = ${code} or not exists (select 1 from registry.variety v where v.code = ${code}) and t.breed in (
    select v.code from registry.variety v where v.name_zh ilike ${name} or v.name_tw ilike ${name} or v.name_en ilike ${name}))`;
}

const age = "age((now() at time zone 'Asia/Shanghai')::date, t.birth_date)";

/** R42: for a month the record may be put right by whoever keeps it; later, or with money on it, only by those who correct. */
async function checkEdit(call: Call, row: { createdAt: string; insured: boolean; pledged: boolean }): Promise<void> {
  const isOld = daysBetween(row.createdAt.slice(0, 10), today()) > 30;
  if ((isOld || row.insured || row.pledged) && !call.actor.actions.has('pri:animal:correct'))
    throw new AppError(403, 'registry.animal.onlyCorrect');
}

type Kept = Pick<StockMove, 'principalId' | 'regionCode' | 'inHerd' | 'species' | 'stage'> & {
  readonly status: string;
};

/** R43: another sex or birth may make another stage of it, and another line of the book. */
async function bookStage(call: Call, row: Kept, stage: string): Promise<void> {
  if (row.status !== 'inStock' || row.stage === stage) return;
  const { principalId, regionCode, inHerd, species } = row;
  const line = { principalId, regionCode, inHerd, species, day: today(), n: 1 };
  await inTenant(call.tx, call.actor.tenantNo, 'animal', (tx) =>
    bookStock(tx, [
      { ...line, stage: row.stage, column: 'stageOut' },
      { ...line, stage, column: 'stageIn' },
    ]),
  );
}

export function animalRoutes(): Route[] {
  return [
    ...serveResource(animal)({
      expressions: {
        ageMonths: `(extract(year from ${age}) * 12 + extract(month from ${age}))::int`,
        changePending: '(t.pending_change_id is not null)',
        breedLabel:
          '(select v.name_zh from registry.variety v where v.code = t.breed and v.tenant_no in (0, t.tenant_no) order by v.tenant_no desc limit 1)',
      },
      match: { earTag: tagMatch, breed: breedMatch, principalId: ofUnit },
      listed: 't.voided_at is null',
      before: {
        edit: async (call, values, row) => {
          await checkEdit(call, row);
          if (monthsBetween(values.birthDate, today()) < 0)
            throw new AppError(422, 'error.invalid', {
              errors: [{ field: 'birthDate', key: 'registry.animal.dateOrder' }],
            });
          const stage = stageOf({ ...row, ...values }, today());
          await bookStage(call, row, stage);
          return { stage };
        },
      },
      after: { edit: (call, id) => noteDuplicates(call.tx, 'animal', [id]) },
      // A record that was merged into another is only looked at.
      can: (row, verb) => verb !== 'edit' || row.mergedIntoId === null,
    }),
    serve('registry', contract.animalByTag, byTag),
    serve('registry', contract.animalLine, readLine),
    serve('registry', contract.animalVerify, async (call) => {
      await mustSee(call, call.params.id);
      return call.database.transaction(call.actor.scope, (tx) => readChain(tx, call.params.id));
    }),
    serve('registry', contract.animalTags, async (call) => {
      await mustSee(call, call.params.id);
      const [rows] = await call.database.read<
        [{ tagKind: string; tagNo: string; wornOn: string; removedOn: string | null; removeReason: string | null }]
      >(call.actor.scope, {
        text: `select tag_kind as "tagKind", tag_no as "tagNo", worn_on as "wornOn", removed_on as "removedOn", remove_reason as "removeReason"
               from registry.animal_tag where animal_id = $1 order by worn_on desc, id desc`,
        values: [call.params.id],
      });
      return rows;
    }),
    serve('registry', contract.animalFamily, readFamily),
    serve('registry', contract.stockCount, async (call) => stockOf(call.database, call, call.query.regionCode)),
  ];
}

const small = `a.id, a.ear_tag as "earTag", a.species, a.breed, a.sex, a.stage, a.status, a.principal_id as "principalId", a.pen_id as "penId",
  (select p.principal_unit_name from registry.principal p where p.id = a.principal_id) as "holderName"`;

async function byTag(call: Call<typeof contract.animalByTag>): Promise<contract.SmallAnimal[]> {
  const { tag, tags, ids } = call.query;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const parts = [
    ...(tag ? [tagMatch(tag, add)] : []),
    ...(tags
      ? [
          `t.id in (select x.animal_id from registry.animal_tag x where x.tenant_no = kit.tenant() and x.tag_kind = 'ear' and x.tag_no = any (${add(tags.split(','))}))`,
        ]
      : []),
    ...(ids ? [`t.id = any (${add(ids.split(',').map(Number))})`] : []),
  ];
  if (parts.length === 0) return [];
  const [rows] = await call.database.read<[contract.SmallAnimal]>(call.actor.scope, {
    text: `select ${small.replaceAll('a.', 't.')} from registry.animal t where ${parts.join(' and ')} and t.voided_at is null
           order by t.status = 'inStock' desc, t.id desc limit ${tag ? 20 : 1000}`,
    values,
  });
  return rows;
}

async function mustSee(
  call: { database: Database; actor: Call['actor'] },
  id: number,
): Promise<{ readonly createdAt: string }> {
  const [rows] = await call.database.read<[{ createdAt: string }]>(call.actor.scope, {
    text: 'select created_at as "createdAt" from registry.animal where id = $1',
    values: [id],
  });
  if (!rows[0]) throw notFound();
  return rows[0];
}

interface LineRow extends Omit<contract.LineEvent, 'summary' | 'regionName' | 'docNo' | 'merged'> {
  animalId: number;
  regionCode: number;
  priv: { doc?: string; summary?: Record<string, unknown> };
}

async function readLine(call: Call<typeof contract.animalLine>): Promise<contract.LineEvent[]> {
  const { id } = call.params;
  const { createdAt } = await mustSee(call, id);
  const { kinds, before, size } = call.query;
  // A life is in the months since its record was made, and in none to come: the ledger has a part for each, and all others are left alone.
  const [rows] = await call.database.read<[LineRow]>(call.actor.scope, {
    // R64: events of records merged into this one stand between its own, by when they were recorded; pages are counted by its own.
    text: `with life as materialized (
             select * from registry.animal_event where tenant_no = $1 and animal_id = $2 and recorded_at >= $6 and recorded_at < now() + interval '1 day'
           ), own as (
             select * from life where ($3::text[] is null or kind = any ($3)) and ($4::int is null or seq < $4) order by seq desc limit $5
           ), edges as (
             select case when (select count(*) from own) = $5 then (select min(recorded_at) from own) else '-infinity' end as lower,
               coalesce((select recorded_at from life where seq = $4), 'infinity') as upper
           ), lines as (
             select * from own
             union all select e.* from edges, registry.animal m join lateral (
               select * from registry.animal_event x where x.tenant_no = $1 and x.animal_id = m.id and x.recorded_at >= m.created_at and x.recorded_at < now() + interval '1 day'
             ) e on true
             where m.tenant_no = $1 and m.merged_into_id = $2 and ($3::text[] is null or e.kind = any ($3)) and e.recorded_at >= edges.lower and e.recorded_at < edges.upper
           )
           select e.animal_id as "animalId", e.seq, e.kind, e.happened_on as "happenedOn", e.recorded_at as "recordedAt", e.region_code as "regionCode",
             (select p.principal_unit_name from registry.principal p where p.id = e.principal_id) as "unitName",
             (select u.nickname from platform.sys_user u where u.id = (e.priv ->> 'actor')::bigint) as "actorName",
             e.source_entity as "sourceEntity", e.source_id as "sourceId", e.priv, e.void_of as "voidOf",
             case when e.animal_id = $2 then (select min(v.seq) from life v where v.void_of = e.seq)
               else (select min(v.seq) from registry.animal_event v where v.tenant_no = $1 and v.animal_id = e.animal_id and v.void_of = e.seq and v.recorded_at >= e.recorded_at)
             end as "voidedBy"
           from lines e order by e.recorded_at desc, e.animal_id = $2 desc, e.seq desc`,
    values: [call.actor.tenantNo, id, kinds ? kinds.split(',') : null, before ?? null, size, createdAt],
  });
  return rows.map(({ priv, regionCode, animalId, ...row }) => ({
    ...row,
    merged: animalId !== id,
    summary: priv.summary ?? {},
    docNo: priv.doc ?? null,
    regionName: lookups().regionName(regionCode, call.language),
  }));
}

type Relative = contract.SmallAnimal & {
  generation: number;
  motherId: number | null;
  birthDate: string;
  fatherCode: string | null;
};

async function readFamily(call: Call<typeof contract.animalFamily>): Promise<Relative[]> {
  const { id } = call.params;
  await mustSee(call, id);
  const { up, down } = call.query;
  // Relatives the caller may not see are not told; the line simply ends there.
  const [rows] = await call.database.read<[Relative]>(call.actor.scope, {
    text: `with recursive above(id, mother_id, g) as (
             select a.id, a.mother_id, 0 from registry.animal a where a.id = $1
             union all select m.id, m.mother_id, b.g - 1 from above b join registry.animal m on m.id = b.mother_id where b.g > -$2::int
           ), below(id, g) as (
             select $1::bigint, 0
             union all select c.id, b.g + 1 from below b join registry.animal c on c.tenant_no = kit.tenant() and c.mother_id = b.id and c.voided_at is null where b.g < $3::int
           )
           select ${small}, k.g as generation, a.mother_id as "motherId", a.birth_date as "birthDate", a.father_code as "fatherCode"
           from (select id, g from above union select id, g from below) k join registry.animal a on a.id = k.id order by k.g, a.birth_date desc limit 500`,
    values: [id, up, down],
  });
  return rows;
}

interface Stock {
  species: string;
  stage: string;
  breed: string;
  n: number;
}

/**
 * What is in stock of all a caller sees: the figures kept for each of their regions, with what was not folded into them yet,
 * and, counted one by one, animals they see as a party wherever those stand.
 */
export async function stockOf(database: Database, call: { actor: Call['actor'] }, wanted?: number): Promise<Stock[]> {
  const { scope } = call.actor;
  const isInside = wanted === undefined || scope.regions.some((code) => within(wanted, code));
  const codes =
    wanted === undefined ? scope.regions : isInside ? [wanted] : scope.regions.filter((code) => within(code, wanted));
  const ranges = scope.regions.map(rangeOf);
  const [lo, hi] = wanted === undefined ? [null, null] : rangeOf(wanted);
  const [figures, others] = await database.read<[Figure, Stock]>(
    scope,
    rollupOf({ name: 'registry.stock', regions: codes }),
    {
      text: `select species, stage, breed, count(*)::int as n from registry.animal
             where tenant_no = kit.tenant() and status = 'inStock' and in_herd and voided_at is null
               and id = any (array(select id from registry.animal where tenant_no = kit.tenant() and principal_id = any ($1) and voided_at is null
                 union select id from registry.animal where tenant_no = kit.tenant() and owner_id = any ($1)
                 union select animal_id from registry.animal_party where tenant_no = kit.tenant() and party_id = any ($1) and to_on is null))
               and not exists (select 1 from unnest($2::bigint[], $3::bigint[]) r(lo, hi) where region_code >= r.lo and region_code < r.hi)
               and ($4::bigint is null or (region_code >= $4 and region_code < $5))
             group by 1, 2, 3 order by 1, 2, 3`,
      values: [scope.principals, ranges.map(([from]) => from), ranges.map(([, to]) => to), lo, hi],
    },
  );
  return [
    ...figures.map(({ keys: [species = '', stage = '', breed = ''], n }) => ({ species, stage, breed, n })),
    ...others,
  ];
}
