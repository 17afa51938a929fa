import type { Place, Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import { day, declaration, fitAnimals, hours, officialNo, tenant, tonight, unique } from './fixtures.ts';

const master = 'trace_master';
/** Holds every permission at the prefecture, and works there: no one account of the demo may do everything. */
export const person = async (world: World) => {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [master]);
  if (known.length === 0) {
    await makeMaster(world, master, 'trace_pref1');
    await world.sql(
      `insert into registry.staff (tenant_no, principal_id, region_code, person_id, name, job, hired_on, status, user_id)
       select s.tenant_no, s.principal_id, s.region_code, s.person_id, '试验', 'inspector', s.hired_on, 'active', u.id
       from platform.sys_user u join platform.sys_user o on o.username = 'trace_pref1'
         join registry.staff s on s.user_id = o.id where u.username = $1 limit 1`,
      [master],
    );
  }
  return world.person(await openSession(world, master));
};

type Key = { id: number; version: number };
export const made = async (world: World, text: string, values: unknown[] = []): Promise<Key> => {
  const [row] = await world.sql<Key>(text, values);
  if (!row) throw new Error(`no row was made: ${text.slice(0, 60)}`);
  return row;
};

/** A household that is filed nowhere, with the licences every role may ask for. */
async function newUnit(world: World, kind = 'breeding'): Promise<number> {
  const { id } = await made(
    world,
    `select p.id::int as id, 0 as version from registry.principal p
     where p.tenant_no = $1 and p.status = 'active' and p.principal_unit_type = 'household'
       and not exists (select 1 from traceability.trace_subject s where s.principal_id = p.id and s.kind = $2)
       and not exists (select 1 from traceability.integrated_subject_member m where m.principal_id = p.id)
     order by random() limit 1`,
    [tenant, kind],
  );
  await license(world, id);
  return id;
}
const license = (world: World, id: number) =>
  world.sql(
    `insert into registry.principal_document (tenant_no, region_code, principal_id, doc_kind, title, issued_on, valid_from,
       valid_to, status)
     select p.tenant_no, p.region_code, p.id, k.kind, k.kind, current_date - 10, current_date - 10, current_date + 300, 'valid'
     from registry.principal p cross join unnest('{businessLicence,epidemicCondition,farmRecord,slaughterLicence}'::text[])
       k(kind) where p.id = $1`,
    [id],
  );

const subject = { manager: '试验', products: null, publicText: null, photos: null };
const review = { review: async () => ({ risk: 'B' }) };

/** A unit of another tenant that may be a member. */
async function memberElsewhere(world: World, { tenantNo, principalId, village }: Place): Promise<void> {
  await world.sql(
    `insert into traceability.trace_subject (tenant_no, region_code, principal_id, kind, subject_no, roles, manager)
     values ($1, $2, $3, 'breeding', $4, '{fattening}', '试验') on conflict do nothing`,
    [tenantNo, village, principalId, unique().slice(-12)],
  );
  // Another test may have filed it already, as a draft.
  await world.sql(
    `update traceability.trace_subject set status = 'active', roles = '{fattening}'
     where tenant_no = $1 and principal_id = $2 and kind = 'breeding'`,
    [tenantNo, principalId],
  );
}

const userOf = async (world: World, username: string) =>
  (await made(world, 'select id::int as id, 0 as version from platform.sys_user where username = $1', [username])).id;

async function makeCertificate(world: World): Promise<Key> {
  return made(
    world,
    `insert into traceability.quarantine_certificate (tenant_no, region_code, doc_no, principal_id, to_text, to_region_code,
       official_no, cert_type, valid_until, vet_id, vet_name, station_id, heads, ranges)
     select p.tenant_no, p.region_code, $2, p.id, '外地', 220100000000, $3, 'animalA', now() + interval '1 day', 1, '试验',
       p.id, 1, '-' from registry.principal p join platform.sys_user u on u.principal_id = p.id
     where u.username = 'farm1' and p.tenant_no = $1 returning id::int as id, version`,
    [tenant, `QCT${unique()}`, officialNo()],
  );
}

