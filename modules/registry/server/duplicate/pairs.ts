import type { DuplicateKind } from '#modules/registry/contract/duplicate/duplicate.ts';

/**
 * R61: how each kind finds its pairs. `fresh` are the rows that were touched; each looks for its likes by an index, and for no more than a few, so
 * that a number shared by a whole village makes a handful of pairs and not a million.
 */
const few = 20;
const alive = "status not in ('merged', 'rejected')";

interface Search {
  /** Rows that were touched: by their ids ($1), or since a moment ($2). */
  readonly fresh: string;
  /** l, r, a, b (their regions), reason, score, basis. */
  readonly pairs: string;
}

const likes = (table: string, same: string, condition: string) =>
  `cross join lateral (select o.id, o.region_code from registry.${table} o where ${same} and o.id <> f.id and ${condition} order by o.id limit ${few}) o`;

const pairOf = (reason: string, score: number, basis: string) =>
  `least(f.id, o.id) as l, greatest(f.id, o.id) as r, f.region_code as a, o.region_code as b, '${reason}' as reason, ${score} as score, md5(concat_ws('|', ${basis})) as basis`;

const principal: Search = {
  fresh: `select p.id, p.tenant_no, p.region_code, p.principal_unit_name, p.contact_phone_hash, p.contact_id_card_hash from registry.principal p
    where p.tenant_no = kit.tenant() and p.${alive} and ($1::bigint[] is null or p.id = any ($1)) and ($2::timestamptz is null or p.updated_at >= $2)`,
  pairs: `select ${pairOf('sameName', 80, 'f.principal_unit_name, f.region_code')} from fresh f
      ${likes('principal', 'o.tenant_no = f.tenant_no and o.region_code = f.region_code and o.principal_unit_name = f.principal_unit_name', `o.${alive}`)}
    union all
    select ${pairOf('samePhone', 70, 'f.contact_phone_hash, f.region_code')} from fresh f
      ${likes('principal', 'o.tenant_no = f.tenant_no and o.contact_phone_hash = f.contact_phone_hash and o.region_code = f.region_code', `o.${alive}`)}
    union all
    select ${pairOf('sameIdCard', 60, 'f.contact_id_card_hash, least(f.region_code, o.region_code), greatest(f.region_code, o.region_code)')} from fresh f
      ${likes('principal', 'o.tenant_no = f.tenant_no and o.contact_id_card_hash = f.contact_id_card_hash and o.region_code <> f.region_code', `o.${alive}`)}`,
};

const person: Search = {
  fresh: `select p.id, p.tenant_no, p.region_code, p.name, p.phone_hash from registry.person p
    where p.tenant_no = kit.tenant() and p.status = 'active' and p.phone_hash is not null and ($1::bigint[] is null or p.id = any ($1))
      and ($2::timestamptz is null or p.updated_at >= $2)`,
  pairs: `select ${pairOf('samePerson', 80, 'f.name, f.phone_hash')} from fresh f
    ${likes('person', 'o.tenant_no = f.tenant_no and o.phone_hash = f.phone_hash and o.name = f.name', "o.status = 'active'")}`,
};

/** How many calves the mother's record says were born about that day: `total` of the event `calved` that nobody took back. */
const recorded = `(select max((e.priv -> 'summary' ->> 'total')::int) from registry.animal_event e
  where e.tenant_no = s.tenant_no and e.animal_id = s.mother_id and e.kind = 'calved' and e.void_of is null and abs(e.happened_on - s.born) <= 3
    and not exists (select 1 from registry.animal_event v where v.tenant_no = e.tenant_no and v.animal_id = e.animal_id and v.void_of = e.seq))`;
const registered = `(select count(*) from registry.animal c
  where c.tenant_no = s.tenant_no and c.mother_id = s.mother_id and c.voided_at is null and abs(c.birth_date - s.born) <= 3)`;
const calfBasis = "md5(concat_ws('|', s.mother_id, s.born, s.other, s.one, s.another, c.total))";
/** Same look, about the same age, and one came into the book about when the other's number was lost. */
const alike = `y.tenant_no = x.tenant_no and y.principal_id = x.principal_id and y.sex = x.sex and y.breed = x.breed and y.id <> x.id
  and y.entry_id is distinct from x.entry_id and abs(y.birth_date - x.birth_date) <= 60 and abs(y.tag_worn_on - x.removed_on) <= 60 and y.id > x.id`;
