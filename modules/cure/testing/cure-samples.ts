import type { Place, Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import { day, drug, herd, tagId, tenant, unique } from './fixtures.ts';

const master = 'cure_master';
/** Holds every permission at the prefecture: no one account of the demo may do everything. */
const person = async (world: World) => {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [master]);
  if (known.length === 0) await makeMaster(world, master, 'cure1');
  return world.person(await openSession(world, master));
};

type Key = { id: number; version: number };
const made = async (world: World, text: string, values: unknown[] = []): Promise<Key> => {
  const [row] = await world.sql<Key>(text, values);
  if (!row) throw new Error(`no row was made: ${text.slice(0, 60)}`);
  return row;
};

const makeConsult = async (world: World): Promise<Key> =>
  made(
    world,
    `insert into cure.consult (tenant_no, region_code, principal_id, centre_id, upper_id, doc_no, asker_id, species, head_ill, sign_tag_ids, signs, onset_on, complaint,
       urgency, request_id, expert_id, closed_at, created_by)
     select $1, p.region_code, u.principal_id, u.principal_id, u.principal_id, $2, u.id, 'cattle', 1, array[$3::bigint], '腹胀', current_date, '肚子胀得厉害', 'normal', gen_random_uuid(), null,
       now(), u.id from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = $4 returning id::int as id, version`,
    [tenant, `CCT${unique()}`, await tagId(world, 'sign', '腹胀'), master],
  );

/** The master answers as an expert, too. */
async function makeExpert(world: World): Promise<void> {
  await world.sql(
    `insert into cure.expert (tenant_no, staff_id, user_id, unit_id, region_code, name, title, species, speaks)
     select u.tenant_no, s.id, u.id, u.principal_id, s.region_code, u.real_name, '试', '{cattle}', '{zh}' from platform.sys_user u
       cross join lateral (select x.id, x.region_code from registry.staff x where x.tenant_no = u.tenant_no and not exists (select 1 from cure.expert e where e.staff_id = x.id) order by x.id limit 1) s
     where u.username = $1 and not exists (select 1 from cure.expert e where e.user_id = u.id)`,
    [master],
  );
}
const asExpert = async (world: World, id: number) => {
  await makeExpert(world);
  await world.sql(
    'update cure.consult set expert_id = (select e.id from cure.expert e join platform.sys_user u on u.id = e.user_id where u.username = $2) where id = $1',
    [id, master],
  );
};

const ordered = { route: 'im', dose: 20, doseUnit: 'mL', timesPerDay: 1, days: 3, meatDays: null, reason: null };
/** Somebody who works in a tenant that has nobody yet; with an account where one is named. */
const hire = async (world: World, { tenantNo, principalId, village }: Place, job: string, username: string | null) =>
  (
    await made(
      world,
      `with person as (insert into registry.person (tenant_no, region_code, name) values ($1, $3, '试验') returning id)
       insert into registry.staff (tenant_no, principal_id, region_code, person_id, name, job, hired_on, status, user_id)
       select $1, $2, $3, person.id, '试验', $4, current_date, 'active', (select id from platform.sys_user where username = $5)
       from person returning id::int as id, version`,
      [tenantNo, principalId, village, job, username],
    )
  ).id;
const makeExpertOf = async (world: World, place: Place) =>
  (
    await made(
      world,
      `insert into cure.expert (tenant_no, staff_id, unit_id, region_code, name, title, species, speaks)
       values ($1, $2, $3, $4, '试验', '试', '{cattle}', '{zh}') returning id::int as id, version`,
      [place.tenantNo, await hire(world, place, 'expert', null), place.principalId, place.village],
    )
  ).id;
/** Whoever writes a sheet is filed as a vet; diagnosis and drug are the tenant's own. */
async function makeSheetParts(world: World, place: Place): Promise<{ diagnosisTagId: number; medicineId: number }> {
  const { tenantNo, principalId, village } = place;
  await made(
    world,
    `insert into cure.practitioner (tenant_no, region_code, staff_id, vet_level, unit_id, species)
     values ($1, $2, $3, 'rural', $4, '{cattle}') returning id::int as id, version`,
    [tenantNo, village, await hire(world, place, 'vet', `t${tenantNo}_admin`), principalId],
  );
  const tag = await made(
    world,
    "insert into cure.cure_tag (tenant_no, kind, name_zh, name_en) values ($1, 'disease', $2, 'Trial') returning id::int as id, version",
    [tenantNo, `试验病${unique()}`],
  );
  const medicine = await made(
    world,
    `insert into cure.medicine (tenant_no, medicine_code, generic_name, form, strength, class_code, rx_only, status)
     values ($1, $2, $2, 'injection', '1%', 'other', false, 'published') returning id::int as id, version`,
    [tenantNo, `T${unique()}`],
  );
  return { diagnosisTagId: tag.id, medicineId: medicine.id };
}