export const samples: Record<string, Sample> = {
  'traceability.breedingSubject': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async (world) => ({ ...subject, principalId: await newUnit(world), roles: ['fattening'], capacity: 100 }),
    inputs: review,
    ready: async (world, name, id) => {
      if (name === 'review') await licenseOf(world, id);
    },
    elsewhere: async (_world, place) => ({ principalId: place.principalId }),
    wrong: { roles: ['noSuchRole'] },
  },
  'traceability.businessEntity': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async (world) => ({
      ...subject,
      principalId: await newUnit(world, 'business'),
      roles: ['trader'],
      brand: null,
    }),
    inputs: review,
    ready: async (world, name, id) => {
      if (name === 'review') await licenseOf(world, id);
    },
    elsewhere: async (_world, place) => ({ principalId: place.principalId }),
    wrong: { roles: ['noSuchRole'] },
  },
  'traceability.integratedSubject': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async (world) => ({
      ...subject,
      principalId: await newUnit(world, 'integrated'),
      brand: `试验${unique()}`,
      members: [await member(world)],
    }),
    line: member,
    inputs: review,
    elsewhere: async (world, place) => {
      await memberElsewhere(world, place);
      const one = { principalId: place.principalId, role: 'fattening', fromOn: day(-1), toOn: null };
      return { principalId: place.principalId, members: [one] };
    },
    wrong: { brand: '' },
  },
  'traceability.traceVehicle': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async (world) => ({
      carrierId: (
        await made(
          world,
          "select principal_id::int as id, 0 as version from platform.sys_user where username = 'carrier1'",
        )
      ).id,
      plateNo: `蒙G${unique().slice(-5).toUpperCase()}`,
      filingNo: 'YS1',
      validTo: day(200),
      kind: null,
      capacity: 20,
      lastDisinfectedAt: null,
      photos: null,
    }),
    elsewhere: async (_world, place) => ({ carrierId: place.principalId }),
    wrong: { plateNo: '???' },
  },
  'traceability.farmerRegistration': {
    keeper: 'kzzq_worker1',
    person,
    stranger: 'ins1',
    form: async (world) => {
      return {
        principalId: await newUnit(world),
        kind: 'newborn',
        happenedOn: day(-1),
        fromText: null,
        certificateNo: null,
        lines: [calf],
        photos: [await picture(world)],
        remark: null,
      };
    },
    line: async () => calf,
    elsewhere: async (world, place) => ({
      principalId: place.principalId,
      photos: [await pictureElsewhere(world, place)],
    }),
    wrong: { kind: 'noSuchKind' },
  },
  'traceability.quarantineDeclaration': {
    keeper: 'qvet1',
    person,
    stranger: 'ins1',
    form: async (world) => declaration(world, 'farm1', await fitAnimals(world, 'farm1', 1)),
    line: async (world) => ({ animalId: (await fitAnimals(world, 'farm1', 1))[0]?.id }),
    inputs: {
      accept: async () => ({ inspectAt: hours(1), inspectPlace: '场区' }),
      inspect: async () => ({ temperatureFrom: 38, temperatureTo: 39, disinfected: true }),
      issue: async () => ({ officialNo: officialNo(), validUntil: tonight(), vetWord: '已核对' }),
      fail: async () => ({ handling: '隔离观察' }),
    },
    ready: async (world, name, id) => {
      if (name !== 'issue') return;
      await world.sql(
        `update traceability.quarantine_declaration set inspected_by = (select id from platform.sys_user where username = $2)
         where id = $1`,
        [id, master],
      );
      await world.sql("update traceability.quarantine_declaration_animal set result = 'pass' where parent_id = $1", [
        id,
      ]);
    },
    elsewhere: async (world, place) => ({
      principalId: place.principalId,
      toPrincipalId: null,
      toText: '外地',
      toRegionCode: place.village,
      animals: [{ animalId: await animalElsewhere(world, place) }],
    }),
    wrong: { purpose: 'noSuchPurpose' },
  },
  'traceability.quarantineCertificate': {
    keeper: 'trace1',
    stranger: 'ins1',
    form: async () => ({}),
    make: makeCertificate,
    wrong: {},
  },
  'traceability.movement': {
    keeper: 'trace1',
    person,
    stranger: 'ins1',
    form: async () => ({}),
    make: (world) =>
      made(
        world,
        `insert into traceability.movement (tenant_no, region_code, doc_no, kind, from_principal_id, to_text, to_region_code,
           heads, due_at) select p.tenant_no, p.region_code, $2, 'outside', p.id, '外地', 220100000000, 1, now() + interval '1 day'
         from registry.principal p join platform.sys_user u on u.principal_id = p.id
         where u.username = 'farm1' and p.tenant_no = $1 returning id::int as id, version`,
        [tenant, `QMT${unique()}`],
      ),
    inputs: {
      depart: async () => ({ loaded: 1 }),
      settle: async () => ({ settleWord: '核对无误', reportMissing: false }),
    },
    wrong: {},
  },
  'traceability.disposalRecord': {
    keeper: 'trace1',
    person,
    stranger: 'ins1',
    form: async (world) => ({
      principalId: (
        await made(
          world,
          "select principal_id::int as id, 0 as version from platform.sys_user where username = 'farm1'",
        )
      ).id,
      diedOn: day(-1),
      cause: 'unknown',
      way: 'plant',
      lines: [{ tag: await dead(world), species: 'cattle', heads: 1, kg: 300 }],
      photos: [await picture(world)],
      refs: null,
      remark: null,
    }),
    line: async (world) => ({ tag: await dead(world), species: 'cattle', heads: 1, kg: 280 }),
    inputs: {
      collect: async (world) => ({
        collectedKg: 300,
        collectPlateNo: '蒙G00001',
        sealNo: 'F1',
        collectPhotos: [await picture(world)],
      }),
      treat: async (world) => ({
        treatMethod: 'rendering',
        treatedKg: 299,
        treatOperator: '试验',
        treatPhotos: [await picture(world)],
        kgWord: '冷冻失水',
      }),
      selfTreat: async (world) => ({ treatMethod: 'deepBurial', witness: '村委', treatPhotos: [await picture(world)] }),
      confirm: async () => ({ certNo: 'WH-1' }),
    },
    // Whoever reported it does not confirm it.
    ready: async (world, name, id) => {
      if (name === 'confirm')
        await world.sql('update traceability.disposal_record set created_by = 1 where id = $1', [id]);
    },
    elsewhere: async (world, place) => ({
      principalId: place.principalId,
      lines: [{ tag: null, species: 'cattle', heads: 1, kg: 200 }],
      photos: [await pictureElsewhere(world, place)],
    }),
    wrong: { cause: 'noSuchCause' },
  },
  'traceability.movementBan': {
    // Of the prefecture: samples of other nouns take places from the counties' units.
    keeper: 'trace_pref1',
    person,
    stranger: 'ins1',
    form: async () => ({
      regionCode: 150521109000,
      species: ['goat'],
      direction: 'in',
      purposes: null,
      fromAt: hours(-1),
      toAt: hours(24),
      reason: `试验${unique()}`,
      paperNo: null,
      exceptions: null,
    }),
    elsewhere: async (_world, place) => ({ regionCode: Math.floor(place.village / 1000) * 1000 }),
    wrong: { direction: 'sideways' },
  },
};

