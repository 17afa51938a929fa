import type { Tx } from '#kit/server/db/database.ts';
import { wouldRefuse, writeEvents } from '#modules/registry/server/index.ts';
import { insertMovement } from '#modules/traceability/server/movement/movement.rows.ts';
import { rangesText } from '#modules/traceability/server/quarantine/issue.ts';
import { insertCertificate } from '#modules/traceability/server/quarantine/quarantine-certificate.ts';
import { insertCovered } from '#modules/traceability/server/quarantine/quarantine-certificate-animal.ts';
import { recheck } from '#modules/traceability/server/quarantine/recheck.ts';
import { onDay } from '../numbers.ts';
import type { DemoWorld } from '../part.ts';

interface Animal {
  readonly animalId: number;
  readonly tag: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly species: string;
}
type Status = 'draft' | 'submitted' | 'accepted' | 'inspected' | 'issued' | 'failed' | 'cancelled';
/** What is under way today, how many head each, and what became of those that were issued. */
const sheets: readonly (readonly [
  Status,
  heads: number,
  road?: 'planned' | 'departed' | 'overdue' | 'arrived' | 'closed',
])[] = [
  ['issued', 4, 'planned'],
  ['issued', 6, 'departed'],
  ['issued', 5, 'departed'],
  ['issued', 3, 'overdue'],
  ['issued', 6, 'arrived'],
  ['issued', 4, 'closed'],
  ['issued', 5, 'closed'],
  ['submitted', 6],
  ['submitted', 4],
  ['submitted', 12],
  ['accepted', 5],
  ['accepted', 8],
  ['inspected', 3],
  ['inspected', 7],
  ['failed', 2],
  ['cancelled', 3],
  ['draft', 2],
];

/** Herds of the county that go to the plant: animals nobody holds back, by holder. */
async function herds(tx: Tx, plant: number, today: string): Promise<Animal[][]> {
  const rows = await tx.query<Animal>(
    `select a.id as "animalId", a.ear_tag as tag, a.principal_id as "principalId", a.region_code as "regionCode", a.species
     from registry.animal a join registry.principal p on p.id = a.principal_id and p.status = 'active'
     where a.tenant_no = $1 and a.status = 'inStock' and a.voided_at is null and a.pending_change_id is null
       and not a.pledged and not a.quarantined and not a.insured and a.owner_id = a.principal_id and a.species = 'cattle'
       and a.region_code between 150521000000 and 150521999999 and a.stage in ('bull', 'steer', 'heifer')
     order by a.principal_id desc, a.id desc`,
    [tx.scope.tenantNo],
  );
  const free: Animal[][] = [];
  for (const own of Map.groupBy(rows, (one) => one.principalId).values()) {
    const animalIds = own.map((one) => one.animalId);
    const facts = { toPrincipalId: plant };
    const blocks = await wouldRefuse(tx, { kind: 'handover', purpose: 'slaughter', animalIds, on: today, facts });
    const kept = new Set(blocks.map((one) => one.animalId));
    free.push(own.filter((one) => !kept.has(one.animalId)));
  }
  return free;
}

