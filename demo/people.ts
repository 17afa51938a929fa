import type { Tx } from '#kit/server/db/database.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { saveStaff, setDuty } from '#modules/registry/server/index.ts';
import { counties } from './places.ts';
import { idCard, personName } from './principals.ts';
import type { Random } from './random.ts';

const jobs: Record<string, string> = {
  ant_worker: 'preventionWorker',
  ant_township: 'clerk',
  ant_county: 'clerk',
  region_manager: 'clerk',
  official_vet: 'vet',
  depot_keeper: 'depotKeeper',
  breed_county: 'breedingTechnician',
  price_collector: 'priceCollector',
  trace_county: 'inspector',
  farm_admin: 'farmManager',
  farm_clerk: 'clerk',
  ins_clerk: 'issuingClerk',
  bank_manager: 'customerManager',
};

const phone = (random: Random) => `15${random.int(0, 9)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`;

/** Whoever has an account at a unit works there; besides them newcomers who wait to be taken on, and one who has left. */
export async function saveStaffRows(tx: Tx, today: string, random: Random): Promise<void> {
  const users = await tx.query<{ id: number; name: string; principal: number; role: string; status: string }>(
    `select u.id, u.real_name as name, u.principal_id as principal, u.status,
       coalesce((select r.role_code from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id where ur.user_id = u.id order by r.order_num limit 1), '') as role
     from platform.sys_user u where u.tenant_no = $1 and u.status in ('active', 'disabled') and u.principal_id is not null order by u.id`,
    [tx.scope.tenantNo],
  );
  const day = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  for (const user of users) {
    const job = jobs[user.role];
    if (!job || !user.name) continue;
    const staffId = await saveStaff(tx, {
      principalId: user.principal,
      name: user.name,
      phone: phone(random),
      idCard: idCard(random, counties[random.int(0, counties.length - 1)]?.code ?? 150500000000),
      job,
      hiredOn: day(random.int(200, 4000)),
      userId: user.id,
      status: 'active',
    });
    if (user.status === 'disabled')
      await tx.query("update registry.staff set status = 'left', left_on = $2, leave_reason = '调离' where id = $1", [
        staffId,
        day(random.int(5, 90)),
      ]);
  }
  const stations = await tx.query<{ id: number }>(
    "select id from registry.principal where principal_unit_type = 'preventionStation' and status = 'active' order by id",
  );
  for (const { id } of stations.filter((_, at) => at % 4 === 0))
    await saveStaff(tx, {
      principalId: id,
      name: personName(random),
      phone: phone(random),
      job: 'preventionWorker',
      hiredOn: day(3),
    });
}

/** Villages nobody looks after. */
const vacant = new Set([150524104204, 150526100204, 150581200205]);