/** A dead animal of the farm's, for a record of its own. */
async function dead(world: World): Promise<string> {
  const [animal] = await fitAnimals(world, 'farm1', 1);
  await world.sql("update registry.animal set status = 'dead', exit_on = current_date where id = $1", [animal?.id]);
  return animal?.tag ?? '';
}

export const picture = async (world: World) =>
  (
    await made(
      world,
      `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
       values ($1, $2, 'a.jpg', 'image/jpeg', 1, md5(random()::text), md5(random()::text), 'traceability') returning id::int as id, 0 as version`,
      [tenant, await sender(world)],
    )
  ).id;

/** Whoever tries everything, where a test made them. */
const sender = (world: World) =>
  made(
    world,
    `select id::int as id, 0 as version from platform.sys_user where username in ($1, 'trace1')
     order by username = $1 desc limit 1`,
    [master],
  ).then((row) => row.id);
/** The same, sent by whoever does everything in another tenant. */
const pictureElsewhere = async (world: World, { tenantNo }: Place) =>
  (
    await made(
      world,
      `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
       values ($1, $2, 'a.jpg', 'image/jpeg', 1, md5(random()::text), md5(random()::text), 'traceability')
       returning id::int as id, 0 as version`,
      [tenantNo, await userOf(world, `t${tenantNo}_admin`)],
    )
  ).id;

const animalElsewhere = async (world: World, { tenantNo, principalId, village }: Place) =>
  (
    await made(
      world,
      `insert into registry.animal (tenant_no, principal_id, owner_id, region_code, ear_tag, species, breed, sex, birth_date,
         source, stage, tag_worn_on, entry_on)
       values ($1, $2, $2, $3, $4, 'cattle', 'simmental', 'female', current_date - 1500, 'backlog', 'adult',
         current_date - 100, current_date - 100) returning id::int as id, 0 as version`,
      [tenantNo, principalId, village, `2150201${String(Date.now() % 1e8).padStart(8, '0')}`],
    )
  ).id;

const calf = {
  tag: null,
  species: 'cattle',
  breed: 'simmental',
  sex: 'female',
  birthDate: day(-8),
  estimated: false,
  motherTag: null,
  outReason: null,
  buyer: null,
};

async function licenseOf(world: World, subjectId: number): Promise<void> {
  const row = await made(
    world,
    'select principal_id::int as id, version from traceability.trace_subject where id = $1',
    [subjectId],
  );
  await license(world, row.id);
}

/** Somebody new who is filed as a farm. */
async function member(world: World) {
  const principalId = await newUnit(world);
  await world.sql(
    `insert into traceability.trace_subject (tenant_no, region_code, principal_id, kind, subject_no, roles, manager, status)
     select p.tenant_no, p.region_code, p.id, 'breeding', $2, '{fattening}', '试验', 'active' from registry.principal p
     where p.id = $1`,
    [principalId, unique().slice(-12)],
  );
  return { principalId, role: 'fattening', fromOn: day(-1), toOn: null };
}
