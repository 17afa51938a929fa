import type { Sample } from '#apps/server/testing/samples.ts';
import {
  id,
  letters,
  level,
  levelAt,
  makeFee,
  makeMember,
  one,
  orgAt,
  orgId,
  phone,
  postAt,
  postId,
  societyAt,
  societyId,
} from './community-fixtures.ts';
import { day, tenant, unique } from './fixtures.ts';

export const samples: Record<string, Sample> = {
  'cure.society': {
    keeper: 'cure1',
    stranger: 'ins1',
    form: async (world) => {
      const unit = await one<{ id: number }>(
        world,
        `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, name_pinyin, principal_level, parent_id, contact_name, status)
         select p.tenant_no, p.region_code, $1, 'association', 'x x', p.principal_level, p.id, '试', 'active' from registry.principal p
           join platform.sys_user u on u.principal_id = p.id where u.username = 'soc1' returning id::int as id`,
        [`试协会${unique()}`],
      );
      return {
        principalId: unit.id,
        code: letters(),
        registerNo: 'R1',
        legalPerson: '试',
        scopeText: null,
        charter: null,
        feeAccount: null,
        feeYear: 'rolling',
        graceDays: 90,
        halfFeeFrom: 7,
      };
    },
    elsewhere: async (world, place) => {
      await world.sql(`update registry.principal set principal_unit_type = 'association' where id = $1`, [
        place.principalId,
      ]);
      return { principalId: place.principalId };
    },
    wrong: { feeYear: 'noSuchYear' },
  },
  'cure.societyOrg': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async (world) => ({
      societyId: await societyId(world),
      parentId: null,
      name: `试${unique()}`,
      kind: 'committee',
      regionCode: null,
      foundedOn: null,
      orderNum: 5,
      remark: null,
    }),
    elsewhere: async (world, place) => ({ societyId: await societyAt(world, place) }),
    wrong: { kind: 'noSuchKind' },
  },
  'cure.societyPost': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async (world) => ({
      societyId: await societyId(world),
      orgId: await orgId(world),
      nameZh: `试${unique()}`,
      nameTw: null,
      nameEn: 'Try',
      seats: 3,
      termYears: 5,
      orderNum: 3,
    }),
    elsewhere: async (world, place) => ({ societyId: await societyAt(world, place), orgId: await orgAt(world, place) }),
    wrong: { seats: 0 },
  },
  'cure.societyPerson': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async (world) => ({
      societyId: await societyId(world),
      postId: await postId(world),
      personName: '试',
      phone: phone(),
      unitName: null,
      photo: null,
      termFrom: day(0),
      termTo: day(700),
    }),
    elsewhere: async (world, place) => ({
      societyId: await societyAt(world, place),
      postId: await postAt(world, place),
    }),
    wrong: { termFrom: 'x' },
  },
  'cure.memberLevel': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async (world) => ({
      societyId: await societyId(world),
      code: unique(),
      nameZh: '试',
      nameTw: null,
      nameEn: 'Try',
      memberKind: 'unit',
      yearFee: 100_000,
      priority: 1,
      videoPerMonth: null,
      vote: true,
      training: false,
      council: false,
      orderNum: 3,
    }),
    elsewhere: async (world, place) => ({ societyId: await societyAt(world, place) }),
    wrong: { memberKind: 'noSuchKind' },
  },
  'cure.societyMember': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async () => ({}),
    make: makeMember,
    inputs: {
      expel: async (world) => ({
        reason: '违反章程',
        decision: [
          await id(
            world,
            `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
             select tenant_no, id, 'a.pdf', 'application/pdf', 1, md5(random()::text), md5(random()::text), 'cure.societyMember' from platform.sys_user where username = 'soc1' returning id::int as id`,
          ),
        ],
      }),
    },
    wrong: {},
  },
  'cure.memberApplication': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async (world) => {
      const society = await societyId(world);
      const unit = await one<{ id: number; name: string; code: string }>(
        world,
        `select p.id::int as id, p.principal_unit_name as name, p.credit_code as code from registry.principal p where p.tenant_no = $1 and p.status = 'active' and p.credit_code is not null
           and not exists (select 1 from cure.society_member m where m.principal_id = p.id)
           and not exists (select 1 from cure.member_application a where a.principal_id = p.id) order by random() limit 1`,
        [tenant],
      );
      return {
        societyId: society,
        kind: 'join',
        memberKind: 'unit',
        creditCode: unit.code,
        memberId: null,
        applicantName: unit.name,
        representative: null,
        phone: phone(),
        idCard: null,
        levelId: await level(world),
        files: null,
        remark: null,
      };
    },
    elsewhere: async (world, place) => ({
      societyId: await societyAt(world, place),
      creditCode: null,
      levelId: await levelAt(world, place),
    }),
    open: (world, id) => world.sql(`update cure.member_application set status = 'returned' where id = $1`, [id]),
    inputs: { check: async () => ({ checkOpinion: '齐全' }), approve: async () => ({ opinion: '同意' }) },
    ready: async (world, name, rowId) => {
      if (['approve', 'reject'].includes(name))
        await world.sql(
          `update cure.member_application set checker_id = (select id from platform.sys_user where username = 'soc2') where id = $1`,
          [rowId],
        );
    },
    wrong: { kind: 'noSuchKind' },
  },
  'cure.memberFee': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async () => ({}),
    make: (world) => makeFee(world),
    inputs: {
      enter: async () => ({ paidOn: day(0), paidAmount: 10_000 }),
      confirm: async () => ({ receiptNo: 'SJ1' }),
    },
    ready: async (world, name, rowId) => {
      if (name === 'confirm')
        await world.sql(
          `update cure.member_fee set enterer_id = (select id from platform.sys_user where username = 'soc2') where id = $1`,
          [rowId],
        );
    },
    wrong: {},
  },
  'cure.expertApplication': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async (world) => ({
      societyId: await societyId(world),
      personName: '试专家',
      phone: phone(),
      idCard: '150521199001010028',
      employer: '试单位',
      title: '兽医师',
      fieldTagId: null,
      secondTagId: null,
      species: ['cattle'],
      speaks: ['zh'],
      files: null,
      introduction: null,
    }),
    elsewhere: async (world, place) => ({ societyId: await societyAt(world, place) }),
    inputs: { check: async () => ({ checkOpinion: '齐全' }), approve: async () => ({ opinion: '同意' }) },
    ready: async (world, name, rowId) => {
      if (['approve', 'reject'].includes(name))
        await world.sql(
          `update cure.expert_application set checker_id = (select id from platform.sys_user where username = 'soc2') where id = $1`,
          [rowId],
        );
    },
    wrong: { species: ['noSuchSpecies'] },
  },
  'cure.societyExpert': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async () => ({
      title: '兽医师',
      fieldTagId: null,
      secondTagId: null,
      species: ['cattle'],
      speaks: ['zh'],
      introduction: null,
    }),
    make: (world) =>
      one(
        world,
        `with s as (insert into registry.staff (tenant_no, principal_id, region_code, person_id, name, job, hired_on, status)
           select s.tenant_no, s.principal_id, s.region_code, s.person_id, s.name, 'expert', s.hired_on, 'active' from registry.staff s
           where s.tenant_no = $1 and s.status = 'active' and s.job <> 'expert' and not exists (select 1 from registry.staff o
             where o.person_id = s.person_id and o.principal_id = s.principal_id and o.job = 'expert') order by random() limit 1 returning *)
         insert into cure.expert (tenant_no, staff_id, unit_id, region_code, society_id, name, title, species, speaks)
         select s.tenant_no, s.id, s.principal_id, s.region_code, (select id from cure.society where tenant_no = $1 order by id limit 1),
           s.name, '兽医师', '{cattle}', '{zh}' from s returning id::int as id, version`,
        [tenant],
      ),
    wrong: { species: ['noSuchSpecies'] },
  },
  'cure.medicineFormulary': {
    keeper: 'soc1',
    stranger: 'ins1',
    form: async (world) => ({
      societyId: await societyId(world),
      diseaseTagId: await id(
        world,
        `insert into cure.cure_tag (tenant_no, kind, name_zh, name_en) values ($1, 'disease', $2, 'Try') returning id::int as id`,
        [tenant, `试病${unique()}`],
      ),
      medicineId: await id(
        world,
        `select id::int as id from cure.medicine where tenant_no = $1 and status = 'published' order by id limit 1`,
        [tenant],
      ),
      line: 'first',
      note: null,
      orderNum: 1,
    }),
    elsewhere: async (world, place) => ({
      societyId: await societyAt(world, place),
      diseaseTagId: await id(
        world,
        `insert into cure.cure_tag (tenant_no, kind, name_zh, name_en) values ($1, 'disease', $2, 'Try') returning id::int as id`,
        [place.tenantNo, `试病${unique()}`],
      ),
      medicineId: await id(
        world,
        `insert into cure.medicine (tenant_no, medicine_code, generic_name, form, strength, class_code, rx_only, status)
         values ($1, $2, $2, 'injection', '1', 'other', false, 'published') returning id::int as id`,
        [place.tenantNo, unique()],
      ),
    }),
    wrong: { line: 'noSuchLine' },
  },
};
