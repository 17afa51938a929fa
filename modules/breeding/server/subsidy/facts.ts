import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import type { Facts } from '#modules/breeding/contract/subsidy/conditions.ts';
import type {
  CalfParams,
  CowParams,
  SemenParams,
  SubsidyKind,
} from '#modules/breeding/contract/subsidy/rule-params.ts';
import { immunityOf } from '#modules/prevention/server/index.ts';
import { rulesFor } from '../setting/rules.ts';

export interface Candidate {
  readonly recordId: number;
  readonly slot: number;
  readonly label: string;
  readonly on: string;
  readonly regionCode: number;
  readonly payeeKind: 'holder' | 'technician' | 'station';
  readonly payeeId: number;
  readonly principalId: number;
  readonly payeeName: string;
  readonly facts: Facts;
}
export interface Asked {
  readonly programmeId: number;
  readonly kind: SubsidyKind;
  readonly year: number;
  readonly params: unknown;
  readonly range: readonly [number, number];
  readonly from: string;
  readonly to: string;
  /** One record alone, to explain it. */
  readonly recordId?: number;
  /** A batch that is computed anew does not stand in its own way. */
  readonly exceptBatch?: number;
}

const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`;
/** $1..$2 region, $3..$4 days, $5 one record or null, $6 programme, $7 batch that does not count. */
const other = (kind: string, record: string, slot = '1') => `(select b.doc_no from breeding.subsidy_basis s
  join breeding.subsidy_batch b on b.id = s.batch_id where s.tenant_no = kit.tenant() and s.programme_id = $6
    and s.record_kind = '${kind}' and s.record_id = ${record} and s.slot = ${slot} and s.is_live and s.adjust_of is null
    and s.batch_id is distinct from $7 limit 1)`;
const within = (t: string, on: string) => `${t}.tenant_no = kit.tenant() and ${t}.region_code >= $1
  and ${t}.region_code < $2 and ${on} between $3 and $4`;

// What came before counts over the whole year, whatever part of it a batch is asked for.
const strawsBefore = `(select coalesce(sum(o.straws), 0)::int from breeding.insemination o
  where o.tenant_no = kit.tenant() and o.animal_id = i.animal_id and o.status <> 'voided' and (o.served_at, o.id) <
    (i.served_at, i.id) and o.served_on >= date_trunc('year', i.served_on::timestamp)::date)`;
const nthCalf = `(select count(*)::int + 1 from breeding.calving_line m join breeding.calving o on o.id = m.parent_id
  where o.tenant_no = kit.tenant() and o.mother_id = c.mother_id and o.status in ('reported', 'verified')
    and (o.calved_on, m.id) < (c.calved_on, l.id)
    and o.calved_on >= date_trunc('year', c.calved_on::timestamp)::date)`;
const nthCow = `(select count(*)::int + 1 from breeding.mother_census_cow o where o.tenant_no = kit.tenant()
  and o.sheet_id = w.sheet_id and o.eligible and o.id < w.id)`;

const calfSql = `select l.id as "recordId", 1 as slot, coalesce(a.ear_tag, c.ear_tag || '-' || l.line_no) as label,
    ${day('c.calved_on')} as on, c.region_code as "regionCode", 'holder' as "payeeKind", c.principal_id as "payeeId",
    c.principal_id as "principalId", coalesce(h.name, '') as "payeeName", l.animal_id as "animalId",
    jsonb_build_object('bornOn', ${day('c.calved_on')}, 'calf', a.ear_tag, 'dam', c.ear_tag, 'holderId', c.principal_id,
      'alive', l.alive, 'endedOn', coalesce(${day('l.dead_on')}, case when a.status in ('dead', 'culled', 'missing')
        then ${day('a.exit_on')} end), 'taggedOn', ${day('l.tagged_on')}, 'source', a.source, 'fit', c.fit,
      'method', i.method, 'calvingStatus', c.status, 'voided', c.status in ('voided', 'rejected'),
      'questioned', coalesce(i.status = 'questioned', false), 'recordedAt', c.created_at,
      'damEligible', coalesce(w.eligible, false), 'sheetStatus', s.status, 'sheetHolderId', s.principal_id,
      'cows', s.eligible, 'otherBatch', ${other('calf', 'l.id')},
      'nthOfCow', ${nthCalf}) as facts
  from breeding.calving_line l join breeding.calving c on c.id = l.parent_id
    left join breeding.animal_seen a on a.id = l.animal_id
    left join breeding.insemination i on i.id = c.service_id
    left join breeding.mother_census_cow w on w.tenant_no = kit.tenant() and w.round_id = $8
      and w.animal_id = c.mother_id
    left join breeding.mother_census_sheet s on s.id = w.sheet_id
    left join breeding.holder_seen h on h.id = c.principal_id
  where l.tenant_no = kit.tenant() and ${within('c', 'c.calved_on')} and ($5::bigint is null or l.id = $5)`;
const cowSql = `select w.id as "recordId", 1 as slot, w.ear_tag as label, ${day('coalesce(s.counted_on, n.count_date)')}
      as on, s.region_code as "regionCode", 'holder' as "payeeKind", s.principal_id as "payeeId",
    s.principal_id as "principalId", coalesce(h.name, '') as "payeeName", w.animal_id as "animalId",
    jsonb_build_object('cow', w.ear_tag, 'eligible', w.eligible, 'sheetStatus', s.status, 'cows', s.eligible,
      'voided', false, 'questioned', s.status = 'questioned', 'recordedAt', coalesce(s.counted_at, s.created_at),
      'otherBatch', ${other('censusCow', 'w.id')},
      'nth', ${nthCow}) as facts
  from breeding.mother_census_cow w join breeding.mother_census_sheet s on s.id = w.sheet_id
    join breeding.mother_census n on n.id = s.round_id left join breeding.holder_seen h on h.id = s.principal_id
  where w.tenant_no = kit.tenant() and w.round_id = $8 and ${within('s', 'coalesce(s.counted_on, n.count_date)')}
    and ($5::bigint is null or w.id = $5)`;
const semenSql = `select i.id as "recordId", g.n as slot, i.ear_tag || ' ' || i.doc_no || '#' || g.n as label,
    ${day('i.served_on')} as on, i.region_code as "regionCode", 'station' as "payeeKind",
    coalesce(t.principal_id, i.principal_id) as "payeeId", coalesce(t.principal_id, i.principal_id) as "principalId",
    coalesce(h.name, '') as "payeeName", i.animal_id as "animalId",
    jsonb_build_object('cow', i.ear_tag, 'method', i.method, 'sireCode', i.sire_code, 'breed', i.sire_breed,
      'voided', i.status = 'voided', 'questioned', i.status = 'questioned', 'recordedAt', i.created_at,
      'listed', exists (select 1 from breeding.sire_listing r where r.tenant_no = kit.tenant() and r.year = $9
        and r.scheme = $8 and r.sire_code = i.sire_code), 'otherBatch', ${other('insemination', 'i.id', 'g.n')},
      'nthStraw', g.n + ${strawsBefore}) as facts
  from breeding.insemination i cross join lateral generate_series(1, greatest(i.straws, 0)) g(n)
    left join breeding.technician_seen t on t.id = i.technician_id
    left join breeding.holder_seen h on h.id = coalesce(t.principal_id, i.principal_id)
  where ${within('i', 'i.served_on')} and ($5::bigint is null or i.id = $5)`;
const serviceSql = `select p.id as "recordId", 1 as slot, p.ear_tag || ' ' || p.doc_no as label,
    ${day('p.checked_on')} as on, p.region_code as "regionCode", 'technician' as "payeeKind",
    i.technician_id as "payeeId", coalesce(t.principal_id, p.principal_id) as "principalId",
    coalesce(t.name, '') as "payeeName", p.animal_id as "animalId",
    jsonb_build_object('cow', p.ear_tag, 'serviceId', i.id, 'heatNo', i.heat_no, 'checkMethod', p.method,
      'voided', p.status = 'voided' or i.status = 'voided', 'questioned', coalesce(i.status = 'questioned', false),
      'recordedAt', p.created_at, 'otherBatch', ${other('pregnancy', 'p.id')}) as facts
  from breeding.pregnancy_check p join breeding.insemination i on i.id = p.service_id
    left join breeding.technician_seen t on t.id = i.technician_id
  where p.result = 'pregnant' and i.technician_id is not null and ${within('p', 'p.checked_on')}
    and ($5::bigint is null or p.id = $5)`;

/** Every record that might count, with all its facts; whether it does is decided by the conditions alone. */
export async function candidatesOf(tx: Tx, asked: Asked): Promise<Candidate[]> {
  const { kind, params, range, from, to, recordId = null, programmeId, exceptBatch = null } = asked;
  const values: unknown[] = [...range, from, to, recordId, programmeId, exceptBatch];
  if (kind === 'calf') {
    const { roundId, immunised } = params as CalfParams;
    const rows = await tx.query<Candidate & { animalId: number | null }>(calfSql, [...values, roundId]);
    const rules = await rulesFor(tx, range[0]);
    const done = await immunised.reduce(
      async (so, one) => (await so).set(one, await protectedBy(tx, rows, one)),
      Promise.resolve(new Map<string, Set<number>>()),
    );
    return rows.map((row) => ({
      ...row,
      facts: {
        ...row.facts,
        needsVerify: rules.common.calvingVerify !== 'none',
        immunised: immunised.filter((one) => row.animalId !== null && done.get(one)?.has(row.animalId)),
      },
    }));
  }
  if (kind === 'baseCow') return tx.query<Candidate>(cowSql, [...values, (params as CowParams).roundId]);
  if (kind === 'semen')
    return tx.query<Candidate>(semenSql, [...values, (params as SemenParams).listingScheme, asked.year]);
  return tx.query<Candidate>(serviceSql, values);
}

async function protectedBy(
  tx: Tx,
  rows: readonly { animalId: number | null; on: string }[],
  disease: string,
): Promise<Set<number>> {
  const ids = rows.flatMap((row) => row.animalId ?? []);
  const found = new Set<number>();
  for (let at = 0; at < ids.length; at += 2000)
    // Those not yet of age, or let off, lack nothing.
    for (const one of await immunityOf(tx, ids.slice(at, at + 2000), [disease], today()))
      if (one.protected || !['never', 'lapsed', 'due'].includes(one.reason ?? '')) found.add(one.animalId);
  return found;
}