export async function saveQuarantine(tx: Tx, { units, today }: DemoWorld): Promise<void> {
  const [vet] = await tx.query<{ id: number; name: string; unitId: number; userId: number }>(
    `select s.id, s.name, s.principal_id as "unitId", s.user_id as "userId" from registry.staff s
     join platform.sys_user u on u.id = s.user_id where u.username = 'qvet1'`,
  );
  const plant = units.get('plant1');
  const carrier = units.get('carrier1');
  if (!vet || !plant || !carrier) return;
  const [place] = await tx.query<{ regionCode: number }>(
    'select region_code as "regionCode" from registry.principal where id = $1',
    [plant],
  );
  const toRegionCode = place?.regionCode ?? 150502000000;
  const at = (days: number, hour = 9) =>
    new Date(Date.parse(`${today}T00:00:00+08:00`) + days * 86_400_000 + hour * 3_600_000);
  const all = await herds(tx, plant, today);
  let serial = 0;
  for (const [index, [status, wanted, road]] of sheets.entries()) {
    // The holder with most left sends again: a small world tells every state too.
    const herd = all.toSorted((a, b) => b.length - a.length)[0];
    const animals = herd?.splice(0, Math.min(wanted, Math.max(1, Math.ceil(herd.length / 2)))) ?? [];
    const heads = animals.length;
    const [first] = animals;
    if (!first) continue;
    const back = status === 'issued' ? (road === 'closed' ? -40 - index : road === 'overdue' ? -4 : -1) : 0;
    const isOpen = ['submitted', 'accepted', 'inspected'].includes(status);
    const [row] = await tx.query<{ id: number }>(
      `insert into traceability.quarantine_declaration (tenant_no, region_code, principal_id, doc_no, purpose, species, heads,
         to_principal_id, to_region_code, scope, depart_at, plate_no, vehicle_id, carrier_id, submitted_at, vet_id, vet_name,
         inspect_at, inspect_place, inspected_at, inspected_by, temperature_from, temperature_to, disinfected, handling, reason,
         status, created_at, created_by)
       select $1, $2, $3, kit.doc_no('QD'), 'slaughter', $4, $5, $6, $7, 'inProvince', $8, '蒙G12345', v.id, v.carrier_id,
         case when $9 <> 'draft' then $10::timestamptz end,
         case when $9 not in ('draft', 'submitted', 'cancelled') then $11::bigint end,
         case when $9 not in ('draft', 'submitted', 'cancelled') then $12 end,
         case when $9 not in ('draft', 'submitted', 'cancelled') then $14::timestamptz end,
         case when $9 not in ('draft', 'submitted', 'cancelled') then '场区装车台' end,
         case when $9 in ('inspected', 'issued', 'failed') then $14::timestamptz + interval '40 minutes' end,
         case when $9 in ('inspected', 'issued', 'failed') then $13::bigint end,
         case when $9 in ('inspected', 'issued', 'failed') then 38.1 end,
         case when $9 in ('inspected', 'issued', 'failed') then 39.2 end,
         case when $9 in ('inspected', 'issued', 'failed') then true end,
         case when $9 = 'failed' then '隔离观察，送检后再申报' end, case when $9 = 'cancelled' then '买方改期' end, $9,
         $10::timestamptz - interval '1 hour', (select u.id from platform.sys_user u where u.username = 'kzzq_worker1')
       from traceability.trace_vehicle v where v.tenant_no = $1 and v.plate_no = '蒙G12345' returning id`,
      [
        tx.scope.tenantNo,
        first.regionCode,
        first.principalId,
        first.species,
        heads,
        plant,
        toRegionCode,
        at(back + (status === 'issued' ? 0 : 1), 14).toISOString(),
        status,
        at(back, 7).toISOString(),
        vet.id,
        vet.name,
        vet.userId,
        // Who waits to be inspected is tomorrow; what was inspected was so this morning.
        at(back + (status === 'accepted' ? 1 : 0), 9).toISOString(),
      ],
    );
    if (!row) continue;
    await tx.query(
      `insert into traceability.quarantine_declaration_animal (tenant_no, parent_id, line_no, animal_id, tag, result, fail_code,
         is_open)
       select $1, $2, a.no, a.id, a.tag, $5, case when $5 = 'fail' then 'fever' end, $6
       from unnest($3::bigint[], $4::text[]) with ordinality a(id, tag, no)`,
      [
        tx.scope.tenantNo,
        row.id,
        animals.map((one) => one.animalId),
        animals.map((one) => one.tag),
        status === 'failed' ? 'fail' : ['inspected', 'issued'].includes(status) ? 'pass' : null,
        isOpen,
      ],
    );
    if (isOpen) await recheck(tx, row.id, 'submit', null);
    if (status !== 'issued' || !road) continue;
    serial += 1;
    const officialNo = `1505${today.slice(2, 4)}${String(100_000 + serial * 37)}`;
    await tx.query('update traceability.quarantine_declaration set certificate_no = $2 where id = $1', [
      row.id,
      officialNo,
    ]);
    await issueOne(tx, { row, animals, first, officialNo, back, road, vet, plant, carrier, toRegionCode, at });
  }
  await tx.query(
    `insert into traceability.movement_ban (tenant_no, region_code, species, direction, from_at, to_at, reason, paper_no,
       status) values ($1, 150521107000, '{cattle,sheep,goat}', 'both', $2, $3, '布鲁氏菌病疫点排查', '通农牧〔2026〕88号', 'active'),
       ($1, 150521000000, '{cattle}', 'in', $4, $5, '春季口蹄疫防控', '通农牧〔2026〕12号', 'lifted'),
       ($1, 150521108000, '{sheep,goat}', 'out', $2, null, '小反刍兽疫排查', null, 'draft')`,
    [tx.scope.tenantNo, at(-6), at(30), at(-240), at(-200)],
  );
  await saveRegistrations(tx, today);
}

interface Issued {
  readonly row: { id: number };
  readonly animals: readonly Animal[];
  readonly first: Animal;
  readonly officialNo: string;
  readonly back: number;
  readonly road: 'planned' | 'departed' | 'overdue' | 'arrived' | 'closed';
  readonly vet: { id: number; name: string; unitId: number; userId: number };
  readonly plant: number;
  readonly carrier: number;
  readonly toRegionCode: number;
  at(days: number, hour?: number): Date;
}

