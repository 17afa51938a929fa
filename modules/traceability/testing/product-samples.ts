import { randomInt } from 'node:crypto';
import type { Place, Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { day, hours, tenant, unique, unitOf } from './fixtures.ts';
import { made, person } from './trace-samples.ts';

const outsideTag = () => `2220122${randomInt(50_000_000, 99_999_999)}`;
const outsider = () => {
  const tag = outsideTag();
  return {
    outsideId: tag,
    chip: null,
    tag,
    species: 'cattle',
    breed: 'simmental',
    sex: 'female',
    birthDate: day(-400),
  };
};

const idOf = async (world: World, text: string, values: unknown[] = []) => (await made(world, text, values)).id;
const active = (world: World) =>
  idOf(
    world,
    `select id::int as id, version from traceability.trace_process_def
     where tenant_no = $1 and code = 'PACK' and status = 'active'`,
    [tenant],
  );
/** Carcasses that went to the maker, of which a little is left for every try. */
async function sources(world: World): Promise<string[]> {
  const rows = await world.sql<{ no: string }>(
    `select l.doc_no as no from traceability.trace_lot l join platform.sys_user u on u.principal_id = l.next_principal_id
     where l.tenant_no = $1 and u.username = 'proc1' and l.kind = 'carcass' and l.status = 'shipped' order by l.id`,
    [tenant],
  );
  return rows.map((one) => one.no);
}

/** A maker of another tenant with a process and a lot to take from. */
async function lotElsewhere(world: World, { tenantNo, principalId, village }: Place) {
  await subjectElsewhere(world, { tenantNo, principalId, village });
  const code = unique();
  const def = await idOf(
    world,
    `insert into traceability.trace_process_def (tenant_no, code, name, status) values ($1, $2, '试验', 'active')
     returning id::int as id, version`,
    [tenantNo, code],
  );
  const no = `TLX${unique()}`;
  await world.sql(
    `insert into traceability.trace_lot (tenant_no, region_code, doc_no, kind, subject_id, principal_id, process_def_id,
       product_name, made_on, kg, status)
     select $1, $2, $4, 'carcass', s.id, $3, $5, '试验', current_date, 500, 'closed' from traceability.trace_subject s
     where s.tenant_no = $1 and s.principal_id = $3 limit 1`,
    [tenantNo, village, principalId, no, def],
  );
  return { principalId, processDefId: def, inputs: [{ tag: null, fromLotNo: no, kg: 0.5 }] };
}
async function subjectElsewhere(world: World, { tenantNo, principalId, village }: Place): Promise<void> {
  await world.sql(
    `insert into traceability.trace_subject (tenant_no, region_code, principal_id, kind, subject_no, roles, manager)
     values ($1, $2, $3, 'business', $4, '{processing}', '试验') on conflict do nothing`,
    [tenantNo, village, principalId, unique().slice(-12)],
  );
  // Another test may have filed it already, as a draft.
  await world.sql(
    "update traceability.trace_subject set status = 'active' where tenant_no = $1 and principal_id = $2 and kind = 'business'",
    [tenantNo, principalId],
  );
}

const makeCode = async (world: World) => {
  const unit = await unitOf(world, 'proc1');
  return made(
    world,
    `insert into traceability.trace_code (tenant_no, region_code, principal_id, serial, code, kind, target_type, target_id,
       target_name) values ($1, $2, $3, $4, $5, 'P', 'lot', 1, '试验') returning id::int as id, version`,
    [
      tenant,
      unit.region,
      unit.id,
      randomInt(2 ** 34, 2 ** 35),
      `P${unique().slice(-11).toUpperCase().padStart(11, '0')}`,
    ],
  );
};

export const samples: Record<string, Sample> = {
  'traceability.thirdPartyBatch': {
    keeper: 'trace_pref1',
    person,
    stranger: 'ins1',
    form: async (world) => ({
      toPrincipalId: (await unitOf(world, 'farm1')).id,
      source: 'otherPrefecture',
      sender: '外地养殖场',
      originRegionCode: null,
      certificateNo: unique(),
      certType: 'animalA',
      certFile: null,
      purpose: 'fatten',
      expectedOn: day(1),
      isolationDays: 0,
      animals: [outsider()],
      remark: null,
    }),
    line: async () => outsider(),
    inputs: {
      arrive: async () => ({ arrivedOn: day(0), absent: null, deadTags: null }),
      release: async () => ({ checks: '临床健康' }),
    },
    elsewhere: async (_world, place) => ({ toPrincipalId: place.principalId }),
    wrong: { source: 'noSuchSource' },
  },
  'traceability.traceCodeBatch': {
    keeper: 'trace_pref1',
    person,
    stranger: 'ins1',
    form: async (world) => ({
      principalId: (await unitOf(world, 'proc1')).id,
      kind: 'P',
      count: 20_000,
      purpose: null,
    }),
    elsewhere: async (world, place) => {
      await subjectElsewhere(world, place);
      return { principalId: place.principalId };
    },
    wrong: { count: 0 },
  },
  'traceability.traceCode': {
    keeper: 'trace_pref1',
    person,
    stranger: 'ins1',
    form: async () => ({}),
    make: makeCode,
    wrong: {},
  },
  'traceability.traceProcessDef': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async () => ({
      code: unique().slice(-12),
      edition: 1,
      name: '试验流程',
      species: null,
      yieldLimit: 60,
      nodes: [{ code: 'made', required: true, isPublic: true, maxHours: null }],
      remark: null,
    }),
    line: async () => ({ code: 'chilled', required: true, isPublic: true, maxHours: 24 }),
    wrong: { yieldLimit: 0 },
  },
  'traceability.traceLot': {
    keeper: 'trace_pref1',
    person,
    stranger: 'ins1',
    form: async (world) => ({
      principalId: (await unitOf(world, 'proc1')).id,
      kind: 'cut',
      processDefId: await active(world),
      productName: '试验',
      madeOn: day(0),
      kg: 0.1,
      units: null,
      shelfDays: 10,
      storeTemp: null,
      inputs: [{ tag: null, fromLotNo: (await sources(world))[0], kg: 0.1 }],
      remark: null,
    }),
    line: async (world) => ({ tag: null, fromLotNo: (await sources(world))[1], kg: 0.1 }),
    inputs: {
      release: async () => ({ productCertNo: 'CP1' }),
      ship: async (world) => ({
        subjectNo: (
          await world.sql<{ no: string }>(
            `select s.subject_no as no from traceability.trace_subject s join platform.sys_user u
               on u.principal_id = s.principal_id where u.username = 'shop1' and s.kind = 'business'`,
          )
        )[0]?.no,
      }),
    },
    // A required step would keep it from being released.
    ready: async (world, name, id) => {
      if (name === 'release') await world.sql("update traceability.trace_lot set missing = '{}' where id = $1", [id]);
    },
    elsewhere: lotElsewhere,
    wrong: { kind: 'noSuchKind' },
  },
  'traceability.traceAnimal': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async () => ({}),
    make: async (world) => {
      const unit = await unitOf(world, 'farm1');
      return made(
        world,
        `insert into traceability.trace_animal (tenant_no, region_code, principal_id, animal_id, ear_tag, species)
         values ($1, $2, $3, $4, $5, 'cattle') returning id::int as id, version`,
        [tenant, unit.region, unit.id, randomInt(1e12, 2e12), outsideTag()],
      );
    },
    wrong: {},
  },
  'traceability.traceEquipment': {
    keeper: 'trace_pref1',
    person,
    stranger: 'ins1',
    form: async (world) => ({
      name: '试验打印机',
      kind: 'labelPrinter',
      model: null,
      serialNo: unique(),
      principalId: (await unitOf(world, 'proc1')).id,
      place: null,
      keeper: null,
      checkEveryDays: 365,
      checkedOn: day(-1),
      remark: null,
    }),
    elsewhere: async (_world, place) => ({ principalId: place.principalId }),
    wrong: { kind: 'noSuchKind' },
  },
  'traceability.traceLabelTemplate': {
    keeper: 'trace_pref1',
    person,
    stranger: 'ins1',
    form: async (world) => ({
      name: unique(),
      principalId: (await unitOf(world, 'proc1')).id,
      kind: 'P',
      widthMm: 60,
      heightMm: 40,
      perRow: 3,
      gapMm: 4,
      qrMm: 28,
      fontPt: 9,
      heading: null,
      note: null,
      showCode: true,
      showSubject: true,
      showDate: false,
      frame: true,
    }),
    elsewhere: async (_world, place) => ({ principalId: place.principalId }),
    wrong: { kind: 'noSuchKind' },
  },
  'traceability.traceInspection': {
    keeper: 'insp1',
    person,
    stranger: 'ins1',
    form: async (world) => ({
      place: 'shop',
      principalId: (await unitOf(world, 'shop1')).id,
      inspectedAt: hours(-1),
      plateNo: null,
      certificateNo: null,
      lines: [{ tag: outsideTag() }],
      result: 'warn',
      measures: null,
      photos: null,
    }),
    line: async () => ({ tag: outsideTag() }),
    inputs: { handle: async () => ({ handled: '已放行' }) },
    elsewhere: async (_world, place) => ({ principalId: place.principalId }),
    wrong: { result: 'noSuchResult' },
  },
  'traceability.traceFeedback': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async () => ({}),
    make: async (world) => {
      const unit = await unitOf(world, 'proc1');
      return made(
        world,
        `insert into traceability.trace_feedback (tenant_no, region_code, principal_id, doc_no, kind, content)
         values ($1, $2, $3, $4, 'quality', '试验') returning id::int as id, version`,
        [tenant, unit.region, unit.id, `TFX${unique()}`],
      );
    },
    inputs: { reply: async () => ({ answer: '已核实' }) },
    wrong: {},
  },
  'traceability.traceScan': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async () => ({}),
    make: async (world) => {
      const unit = await unitOf(world, 'proc1');
      return made(
        world,
        `insert into traceability.trace_scan (tenant_no, region_code, principal_id, code, client, visitor)
         values ($1, $2, $3, 'P00000000001', 'browser', $4) returning id::int as id, version`,
        [tenant, unit.region, unit.id, unique()],
      );
    },
    wrong: {},
  },
  'traceability.traceSeal': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async () => ({}),
    // One that was cut: another would stand in the row of seals and fit none of them.
    make: (world) =>
      made(
        world,
        'select id::int as id, version from traceability.trace_seal where tenant_no = $1 order by id limit 1',
        [tenant],
      ),
    wrong: {},
  },
  'traceability.traceVerifyRun': {
    keeper: 'trace_pref1',
    stranger: 'ins1',
    form: async () => ({}),
    make: (world) =>
      made(
        world,
        `insert into traceability.trace_verify_run (tenant_no, run_scope, subject) values ($1, 'animal', '试验')
         returning id::int as id, version`,
        [tenant],
      ),
    wrong: {},
  },
};
