import type { DataOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/contract/envelope.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { readChain } from '#modules/registry/server/index.ts';
import type { animalFile } from '#modules/traceability/contract/oversight/trace-animal.ts';
import { sealedSeq } from '../seal/trace-sealed.ts';

interface Animal {
  readonly id: number;
  readonly uid: string;
  readonly tag: string;
  readonly species: string;
  readonly breed: string | null;
  readonly sex: string;
  readonly birthDate: string;
  readonly holder: string;
  readonly regionCode: number;
}
interface Stay {
  readonly holder: string;
  readonly regionCode: number;
  readonly from: string;
  readonly to: string | null;
  readonly contacts: number;
}

const ends = new Set(['died', 'slaughtered', 'culled']);
/** What can only be done to a living animal. */
const ofTheLiving = new Set(['immunised', 'treated', 'weighed', 'served', 'calved', 'tagWorn', 'quarantineIssued']);

/** R10: times that cannot be, whoever wrote them. */
export function oddTimes(events: readonly { kind: string; on: string; isVoided: boolean }[]): string[] {
  const live = events.filter((one) => !one.isVoided);
  const end = live.find((one) => ends.has(one.kind));
  const isAfter = end && live.some((one) => ofTheLiving.has(one.kind) && one.on > end.on);
  return isAfter ? ['afterEnd'] : [];
}

/** A life in order; null for whoever does not see the animal. Events are those the caller may read. */
export async function fileOfAnimal(tx: Tx, id: number, language: Language): Promise<DataOf<typeof animalFile> | null> {
  const [animal] = await tx.query<Animal>(
    `select id, animal_uid as uid, ear_tag as tag, species, breed, sex, to_char(birth_date, 'YYYY-MM-DD') as
      "birthDate",
       registry.principal_name(principal_id) as holder, region_code as "regionCode"
     from traceability.animal_seen where id = $1`,
    [id],
  );
  if (!animal) return null;
  const region = (code: number) => lookups().regionName(Math.floor(code / 1e6) * 1e6, language) ?? '';
  const verdict = await readChain(tx, id);
  const sealedTo = await sealedSeq(tx, animal.uid);
  const events = await tx.query<{
    seq: number;
    kind: string;
    on: string;
    regionCode: number;
    holder: string;
    isVoided: boolean;
    lateDays: number;
  }>(
    `select e.seq, e.kind, to_char(e.happened_on, 'YYYY-MM-DD') as on, e.region_code as "regionCode",
       registry.principal_name(e.principal_id) as holder,
       exists (select 1 from traceability.event_seen v
         where v.tenant_no = e.tenant_no and v.animal_id = e.animal_id and v.void_of = e.seq) as "isVoided",
       greatest(0, (e.recorded_at at time zone 'Asia/Shanghai')::date - e.happened_on)::int as "lateDays"
     from traceability.event_seen e where e.tenant_no = kit.tenant() and e.animal_id = $1 order by e.seq`,
    [id],
  );
  const stays = await inTenant(tx, tx.scope.tenantNo, 'animalStays', (all) =>
    all.query<Stay>(
      `select registry.principal_name(s.principal_id) as holder, s.region_code as "regionCode",
         to_char(s.from_on, 'YYYY-MM-DD') as from, to_char(s.to_on, 'YYYY-MM-DD') as to,
         (select count(distinct o.animal_id)::int - 1 from traceability.animal_stay o
           where o.tenant_no = s.tenant_no and o.principal_id = s.principal_id
             and o.from_on <= coalesce(s.to_on, current_date) and coalesce(o.to_on, current_date) >=
               s.from_on) as contacts
       from traceability.animal_stay s where s.tenant_no = kit.tenant() and s.animal_id = $1 order by s.seq`,
      [id],
    ),
  );
  const [score] = await tx.query<{
    grade: string;
    score: number;
    missing: string[];
    timeOdd: string[];
    code: string | null;
  }>(`select grade, score, missing, time_odd as "timeOdd", code from traceability.trace_animal where animal_id = $1`, [
    id,
  ]);
  const lots = await tx.query<{ id: number; docNo: string; productName: string }>(
    `select l.id, l.doc_no as "docNo", l.product_name as "productName" from traceability.trace_lot l
     join traceability.trace_lot_input i on i.parent_id = l.id where i.animal_id = $1 order by l.id`,
    [id],
  );
  const own = new Set(events.map((one) => one.holder));
  return {
    animalId: id,
    tag: animal.tag,
    species: animal.species,
    breed: animal.breed ?? '',
    sex: animal.sex,
    birthDate: animal.birthDate,
    holder: animal.holder,
    region: region(animal.regionCode),
    grade: score?.grade ?? null,
    score: score?.score ?? null,
    missing: score?.missing ?? [],
    timeOdd: [...new Set([...(score?.timeOdd ?? []), ...oddTimes(events)])],
    code: score?.code ?? null,
    chain: { ok: verdict.ok, count: verdict.count, brokenAt: verdict.brokenAt, sealedTo },
    events: events.map(({ regionCode, ...one }) => ({
      ...one,
      place: region(regionCode),
      sealed: one.seq <= sealedTo,
    })),
    // Earlier holders are named to whoever reads their events; to everybody else they are a county.
    stays: stays.map(({ regionCode, ...one }) => ({
      ...one,
      holder: own.has(one.holder) ? one.holder : region(regionCode),
      place: region(regionCode),
      contacts: Math.max(0, one.contacts),
    })),
    lots,
  };
}