async function issueOne(tx: Tx, one: Issued): Promise<void> {
  const { animals, first, officialNo, back, road, vet, at } = one;
  const shared = {
    principalId: first.principalId,
    regionCode: first.regionCode,
    toPrincipalId: one.plant,
    carrierId: one.carrier,
    toText: null,
    toRegionCode: one.toRegionCode,
    officialNo,
    purpose: 'slaughter',
    plateNo: '蒙G12345',
  };
  const isOpen = ['planned', 'departed', 'overdue'].includes(road);
  const end = at(road === 'planned' ? 0 : back, 23);
  const certificate = await onDay(tx, at(back, 10).toISOString(), () =>
    insertCertificate(
      tx,
      {
        ...shared,
        declarationId: one.row.id,
        certType: 'animalB',
        species: first.species,
        validUntil: end.toISOString(),
        vetId: vet.id,
        vetName: vet.name,
        stationId: vet.unitId,
        heads: animals.length,
        ranges: rangesText(animals.map((animal) => animal.tag)),
      },
      vet.userId,
    ),
  );
  const seqs = await writeEvents(
    tx,
    animals.map((animal) => ({
      animalId: animal.animalId,
      kind: 'quarantineIssued',
      happenedOn: at(back, 8).toISOString().slice(0, 10),
      principalId: first.principalId,
      regionCode: first.regionCode,
      source: { entity: 'traceability.quarantineCertificate', id: certificate.id, docNo: certificate.docNo },
      summary: {
        certType: 'animalB',
        certTail: officialNo.slice(-4),
        validUntil: end.toISOString().slice(0, 10),
        certNo: officialNo,
      },
    })),
    vet.userId,
  );
  await insertCovered(tx, certificate.id, animals, seqs);
  await tx.query(`update traceability.quarantine_certificate set issued_at = $2, status = $3 where id = $1`, [
    certificate.id,
    at(back, 10),
    road === 'planned' ? 'valid' : isOpen ? 'used' : 'closed',
  ]);
  const movement = await insertMovement(
    tx,
    {
      ...shared,
      kind: 'certified',
      certificateId: certificate.id,
      fromPrincipalId: first.principalId,
      dueAt: at(back + 1, 23).toISOString(),
      animals,
    },
    vet.userId,
  );
  // Animals that came long ago were slaughtered in another story; here only the paper is told.
  const isThere = road === 'closed' || road === 'arrived';
  const missing = road === 'arrived' ? 1 : 0;
  await tx.query(
    `update traceability.movement set status = $2, departed_at = case when $2 <> 'planned' then $3::timestamptz end,
       loaded = case when $2 <> 'planned' then heads end, arrived_at = case when $4 then $5::timestamptz end,
       arrived = case when $4 then heads - $6 else 0 end, missing = $6, differs = $6 > 0,
       extra = case when $6 > 0 then array['215050200999901'] else '{}' end, overdue = $7 where id = $1`,
    [
      movement.id,
      road === 'overdue' ? 'departed' : road,
      at(back, 14),
      isThere,
      at(back, 19),
      missing,
      road === 'overdue',
    ],
  );
  if (!isThere && road !== 'overdue') return;
  await tx.query('delete from kit.due where tenant_no = $1 and kind = $2 and ref = $3', [
    tx.scope.tenantNo,
    'traceMovement',
    String(movement.id),
  ]);
  if (!isThere) return;
  await tx.query(
    `update traceability.movement_animal m set is_open = false,
       result = case when m.animal_id = $2 and $3 > 0 then 'missing' else 'arrived' end where m.movement_id = $1`,
    [movement.id, first.animalId, missing],
  );
}

/** What holders reported: some wait for the village's worker, one was sent back. */
async function saveRegistrations(tx: Tx, today: string): Promise<void> {
  await tx.query(
    `with holder as (
       select p.id, p.region_code, row_number() over (order by p.id) as n from registry.principal p
       where p.tenant_no = $1 and p.status = 'active' and p.principal_unit_type = 'household'
         and p.region_code between 150521101000 and 150521101999 order by p.id limit 12
     ), head as (
       insert into traceability.farmer_registration (tenant_no, region_code, principal_id, doc_no, kind, happened_on, heads,
         untagged, submitted_at, reason, status, created_at, photos)
       select $1, h.region_code, h.id, kit.doc_no('QA'), 'newborn', $2::date - (h.n % 9)::int, 1, 1,
         case when h.n % 6 <> 5 then $2::date - (h.n % 9)::int + time '10:00' end,
         case when h.n % 6 = 4 then '照片看不清耳部' end,
         case h.n % 6 when 4 then 'returned' when 5 then 'draft' else 'submitted' end,
         $2::date - (h.n % 9)::int + time '09:00', '{}'
       from holder h returning id, tenant_no
     )
     insert into traceability.farmer_registration_line (tenant_no, parent_id, line_no, species, breed, sex, birth_date)
     select h.tenant_no, h.id, 1, 'cattle', 'simmental', case when h.id % 2 = 0 then 'female' else 'male' end,
       $2::date - 12 from head h`,
    [tx.scope.tenantNo, today],
  );
}