/** A grid per village of the story townships below one per township; three villages have nobody on purpose. */
export async function saveGrids(tx: Tx, today: string): Promise<void> {
  const since = `${Number(today.slice(0, 4)) - 1}-01-01`;
  for (const county of counties) {
    let serial = 0;
    const save = async (
      name: string,
      level: string,
      region: number,
      villages: readonly number[],
      parent: number | null,
    ) => {
      serial += 1;
      const [row] = await tx.query<{ id: number }>(
        `insert into registry.grid (tenant_no, region_code, grid_no, name, grid_level, parent_id, villages, office_phone) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
        [
          tx.scope.tenantNo,
          region,
          `${county.code / 1e6}${String(serial).padStart(4, '0')}`,
          name,
          level,
          parent,
          JSON.stringify(villages),
          // The station's; the grids below tell the same.
          parent === null ? `0475-${4_210_000 + ((region / 1000) % 10_000)}` : null,
        ],
      );
      const id = row?.id as number;
      await tx.query(
        'insert into registry.grid_village (tenant_no, grid_id, grid_level, village_code) select $1, $2, $3, v from unnest($4::bigint[]) v',
        [tx.scope.tenantNo, id, level, villages],
      );
      return id;
    };
    for (const town of [county.story, ...county.further]) {
      const villages = await tx.query<{ code: number; name: string }>(
        // Villages before the communities of a town: holders live in the former.
        "select code, name from platform.sys_region where parent_code = $1 and level = 5 and status = 'active' order by code % 1000 < 200, code limit 8",
        [town.code],
      );
      if (villages.length === 0) continue;
      const codes = villages.map((one) => one.code);
      const people = await tx.query<{ id: number; job: string; regions: number[] }>(
        `select s.id, s.job, array(select j.region_code from platform.sys_user_jurisdiction j where j.user_id = s.user_id) as regions from registry.staff s join registry.principal p on p.id = s.principal_id where p.region_code = $1 and s.status = 'active' order by s.id`,
        [town.code],
      );
      const of = (job: string) => people.filter((one) => one.job === job);
      const workers = of('preventionWorker');
      const top = await save(`${town.name}网格`, 'township', town.code, codes, null);
      const [vet] = of('vet');
      if (vet) await setDuty(tx, { gridId: top, job: 'vet', staffId: vet.id, isMain: true, fromOn: since });
      if (town !== county.story) continue;
      for (const [at, village] of villages.entries()) {
        const id = await save(`${village.name}网格`, 'village', village.code, [village.code], top);
        // Whoever was given the village looks after it; the others share the rest.
        const given = workers.find((one) => one.regions.includes(village.code));
        const worker = given ?? workers[at % Math.max(1, workers.length)];
        if (worker && !vacant.has(village.code)) {
          await setDuty(tx, { gridId: id, job: 'preventionWorker', staffId: worker.id, isMain: true, fromOn: since });
          const helper = workers[(at + 1) % workers.length];
          if (helper && helper.id !== worker.id && at % 3 === 0)
            await setDuty(tx, {
              gridId: id,
              job: 'preventionWorker',
              staffId: helper.id,
              isMain: false,
              fromOn: since,
            });
        }
      }
    }
  }
}

const tools: readonly [kind: string, name: string, model: string, value: number][] = [
  ['vehicle', '防疫巡查车', '皮卡', 98_000],
  ['coldBox', '疫苗冷藏箱', '25L', 860],
  ['coldBox', '疫苗冷藏箱', '12L', 480],
  ['injector', '连续注射器', '5ml', 65],
  ['reader', '耳标识读器', '手持式', 2_400],
  ['earTagPliers', '耳标钳', '通用', 38],
  ['nitrogenTank', '液氮罐', '30L', 3_200],
  ['sprayer', '消毒喷雾器', '背负式', 320],
  ['scale', '电子地磅', '3t', 6_800],
];

/** Things of the stations, some in somebody's hands, some due for a check. */
export async function saveTools(tx: Tx, today: string, random: Random): Promise<void> {
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const units = await tx.query<{ id: number; region: number; staff: number | null }>(
    `select p.id, p.region_code as region, (select min(s.id) from registry.staff s where s.principal_id = p.id and s.status = 'active') as staff
     from registry.principal p where p.principal_unit_type in ('preventionStation', 'breedingStation') and p.status = 'active' order by p.id`,
  );
  let serial = 0;
  for (const unit of units)
    for (const [kind, name, model, value] of tools) {
      if (random.next() < 0.45) continue;
      serial += 1;
      const status = random.weighted<string>([
        ['idle', 5],
        ['inUse', unit.staff ? 6 : 0],
        ['repairing', 1],
        ['scrapped', 1],
      ]);
      const [row] = await tx.query<{ id: number }>(
        `insert into registry.tool_info (tenant_no, region_code, principal_id, asset_no, name, tool_kind, model, bought_on, value, custodian_staff_id, next_check_on, status)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
        [
          tx.scope.tenantNo,
          unit.region,
          unit.id,
          `ZC${String(serial).padStart(5, '0')}`,
          name,
          kind,
          model,
          day(-random.int(100, 2000)),
          value,
          status === 'inUse' ? unit.staff : null,
          ['scale', 'nitrogenTank', 'vehicle'].includes(kind) ? day(random.int(-20, 300)) : null,
          status,
        ],
      );
      const step = { inUse: 'issue', repairing: 'repair', scrapped: 'scrap' }[status];
      if (step && row)
        await tx.query(
          'insert into registry.tool_log (tenant_no, tool_id, action, staff_id, on_date, result) values ($1, $2, $3, $4, $5, $6)',
          [
            tx.scope.tenantNo,
            row.id,
            step,
            unit.staff,
            day(-random.int(1, 90)),
            step === 'scrap' ? '超过使用年限' : null,
          ],
        );
    }
}

const services: readonly [kind: string, title: string, price: number | null, unit: string | null][] = [
  ['insemination', '肉牛冷配改良上门服务', 120, '头次'],
  ['immunisation', '规模场强制免疫代免', null, null],
  ['treatment', '牛羊常见病诊疗', 80, '次'],
  ['disinfection', '圈舍消毒灭源', 1.5, '平方米'],
  ['transport', '活畜运输(备案车辆)', 6, '公里'],
  ['machinery', '青贮收割作业', 75, '亩'],
  ['training', '养殖技术培训', null, null],
  ['feedProcessing', '饲草料加工', 110, '吨'],
  ['trading', '架子牛代购代销', 100, '头'],
];

/** Offers of stations, cooperatives and firms, most of them published. */
export async function saveServices(tx: Tx, today: string, random: Random): Promise<void> {
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const units = await tx.query<{ id: number; region: number }>(
    `select id, region_code as region from registry.principal where status = 'active' and principal_unit_type in ('preventionStation', 'cooperative', 'supplier', 'clinic', 'breedingStation') order by id limit 40`,
  );
  for (const [at, unit] of units.entries()) {
    const [kind, title, price, per] = services[at % services.length] as (typeof services)[number];
    const county = Math.floor(unit.region / 1e6) * 1e6;
    const status = at % 7 === 3 ? 'draft' : at % 11 === 5 ? 'withdrawn' : 'published';
    await tx.query(
      `insert into registry.service_info (tenant_no, region_code, principal_id, title, service_kind, price, price_unit, service_regions, phone, intro, valid_to, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        tx.scope.tenantNo,
        unit.region,
        unit.id,
        title,
        kind,
        price,
        per,
        JSON.stringify([county]),
        `0475-${random.int(2_000_000, 8_999_999)}`,
        `${title},电话预约,两日内上门。`,
        status === 'withdrawn' ? day(-9) : day(random.int(30, 400)),
        status,
      ],
    );
  }
}

/** The heads of households as persons, with the numbers their households already carry. */
export async function saveContacts(tx: Tx): Promise<void> {
  await tx.query(
    `with heads as (
       select distinct on (contact_id_card_hash) * from registry.principal
       where tenant_no = $1 and principal_unit_type = 'household' and contact_id_card_hash is not null order by contact_id_card_hash, id
     ), made as (
       insert into registry.person (tenant_no, region_code, party_ids, name, id_card_enc, id_card_hash, id_card_mask, phone_enc, phone_hash, phone_mask, sex, birth_date)
       select tenant_no, region_code, array[id], contact_name, contact_id_card_enc, contact_id_card_hash, contact_id_card_mask,
         contact_phone_enc, contact_phone_hash, contact_phone_mask, null, null from heads
       on conflict do nothing returning id, id_card_hash, party_ids
     ), seen as (
       insert into registry.person_party (tenant_no, person_id, party_id) select $1, id, party_ids[1] from made
     )
     update registry.principal p set person_id = m.id from made m where p.tenant_no = $1 and p.contact_id_card_hash = m.id_card_hash and p.principal_unit_type = 'household'`,
    [tx.scope.tenantNo],
  );
  const heads = await tx.query<{ id: number; card: string }>(
    'select id, id_card_enc as card from registry.person where tenant_no = $1 and birth_date is null and id_card_enc is not null',
    [tx.scope.tenantNo],
  );
  const facts = heads.map(({ id, card }) => {
    const no = unseal(card, tx.scope.tenantNo);
    const born = `${no.slice(6, 10)}-${no.slice(10, 12)}-${no.slice(12, 14)}`;
    return { id, born, sex: Number(no[16]) % 2 === 1 ? 'male' : 'female' };
  });
  await tx.query(
    `update registry.person p set sex = f.sex, birth_date = f.born::date from jsonb_to_recordset($1::jsonb) as f(id bigint, born text, sex text) where p.id = f.id`,
    [JSON.stringify(facts)],
  );
}