const lostPair = `least(x.id, y.id) as l, greatest(x.id, y.id) as r, x.region_code as a, y.region_code as b, 'lostTag' as reason, 70 as score,
  md5(concat_ws('|', x.principal_id, x.sex, x.breed, least(x.birth_date, y.birth_date), greatest(x.birth_date, y.birth_date), x.removed_on)) as basis`;

const facts = 'a.id, a.tenant_no, a.region_code, a.principal_id, a.mother_id, a.birth_date';

const animal: Search = {
  // At night also those something was learnt about: a calving of the mother, a lost number.
  fresh: `select ${facts} from registry.animal a
    where a.tenant_no = kit.tenant() and a.voided_at is null and ($1::bigint[] is null or a.id = any ($1)) and ($2::timestamptz is null or a.created_at >= $2)
    union all select ${facts} from registry.animal a where a.tenant_no = kit.tenant() and a.voided_at is null and a.mother_id in (
      select e.animal_id from registry.animal_event e where e.tenant_no = kit.tenant() and e.kind = 'calved' and e.recorded_at >= $2)
    union all select ${facts} from registry.animal a where a.tenant_no = kit.tenant() and a.voided_at is null and a.id in (
      select t.animal_id from registry.animal_tag t where t.tenant_no = kit.tenant() and t.remove_reason = 'lost' and t.removed_on >= $2::date - 1)`,
  pairs: `select s.l, s.r, s.a, s.b, w.reason, w.score, ${calfBasis} as basis
    from (
      select least(f.id, o.id) as l, greatest(f.id, o.id) as r, f.region_code as a, o.region_code as b, f.tenant_no, f.mother_id,
        least(f.birth_date, o.birth_date) as born, greatest(f.birth_date, o.birth_date) as other, least(f.principal_id, o.principal_id) as one,
        greatest(f.principal_id, o.principal_id) as another
      from fresh f join registry.animal o on o.tenant_no = f.tenant_no and o.mother_id = f.mother_id and o.id <> f.id and o.voided_at is null
        and abs(o.birth_date - f.birth_date) <= 3
    ) s cross join lateral (select ${recorded} as total, ${registered} as calves) c
    cross join lateral (
      select 'moreCalves' as reason, 85 as score where c.calves > c.total
      union all select 'sameBirth', 75 where s.one = s.another and coalesce(c.total, 1) < 2
    ) w
    union all
    select ${lostPair} from lost x join registry.animal y on ${alike} and y.voided_at is null
    where x.id in (select id from fresh) or y.id in (select id from fresh)`,
};

/** Animals of the holders concerned whose number was reported lost: from the holder's herd to its numbers, never from all numbers ever lost. */
const lost = `, holders as materialized (select distinct principal_id from fresh), lost as materialized (
    select a.id, a.tenant_no, a.principal_id, a.region_code, a.sex, a.breed, a.birth_date, a.entry_id, t.removed_on
    from holders h join registry.animal a on a.principal_id = h.principal_id and a.voided_at is null
    cross join lateral (select t.removed_on from registry.animal_tag t where t.animal_id = a.id and t.remove_reason = 'lost' order by t.removed_on desc limit 1) t)`;

export const searches: Readonly<Record<DuplicateKind, Search>> = { principal, person, animal };

/** `fresh` and the pairs found for them, one line per pair with all its reasons. */
export const foundSql = (kind: DuplicateKind): string =>
  `fresh as materialized (${searches[kind].fresh})${kind === 'animal' ? lost : ''}, pairs as (${searches[kind].pairs}),
  reasons as (select l, r, min(registry.region_of_both(a, b)) as region_code, reason, max(score) as score, min(basis) as basis from pairs group by l, r, reason),
  found as (
    select l, r, min(region_code) as region_code, max(score) as score, array_agg(reason order by score desc, reason) as reasons,
      string_agg(basis, ',' order by reason) as basis
    from reasons group by l, r having max(score) >= 50)`;