export const samples: Record<string, Sample> = {
  'cure.cureTag': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async () => ({
      kind: 'sign',
      nameZh: `试验症状${unique()}`,
      nameTw: null,
      nameEn: `Trial sign ${unique()}`,
      synonyms: null,
      species: ['cattle'],
      fieldTagId: null,
      redFlag: false,
      suspectDiseases: [],
      diseaseCode: null,
      noTreat: false,
      orderNum: 500,
    }),
    wrong: { species: ['noSuchSpecies'] },
  },
  'cure.medicineFactory': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async () => ({
      name: `试验药厂${unique()}`,
      creditCode: null,
      licenceNo: 'SY-1',
      gmpNo: null,
      licenceTo: day(100),
      regionCode: 150500000000,
      phone: null,
    }),
    inputs: { watch: async () => ({ reason: '抽检' }) },
    wrong: { licenceTo: 'no day' },
  },
  'cure.medicine': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async (world) => ({
      medicineCode: `T${unique()}`,
      genericName: `试验药${unique()}`,
      tradeNames: null,
      form: 'injection',
      strength: '1%',
      classCode: 'other',
      rxOnly: false,
      ruralList: false,
      foodBan: false,
      antimicrobial: 'none',
      controlled: false,
      indications: null,
      banPregnant: false,
      minAgeDays: null,
      storage: null,
      leaflet: null,
      sourceNote: null,
      labels: [
        {
          species: 'cattle',
          route: 'im',
          doseFrom: 1,
          doseTo: 2,
          dosePer: 'head',
          doseUnit: 'mL',
          timesPerDay: 1,
          daysMax: 3,
          meatDays: 7,
          milkHours: 48,
        },
      ],
      packs: [
        {
          materialId: (
            await world.sql<{ id: number }>(
              "select id::int as id from depot.material where tenant_no = 1505 and material_no = 'SY-001'",
            )
          )[0]?.id,
          activeMgPerUnit: 10,
        },
      ],
    }),
    // Whoever made it does not publish it.
    ready: async (world, _name, id) => {
      await world.sql(
        "update cure.medicine set created_by = (select id from platform.sys_user where username = 'tl_region') where id = $1",
        [id],
      );
    },
    elsewhere: async () => ({ packs: [] }),
    wrong: { form: 'noSuchForm' },
  },
  'cure.drugReference': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async () => ({}),
    make: (world) =>
      made(
        world,
        "select id::int as id, version from cure.medicine where tenant_no = 1505 and status = 'published' order by id limit 1",
      ),
    wrong: {},
  },
  'cure.practitioner': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async (world) => {
      const [staff] = await world.sql<{ id: number; unit: number }>(
        `select s.id::int as id, s.principal_id::int as unit from registry.staff s where s.tenant_no = 1505 and s.status = 'active' and s.region_code between 150500000000 and 150599999999
           and not exists (select 1 from cure.practitioner p where p.staff_id = s.id) order by random() limit 1`,
      );
      return { unitId: staff?.unit, staffId: staff?.id, vetLevel: 'rural', species: ['cattle'], signature: null };
    },
    elsewhere: async (world, place) => ({
      unitId: place.principalId,
      staffId: await hire(world, place, 'vet', null),
    }),
    wrong: { vetLevel: 'noSuchLevel' },
  },
  'cure.expert': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async (world) => {
      const [staff] = await world.sql<{ id: number }>(
        `insert into registry.staff (tenant_no, principal_id, region_code, person_id, name, job, hired_on, status)
         select s.tenant_no, s.principal_id, s.region_code, s.person_id, s.name, 'expert', s.hired_on, 'active' from registry.staff s
         where s.tenant_no = 1505 and s.status = 'active' and s.job <> 'expert' and not exists (select 1 from registry.staff o where o.person_id = s.person_id and o.principal_id = s.principal_id and o.job = 'expert')
         order by random() limit 1 returning id::int as id`,
      );
      return {
        staffId: staff?.id,
        title: '兽医师',
        fieldTagId: null,
        secondTagId: null,
        species: ['cattle'],
        speaks: ['zh'],
        introduction: null,
        photo: null,
        videoOk: true,
        maxOpen: 5,
        answersOutside: false,
      };
    },
    elsewhere: async (world, place) => ({ staffId: await hire(world, place, 'expert', null) }),
    wrong: { species: ['noSuchSpecies'] },
  },
  'cure.dutySlot': {
    keeper: 'duty1',
    stranger: 'ins1',
    form: async (world) => ({
      expertId: (
        await world.sql<{ id: number }>(
          "select id::int as id from cure.expert where tenant_no = 1505 and status = 'active' order by id limit 1",
        )
      )[0]?.id,
      dutyOn: day(30 + Math.floor(Math.random() * 300_000)),
      shift: 'day',
      species: ['cattle'],
      isLeader: false,
      callOrder: null,
      remark: null,
    }),
    elsewhere: async (world, place) => ({ expertId: await makeExpertOf(world, place) }),
    wrong: { shift: 'noSuchShift' },
  },
  'cure.dutySwap': {
    keeper: 'duty1',
    stranger: 'ins1',
    // Whoever is asked answers.
    movers: { agree: 'expert2', refuse: 'expert2' },
    form: async (world) => {
      const [slot] = await world.sql<{ slotId: number; toExpertId: number }>(
        `with o as (select e.id from cure.expert e join platform.sys_user u on u.id = e.user_id
           where u.username = 'expert2'), s as (insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift)
           select 1505, e.id, $1, 'day' from cure.expert e, o where e.tenant_no = 1505 and e.status = 'active'
             and e.id <> o.id order by e.id limit 1 returning id)
         select s.id::int as "slotId", o.id::int as "toExpertId" from s, o`,
        [day(30 + Math.floor(Math.random() * 300_000))],
      );
      return { ...slot, reason: '当天外出' };
    },
    elsewhere: async (world, place) => {
      const expertId = await makeExpertOf(world, place);
      const [slot] = await world.sql<{ id: number }>(
        `insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift) values ($1, $2, $3, 'day')
         returning id::int as id`,
        [place.tenantNo, expertId, day(40)],
      );
      return { slotId: slot?.id, toExpertId: await makeExpertOf(world, place) };
    },
    wrong: { reason: '' },
  },
  'cure.prescription': {
    keeper: 'vet1',
    stranger: 'ins1',
    form: async (world) => {
      const found = await herd(world, 'cattle', 1);
      return {
        principalId: found.principalId,
        species: 'cattle',
        diagnosisTagId: await tagId(world, 'disease', '支气管肺炎'),
        animals: [{ animalId: found.ids[0], weightKg: 320 }],
        untaggedHead: null,
        lines: [{ ...ordered, medicineId: (await drug(world, 'SY-002')).medicineId }],
        validDays: 1,
        consultId: null,
        remark: null,
      };
    },
    elsewhere: async (world, place) => {
      const { diagnosisTagId, medicineId } = await makeSheetParts(world, place);
      return { diagnosisTagId, animals: [], untaggedHead: 1, lines: [{ ...ordered, medicineId }] };
    },
    inputs: { finish: async () => ({ lastDay: day(0) }), stop: async () => ({ lastDay: day(0) }) },
    wrong: { species: 'noSuchSpecies' },
  },
  'cure.treatment': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async () => ({}),
    make: (world) =>
      made(world, 'select id::int as id, version from cure.treatment where tenant_no = 1505 order by id limit 1'),
    wrong: {},
  },
  'cure.animalWithdrawal': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async () => ({}),
    make: (world) =>
      made(
        world,
        `insert into cure.animal_withdrawal (tenant_no, region_code, principal_id, scope, species, source_type, source_id, source_no, last_dose_on, meat_until, medicine_names)
         select 1505, p.region_code, p.id, 'group', 'sheep', 'treatment', -$1::bigint, 'CT-TRY', current_date, current_date + 9, '试' from registry.principal p
         where p.tenant_no = 1505 and p.region_code between 150521000000 and 150521999999 and p.status = 'active' order by p.id limit 1 returning id::int as id, version`,
        [Math.floor(Math.random() * 1e12)],
      ),
    inputs: {
      lift: async (world) => {
        const [file] = await world.sql<{ id: number }>(
          `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
           select tenant_no, id, 'a.pdf', 'application/pdf', 1, md5(random()::text), md5(random()::text), 'cure.animalWithdrawal' from platform.sys_user where username = 'cure1' returning id::int as id`,
        );
        return { file: [file?.id], reason: '残留检测合格' };
      },
    },
    wrong: {},
  },
  'cure.consult': {
    keeper: 'duty1',
    person,
    stranger: 'ins1',
    form: async () => ({}),
    make: makeConsult,
    ready: async (world, name, id) => {
      if (['askMore', 'transfer'].includes(name)) await asExpert(world, id);
    },
    inputs: {
      askMore: async () => ({ missing: '照片' }),
      close: async () => ({ outcome: 'cured' }),
      reopen: async () => ({ news: '又不吃了' }),
      rate: async () => ({ rating: 5 }),
    },
    wrong: {},
  },
  'cure.consultOffer': {
    keeper: 'duty1',
    person: async (world) => {
      const who = await person(world);
      await makeExpert(world);
      return who;
    },
    stranger: 'ins1',
    form: async () => ({}),
    make: async (world) => {
      const { id } = await makeConsult(world);
      await makeExpert(world);
      return made(
        world,
        `insert into cure.consult_offer (tenant_no, consult_id, expert_id, user_id, centre_id, kind, urgency, species, signs, county_code, wants, answer_by)
         select c.tenant_no, c.id, e.id, e.user_id, c.centre_id, 'duty', 'normal', 'cattle', c.signs, 150521000000, 'text', now() + interval '1 hour'
         from cure.consult c, cure.expert e join platform.sys_user u on u.id = e.user_id where c.id = $1 and u.username = $2 returning id::int as id, version`,
        [id, master],
      );
    },
    inputs: { decline: async () => ({ reason: 'busy' }) },
    wrong: {},
  },
  'cure.followUp': {
    keeper: 'expert1',
    person,
    stranger: 'ins1',
    form: async () => ({}),
    make: (world) =>
      made(
        world,
        `insert into cure.follow_up (tenant_no, region_code, principal_id, centre_id, consult_id, source_no, due_on)
         select c.tenant_no, c.region_code, c.principal_id, u.principal_id, c.id, c.doc_no, current_date from cure.consult c, platform.sys_user u
         where u.username = $1 and c.tenant_no = u.tenant_no order by c.id limit 1 returning id::int as id, version`,
        ['cure1'],
      ),
    inputs: { record: async () => ({ way: 'phone', result: 'cured' }) },
    wrong: {},
  },
  'cure.suspectReport': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async () => ({}),
    make: (world) =>
      made(
        world,
        `insert into cure.suspect_report (tenant_no, region_code, principal_id, doc_no, disease_code, head_ill, reporter_id)
         select 1505, p.region_code, p.id, $1, 'fmd', 1, (select id from platform.sys_user where username = 'kzzq_worker1') from registry.principal p
         where p.tenant_no = 1505 and p.region_code between 150521000000 and 150521999999 and p.status = 'active' order by p.id limit 1 returning id::int as id, version`,
        [`CST${unique()}`],
      ),
    inputs: { exclude: async () => ({ finding: '检测阴性' }) },
    wrong: {},
  },
  'cure.cureSetting': {
    keeper: 'cure1',
    stranger: 'ins1',
    // A county that has none of its own, and another parameter each time.
    form: async (world) => {
      const [free] = await world.sql<{ code: string; region: string }>(
        `select c.code, r.code::text as region from unnest(array['roomMax', 'inviteHours', 'autoCloseDays']) c(code),
           platform.sys_region r where r.parent_code in (select code from platform.sys_region where parent_code = 150521000000)
           and not exists (select 1 from cure.cure_setting s where s.tenant_no = 1505 and s.code = c.code and s.region_code = r.code)
         order by random() limit 1`,
      );
      return { code: free?.code, regionCode: Number(free?.region), value: '4', remark: null };
    },
    elsewhere: async (_world, place) => ({ code: 'roomMax', regionCode: place.village, value: '3' }),
    wrong: { value: '999999' },
  },
};
