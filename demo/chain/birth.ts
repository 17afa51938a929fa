import { saveBirth } from '#modules/breeding/server/record/calving/births.ts';
import { insertCheck, setCheckEvents } from '#modules/breeding/server/record/check/pregnancy-check.ts';
import { refold } from '#modules/breeding/server/record/cycle/refold.ts';
import { type Female, femalesOf } from '#modules/breeding/server/record/females.ts';
import { insertService, setEvent } from '#modules/breeding/server/record/service/insemination.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import { registerAnimals, writeEvent } from '#modules/registry/server/index.ts';
import { orderNumbers } from '../sign/numbers.ts';
import { bag, chainTag, damTag, days, type Life, type Person } from './cast.ts';

interface Straw {
  readonly sireCode: string;
  readonly sireBreed: string;
  readonly materialId: number;
  readonly lotId: number;
  readonly lotNo: string;
  readonly depotId: number;
}

/** A bag of a hundred on its way from the maker to the hand of the village's worker. */
export async function saveBag(life: Life): Promise<void> {
  const { tx } = life;
  const county = 'county 150521000000';
  const [kind] = await tx.query<{ categoryId: number; docCategoryId: number }>(
    `select p.category_id as "categoryId", o.doc_category_id as "docCategoryId" from sign.sign_procurement_line p
     join sign.sign_procurement o on o.id = p.parent_id join sign.sign_category c on c.id = p.category_id
     where p.tenant_no = $1 and o.applicant_id = $2 and c.code = 'CQR' order by p.id limit 1`,
    [tx.scope.tenantNo, life.unit(county)],
  );
  if (!kind) throw new Error('the county has ordered no tags for cattle');
  const worker = await life.person('kzzq_worker1');
  const { step, order } = await orderNumbers(
    tx,
    {
      ...kind,
      supplier: life.unit('tagfac1'),
      unit: life.unit(county),
      county: 150_521,
      digit: 2,
      regionCode: 150_521_000_000,
      packs: '2150521A',
    },
    { range: bag, ordered: life.on(days.ordered) },
  );
  const depot = { principalId: life.unit(county), staffId: null };
  const station = { principalId: worker.unitId, staffId: null };
  const hand = { principalId: worker.unitId, staffId: worker.staffId };
  const paper = (type: string, n: number) => ({ type, id: null, no: `${order.docNo}/${n}` });
  const on = (after: number) => life.on(days.ordered + after);
  await step([bag], depot, 'stock', station, 'inTransit', on(40), paper('stockOut', 1), depot);
  await step([bag], station, 'inTransit', station, 'stock', on(42), paper('receiving', 1));
  await step([bag], station, 'stock', hand, 'inTransit', on(45), paper('stockOut', 2), station);
  await step([bag], hand, 'inTransit', hand, 'hand', on(47), paper('receiving', 2));
}

/** The mother, served from the technician's tank, seen pregnant; answers nothing that the records do not tell. */
export async function saveService(life: Life): Promise<void> {
  const { tx } = life;
  const technician = await life.person('breed1');
  const home = life.unit('house1');
  await registerAnimals(life.as(await life.person('house1')), {
    principalId: home,
    entryKind: 'backlog',
    wornOn: life.on(days.served - 60),
    staffId: null,
    earSide: 'left',
    animals: [
      {
        tag: damTag,
        species: 'cattle',
        breed: 'simmental',
        sex: 'female',
        birthDate: life.on(days.served - 900),
        parity: 1,
      },
    ],
  });
  const dam = await femaleOf(life);
  const straw = await strawOf(life, technician);
  const by = life.as(technician);
  const made = await insertService(by, {
    row: {
      animalId: dam.id,
      earTag: damTag,
      servedAt: life.at(days.served, 16),
      method: 'frozenAi',
      sireCode: straw.sireCode,
      lotId: straw.lotId,
      straws: 1,
      wasted: 0,
      photoIds: [],
      signIds: [],
      ack: [],
    },
    female: dam,
    clientKey: 'chain-service',
    sireBreed: straw.sireBreed,
    materialId: straw.materialId,
    lotNo: straw.lotNo,
    depotId: straw.depotId,
    technicianId: technician.staffId,
    kinPct: 0,
    pedigreeKnown: 'none',
    flags: [],
    heatReportId: null,
  });
  const [maker] = await tx.query<{ id: number }>(
    `select from_id as id from depot.stock_move where tenant_no = $1 and lot_id = $2 and from_kind = 'purveyor' limit 1`,
    [tx.scope.tenantNo, straw.lotId],
  );
  if (!maker) throw new Error('nobody made the straw');
  // Her straw came alone: the tank's own books begin later.
  await postMoves(tx, [
    {
      moveKind: 'in',
      materialId: straw.materialId,
      lotId: straw.lotId,
      from: { kind: 'purveyor', id: maker.id },
      to: { kind: 'depot', id: straw.depotId },
      qty: 1,
      bizDate: life.on(days.served - 2),
      docType: 'purchaseIn',
      unitCost: 45,
    },
  ]);
  await postMoves(by, [
    {
      moveKind: 'out',
      materialId: straw.materialId,
      lotId: straw.lotId,
      from: { kind: 'depot', id: straw.depotId },
      to: { kind: 'use' },
      qty: 1,
      bizDate: life.on(days.served),
      docType: 'boxUse',
      sourceType: 'breeding.insemination',
      sourceId: made.id,
      lineId: 1,
      reason: 'use',
      headServed: 1,
      staffId: technician.staffId,
    },
  ]);
  const about = { animalId: dam.id, principalId: dam.principalId, regionCode: dam.regionCode };
  const seq = await writeEvent(by, {
    ...about,
    kind: 'inseminated',
    happenedOn: life.on(days.served),
    source: { entity: 'breeding.insemination', id: made.id, docNo: made.docNo },
    summary: { sire: straw.sireCode, method: 'frozenAi', straws: 1 },
  });
  await setEvent(by, made.id, seq);
  const row = {
    animalId: dam.id,
    method: 'ultrasound',
    result: 'pregnant',
    checkedOn: life.on(days.checked),
    twins: false,
    photoIds: [],
  } as const;
  const check = await insertCheck(
    by,
    { ...row, photoIds: [] },
    {
      female: dam,
      clientKey: 'chain-check',
      technicianId: technician.staffId,
    },
  );
  const seen = await writeEvent(by, {
    ...about,
    kind: 'pregnancyChecked',
    happenedOn: row.checkedOn,
    source: { entity: 'breeding.pregnancyCheck', id: check.id, docNo: check.docNo },
    summary: { result: row.result, method: row.method },
  });
  await setCheckEvents(by, check.id, seen, null);
  await refold(tx, [dam.id]);
  for (const [table, id, day] of [
    ['insemination', made.id, days.served],
    ['pregnancy_check', check.id, days.checked],
  ] as const)
    await tx.query(`update breeding.${table} set created_at = $2 where id = $1`, [id, life.at(day, 20)]);
}

