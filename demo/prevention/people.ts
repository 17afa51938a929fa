import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { openTask } from '#modules/platform/server/index.ts';
import { gradeOf } from '#modules/prevention/contract/workforce/worker-scores.ts';
import { computeQuarter, priceQuarter, workersOf } from '#modules/prevention/server/workforce/compute-quarter.ts';
import { keep, saveScan, scene } from '../pictures.ts';
import { idCard, personName } from '../principals.ts';
import type { Random } from '../random.ts';

const dayFrom = (today: string, days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const phone = (random: Random) => `15${random.int(0, 9)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`;

/** Who applied for whom, who holds which certificate, and eight quarters of work judged. */
export async function savePeople(tx: Tx, today: string, random: Random, withFiles: boolean): Promise<void> {
  await saveProfiles(tx, today);
  await nameWearers(tx);
  await dressVisits(tx);
  if (withFiles) await takePictures(tx, random);
  await saveApplications(tx, today, random, withFiles);
  await saveQuarters(tx, today, random);
}

/** Four of five hold one; one in ten lets it run out this month. */
async function saveProfiles(tx: Tx, today: string): Promise<void> {
  await tx.query(
    `insert into prevention.worker_profile (tenant_no, staff_id, principal_id, region_code, education, certificate_no, certificate_until)
     select t.tenant_no, t.id, t.principal_id, t.region_code, (array['初中', '高中', '中专', '大专'])[1 + t.id % 4],
       'NM' || lpad((t.id * 7919 % 1000000)::text, 8, '0'), $1::date + case when t.id % 10 = 3 then 20 when t.id % 17 = 5 then -40 else (180 + t.id * 37 % 900)::int end
     from prevention.worker t where t.status = 'active' and t.id % 5 <> 4`,
    [today],
  );
}

/** Whoever has charge of a village has worn its tags on. */
async function nameWearers(tx: Tx): Promise<void> {
  await tx.query(
    `update registry.animal_entry e set worn_by_staff_id = prevention.worker_of(e.tenant_no, e.region_code) where e.tenant_no = kit.tenant() and e.worn_by_staff_id is null`,
  );
  await tx.query(
    `update registry.animal_tag_change c set staff_id = prevention.worker_of(c.tenant_no, c.region_code) where c.tenant_no = kit.tenant() and c.staff_id is null`,
  );
}

/** When a visit was and from where it was told: most of them the same evening, some days later; one in nine forgot to let the device say where. */
async function dressVisits(tx: Tx): Promise<void> {
  await tx.query(
    `update prevention.immunisation_visit v set submitted_at = least(now(), b.over + case when v.id % 8 = 5 then interval '4 days' else interval '30 minutes' end),
       longitude = b.longitude, latitude = b.latitude
     from (select o.id, coalesce(o.ended_at, o.visited_on + time '17:00') as over, case when o.id % 9 <> 4 then p.longitude + 0.0004 * (o.id % 5) end as longitude,
             case when o.id % 9 <> 4 then p.latitude - 0.0003 * (o.id % 7) end as latitude
           from prevention.immunisation_visit o join registry.principal p on p.id = o.principal_id
           where o.tenant_no = kit.tenant() and o.longitude is null and o.staff_id is not null) b
     where v.tenant_no = kit.tenant() and v.id = b.id`,
  );
}

const signature = (random: Random) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="90"><rect width="240" height="90" fill="#fff"/><path d="M20 ${random.int(40, 60)} q30 -40 50 0 t50 ${random.int(-12, 12)} t60 ${random.int(-12, 12)} t40 -6" fill="none" stroke="#1d2b4f" stroke-width="3"/></svg>`;

/** What the newest visits brought home: a picture and the holder's hand; some forgot the one or the other. */
async function takePictures(tx: Tx, random: Random): Promise<void> {
  const entity = 'prevention.immunisationVisit';
  const visits = await tx.query<{ id: number; result: string; longitude: number | null; latitude: number | null }>(
    `select id, result, longitude, latitude from prevention.immunisation_visit
     where tenant_no = kit.tenant() and photos = '{}' and staff_id is not null order by visited_on desc, id desc limit 120`,
  );
  const scenes = Array.from({ length: 8 }, () =>
    scene(random, 80 + random.int(0, 40)).replace(
      'width="640" height="480"',
      'width="320" height="240" viewBox="0 0 640 480"',
    ),
  );
  for (const [at, { id, result, longitude, latitude }] of visits.entries()) {
    const place = longitude === null || latitude === null ? {} : { longitude, latitude };
    const photo =
      at % 13 === 7
        ? null
        : await keep(tx, random.pick(scenes), `免疫现场_${id}.jpg`, { bizType: entity, bizId: id, ...place });
    const signed =
      at % 11 === 3 || !['done', 'partial'].includes(result)
        ? null
        : await keep(tx, signature(random), `签字_${id}.jpg`, { bizType: entity, bizId: id });
    await tx.query('update prevention.immunisation_visit set photos = $2, holder_sign_id = $3 where id = $1', [
      id,
      photo === null ? [] : [photo],
      signed,
    ]);
  }
}

interface Application {
  readonly kind: 'hire' | 'areaChange' | 'leave';
  readonly town: number;
  readonly villages?: readonly number[];
  readonly status?: 'approved' | 'rejected';
  readonly ago: number;
  readonly reason: string;
  readonly opinion: string;
}

const applications: readonly Application[] = [
  {
    kind: 'hire',
    town: 150521101000,
    villages: [150521101205],
    ago: 2,
    reason: '前查干花嘎查原防疫员调离，至今空缺，秋防入户无人负责。',
    opinion: '本嘎查人，兽医中专毕业，熟悉牧户，同意聘用。',
  },
  {
    kind: 'areaChange',
    town: 150521101000,
    ago: 1,
    reason: '两村相邻，调整后往返路程减少一半。',
    opinion: '已与两村村委会沟通，同意。',
  },
  {
    kind: 'hire',
    town: 150502100000,
    villages: [150502100204],
    ago: 4,
    reason: '西归力村缺防疫员，由邻村代管，入户不及时。',
    opinion: '试用三个月表现良好，同意聘用。',
  },
  { kind: 'leave', town: 150522100000, ago: 3, reason: '本人身体原因申请离岗。', opinion: '情况属实，疫苗已清退。' },
  {
    kind: 'areaChange',
    town: 150524104000,
    villages: [150524104204],
    ago: 6,
    reason: '原负责人片区过大，划出一村。',
    opinion: '同意调整。',
  },
  {
    kind: 'hire',
    town: 150521102000,
    ago: 190,
    status: 'approved',
    reason: '舍伯吐镇新增养殖小区，增聘一人。',
    opinion: '同意聘用。',
  },
  {
    kind: 'areaChange',
    town: 150521200000,
    ago: 35,
    status: 'rejected',
    reason: '申请增加负责两村。',
    opinion: '人手不足，建议调整。',
  },
];

async function saveApplications(tx: Tx, today: string, random: Random, withFiles: boolean): Promise<void> {
  const [county] = await tx.query<{ id: number }>("select id from platform.sys_user where username = 'ant_cty1'");
  for (const [at, one] of applications.entries()) {
    const [unit] = await tx.query<{ id: number; maker: number | null }>(
      `select p.id, (select min(u.id) from platform.sys_user u where u.principal_id = p.id and u.status = 'active') as maker from registry.principal p
       where p.region_code = $1 and p.principal_unit_type = 'preventionStation' order by p.id limit 1`,
      [one.town],
    );
    const [worker] = await tx.query<{ id: number; villages: number[] }>(
      `select t.id, array(select v.village_code from registry.grid_duty d join registry.grid_village v on v.grid_id = d.grid_id where d.staff_id = t.id and d.is_main and d.to_on is null) as villages
       from prevention.worker t where t.region_code = $1 and t.status = 'active' order by (t.user_id is null) desc, t.id desc limit 1`,
      [one.town],
    );
    if (!unit || !worker) continue;
    const isHire = one.kind === 'hire';
    const name = isHire ? personName(random) : null;
    const [neighbour] = await tx.query<{ code: number }>(
      `select v.village_code as code from registry.grid_village v where v.grid_level = 'village' and v.village_code >= $1 and v.village_code < $1 + 1000
         and prevention.worker_of(kit.tenant(), v.village_code) is distinct from $2 order by 1 limit 1`,
      [one.town, worker.id],
    );
    const villages =
      one.villages ??
      (one.kind === 'leave' ? worker.villages : [...worker.villages, ...(neighbour ? [neighbour.code] : [])]);
    const made = `${dayFrom(today, -one.ago)}T0${2 + (at % 6)}:1${at % 6}:00Z`;
    const values: [string, unknown][] = [
      ['tenant_no', tx.scope.tenantNo],
      ['kind', one.kind],
      ['principal_id', unit.id],
      ['region_code', one.town],
      ['staff_id', isHire ? null : worker.id],
      ['name', name],
      ['sex', isHire ? random.pick(['male', 'female']) : null],
      ['education', isHire ? random.pick(['中专', '大专']) : null],
      ...(isHire
        ? [
            ...piiColumns('phone', 'phone', phone(random), tx.scope.tenantNo),
            ...piiColumns('id_card', 'idCard', idCard(random, one.town), tx.scope.tenantNo),
          ]
        : []),
      ['certificate_no', isHire ? `NM${String(random.int(0, 99_999_999)).padStart(8, '0')}` : null],
      ['certificate_until', isHire ? dayFrom(today, random.int(300, 900)) : null],
      ['region_codes', villages],
      ['reason', one.reason],
      ['township_opinion', one.opinion],
      ['status', one.status ?? 'pending'],
      ['made_staff_id', one.status === 'approved' ? worker.id : null],
      ['decided_by', one.status ? county?.id : null],
      ['decided_at', one.status ? `${dayFrom(today, -one.ago + 3)}T03:20:00Z` : null],
      ['decision', one.status === 'rejected' ? '两村现有防疫员在岗，暂不调整。' : one.status ? '同意。' : null],
      ['created_by', unit.maker],
      ['created_at', made],
      ['updated_at', made],
    ];
    const [row] = await tx.query<{ id: number; docNo: string }>(
      `insert into prevention.staff_examine (doc_no, ${values.map(([column]) => column).join(', ')}) values (kit.doc_no('SX'), ${values.map((_, n) => `$${n + 1}`).join(', ')})
       returning id, doc_no as "docNo"`,
      values.map(([, value]) => value),
    );
    if (!row) continue;
    if (withFiles && isHire) {
      const entity = 'prevention.staffExamine';
      const papers = [
        await saveScan(tx, '动物防疫员资格证.jpg', entity, row.id),
        await saveScan(tx, '健康证.jpg', entity, row.id),
      ];
      await tx.query('update prevention.staff_examine set certificate_ids = $2 where id = $1', [row.id, papers]);
    }
    if (!one.status)
      await openTask(tx, {
        taskType: 'approve',
        taskName: { key: 'prevention.staffExamine.task', args: { docNo: row.docNo } },
        entity: 'prevention.staffExamine',
        entityId: row.id,
        linkPath: `/ant/staff/examine?tab=pending&examine=${row.id}`,
        permission: 'ant:staff:examine',
        regionCode: one.town,
        principalId: unit.id,
      });
  }
}

const reasons = ['培训全勤，配合抽检', '参加集中培训两次', '协助邻村补免', '培训缺席一次', '上报及时，群众反映好'];

/** The last eight quarters that are over, and the running one so far: the older ones paid, the one before last in publicity, the last waiting for the county. */
async function saveQuarters(tx: Tx, today: string, random: Random): Promise<void> {
  const now = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3);
  const charged = new Set(
    (
      await tx.query<{ id: number }>(
        `select distinct staff_id as id from registry.grid_duty where job = 'preventionWorker' and is_main and to_on is null`,
      )
    ).map((one) => one.id),
  );
  for (let back = 8; back >= 0; back -= 1) {
    const [year, quarter] = [Math.floor((now - back) / 4), ((now - back) % 4) + 1];
    const all = (await workersOf(tx, year, quarter, [150500000000, 150600000000])).filter((one) =>
      charged.has(one.staffId),
    );
    const some = all.filter((one) => back <= 1 || [150521, 150522].includes(Math.floor(one.regionCode / 1e6)));
    for (const who of some) await computeQuarter(tx, who, year, quarter);
    if (back === 0) break;
    const status = back > 2 ? 'paid' : back === 2 ? 'publicised' : 'scored';
    const over = dayFrom(`${year}-${String(quarter * 3).padStart(2, '0')}-28`, 3);
    const rows = await tx.query<{ id: number; regionCode: number; work: never; four: number }>(
      `select id, region_code as "regionCode", work, (total - score_other)::float8 as four from prevention.worker_quarter where year = $1 and quarter = $2 order by id`,
      [year, quarter],
    );
    for (const [at, row] of rows.entries()) {
      // A few of the last quarter still wait for their township.
      if (back === 1 && at % 6 === 5) continue;
      const other = random.int(5, 10);
      const grade = gradeOf(row.four + other);
      await tx.query(
        `update prevention.worker_quarter set score_other = $2, other_reason = $3, grade = $4, status = $5, computed_at = $6::date + 5, county_remark = $7, public_from = $8, public_to = $9, paid_on = $10
         where id = $1`,
        [
          row.id,
          other,
          random.pick(reasons),
          grade,
          status,
          over,
          grade === 'failed' && back > 1 ? '约谈本人，限下季整改' : null,
          back > 1 ? dayFrom(over, 20) : null,
          back > 1 ? dayFrom(over, 27) : null,
          back > 2 ? dayFrom(over, 40) : null,
        ],
      );
      await priceQuarter(tx, { ...row, year, quarter, grade });
      if (back > 2)
        await tx.query('update prevention.worker_pay set paid_on = $2, voucher_no = $3 where worker_quarter_id = $1', [
          row.id,
          dayFrom(over, 40),
          `FY${year}${quarter}-${String(at + 1).padStart(3, '0')}`,
        ]);
    }
  }
}