/** Born, written down by the technician, and tagged in its second week by the worker, out of the bag. */
export async function saveCalf(life: Life): Promise<void> {
  const { tx } = life;
  const technician = await life.person('breed1');
  const worker = await life.person('kzzq_worker1');
  const dam = await femaleOf(life);
  const straw = await strawOf(life, technician);
  const birth = await saveBirth(
    life.as(technician),
    dam,
    {
      motherId: dam.id,
      calvedOn: life.on(days.born),
      clientKey: '00000000-0000-4000-8000-000000009018',
      ease: 'normal',
      placenta: 'normal',
      photoIds: [],
      calves: [{ sex: 'male', alive: true, breed: 'simmental', birthWeight: 38 }],
      mayName: false,
    } as never,
    technician.staffId,
  );
  await tx.query(`update breeding.calving set created_at = $2, status = 'verified', verified_at = $3 where id = $1`, [
    birth.id,
    life.at(days.born, 20),
    life.at(days.born + 9),
  ]);
  const [pen] = await tx.query<{ id: number }>(
    `select id from registry.pen where principal_id = $1 and status = 'inUse' order by id limit 1`,
    [life.unit('house1')],
  );
  await registerAnimals(life.as(worker), {
    principalId: life.unit('house1'),
    penId: pen?.id ?? null,
    entryKind: 'born',
    wornOn: life.on(days.tagged),
    staffId: worker.staffId,
    earSide: 'left',
    animals: [
      {
        tag: chainTag,
        species: 'cattle',
        breed: 'simmental',
        sex: 'male',
        birthDate: life.on(days.born),
        motherTag: damTag,
        fatherCode: straw.sireCode,
        coatColor: '黄白花',
      },
    ],
  });
}

async function femaleOf(life: Life): Promise<Female> {
  const [row] = await life.tx.query<{ id: number }>(
    'select id from registry.animal where tenant_no = $1 and ear_tag = $2',
    [life.tx.scope.tenantNo, damTag],
  );
  const [female] = await femalesOf(life.tx, [row?.id ?? 0]);
  if (!female) throw new Error('the mother is not there');
  return female;
}

/** Of what the technician's tank still holds, what was used most. */
async function strawOf({ tx }: Life, technician: Person): Promise<Straw> {
  const [straw] = await tx.query<Straw>(
    `select i.sire_code as "sireCode", i.sire_breed as "sireBreed", i.material_id as "materialId", i.lot_id as "lotId",
       i.lot_no as "lotNo", i.depot_id as "depotId"
     from breeding.insemination i join depot.stock_balance b on b.tenant_no = i.tenant_no and b.lot_id = i.lot_id
       and b.depot_id = i.depot_id and b.qty > 3
     where i.tenant_no = $1 and i.technician_id = $2 and i.method = 'frozenAi' and i.client_key <> 'chain-service'
     group by 1, 2, 3, 4, 5, 6 order by i.sire_breed = 'simmental' desc, count(*) desc, i.lot_id limit 1`,
    [tx.scope.tenantNo, technician.staffId],
  );
  if (!straw) throw new Error('the technician has no straw left');
  return straw;
}
