import type { Tx } from '#kit/server/db/database.ts';
import { type NoticeAudience, receiversAfter } from '#modules/platform/server/notice/audience.ts';
import { cleanHtml } from '#modules/platform/server/notice/clean-html.ts';
import { fixReceivers, insertNotice } from '#modules/platform/server/notice/sys-notice.ts';
import { deliverAt, deliverNotice } from '#modules/platform/server/notice/sys-notice-receiver.ts';
import { writeTask } from '#modules/platform/server/task/sys-task.ts';
import { tongliaoAccounts } from './accounts.ts';
import type { Random } from './random.ts';

interface DemoNotice {
  title: string;
  level?: string;
  audience: NoticeAudience;
  daysAgo: number;
  /** Days it may take; with a receipt. */
  receiptDays?: number;
  status?: string;
  /** Shares of those who read and receipted it. */
  read?: number;
  receipted?: number;
  body: string[];
}

const stations = { principalTypes: ['preventionStation'] };
const offices = { principalTypes: ['authority', 'preventionStation'] };

const notices: readonly DemoNotice[] = [
  {
    title: '关于做好 2026 年秋季重大动物疫病集中免疫工作的通知',
    level: 'urgent',
    audience: stations,
    daysAgo: 12,
    receiptDays: 10,
    read: 0.91,
    receipted: 0.84,
    body: [
      '各苏木乡镇畜牧兽医站：',
      '秋季集中免疫自即日起开展，<strong>口蹄疫、小反刍兽疫、布病</strong>应免尽免，免疫密度须达到 100%，免疫抗体合格率全年保持在 70% 以上。',
      '请站长阅后回执，并于每周五下班前在系统内核对本辖区免疫进度。',
    ],
  },
  {
    title: '布鲁氏菌病净化场申报开始',
    level: 'important',
    audience: offices,
    daysAgo: 20,
    receiptDays: 15,
    read: 0.97,
    receipted: 0.92,
    body: ['具备条件的规模场请于本月底前完成材料上传。'],
  },
  {
    title: '秋季免疫疫苗第三批到货',
    audience: stations,
    daysAgo: 9,
    read: 0.9,
    body: ['第三批口蹄疫 O 型、A 型二价灭活疫苗已到旗县冷库，请各站按分配计划领取，运输全程 2–8℃。'],
  },
  {
    title: '耳标领用台账核对要求',
    audience: stations,
    daysAgo: 26,
    read: 0.96,
    body: ['请核对库存数与系统数，差异须说明原因。'],
  },
  {
    title: '肉牛保险理赔现场查勘培训',
    audience: offices,
    daysAgo: 31,
    read: 0.98,
    body: ['培训采用线上方式，链接将于开课前一天发布。'],
  },
  {
    title: '强降温天气牲畜防寒提示',
    level: 'important',
    audience: { all: true },
    daysAgo: 4,
    read: 0.8,
    body: ['预计未来 48 小时气温下降 8–10℃，请做好棚圈保温、饲草储备和幼畜护理。'],
  },
  {
    title: '系统将于周六凌晨升级',
    audience: { all: true },
    daysAgo: 16,
    read: 0.95,
    body: ['升级期间 00:00–02:00 无法登录，请提前保存。'],
  },
  {
    title: '防疫员绩效考核办法（试行）',
    audience: { roleCodes: ['ant_worker', 'ant_township'] },
    daysAgo: 40,
    receiptDays: 12,
    read: 1,
    receipted: 0.97,
    body: ['考核按免疫密度、及时率、抽查合格率三项计分。'],
  },
  {
    title: '养殖档案电子化填报说明',
    audience: { principalTypes: ['farm', 'cooperative'] },
    daysAgo: 35,
    read: 1,
    body: ['投入品、免疫、消毒、无害化处理记录均可在手机端填报。'],
  },
  {
    title: '科左中旗秋季普查抽样名单',
    audience: { regionCodes: [150521000000], ...stations },
    daysAgo: 8,
    read: 0.88,
    body: ['名单见系统采样任务，请于一周内完成。'],
  },
  {
    title: '开鲁县免疫抗体监测结果通报',
    audience: { regionCodes: [150523000000] },
    daysAgo: 22,
    read: 0.94,
    body: ['总体合格率 86.4%，两个镇低于 80%，请补免。'],
  },
  { title: '冷链设备巡检通知', audience: offices, daysAgo: 45, read: 0.99, body: ['请检查冰箱、冷藏包与温度记录仪。'] },
  {
    title: '关于规范动物检疫申报的提醒',
    audience: offices,
    daysAgo: 52,
    read: 1,
    body: ['出栏前三天申报，检疫证明与耳标须一致。'],
  },
  {
    title: '牧户补贴信息核对',
    audience: { principalTypes: ['household', 'cooperative'] },
    daysAgo: 60,
    read: 1,
    body: ['请核对姓名、存栏与账户，有误请联系所在嘎查。'],
  },
  { title: '春季改良工作总结', audience: offices, daysAgo: 75, read: 1, body: ['冷配改良完成年度计划的 103%。'] },
  { title: '夏季蚊蝇消杀安排', audience: stations, daysAgo: 88, read: 1, body: ['重点区域每周两次。'] },
  { title: '年度先进站评选', audience: stations, daysAgo: 2, read: 0.6, body: ['请各站对照标准自评，旗县汇总上报。'] },
  {
    title: '草场过牧整改名单（误发）',
    audience: offices,
    daysAgo: 14,
    status: 'withdrawn',
    read: 0.35,
    body: ['名单有误，已撤回。'],
  },
  {
    title: '冬季饲草储备调查',
    audience: stations,
    daysAgo: 0,
    status: 'scheduled',
    receiptDays: 20,
    body: ['请统计本辖区饲草储备与缺口，按户填报。'],
  },
  {
    title: '元旦假期值班安排（征求意见）',
    audience: offices,
    daysAgo: 1,
    status: 'pendingReview',
    body: ['各站值班表请于审核后执行。'],
  },
];

/** Two townships that are always behind: the story of the board. */
const behind = [150526103000, 150526203000];

export async function saveNotices(tx: Tx, today: string, random: Random): Promise<void> {
  const [author] = await tx.query<{ id: number; principal_id: number; unit: string }>(
    `select u.id, u.principal_id, p.principal_unit_name as unit from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = 'tl_admin'`,
  );
  for (const notice of notices) {
    const status = notice.status ?? 'published';
    const out = status === 'published' || status === 'withdrawn';
    const at = new Date(Date.parse(`${today}T09:20:00+08:00`) - notice.daysAgo * 86_400_000).toISOString();
    const before = notice.receiptDays ? new Date(Date.parse(at) + notice.receiptDays * 86_400_000).toISOString() : null;
    const [row] = await tx.query<{ id: number }>(
      `insert into platform.sys_notice (tenant_no, doc_no, type, level, title, content, audience, principal_id, sender, need_receipt, receipt_before,
         scheduled_at, published_at, published_by, notice_date, status, created_by, updated_by, created_at)
       values ($1, kit.doc_no('NT'), 'notice', $2, $3, $4, $5, $6, $7, $8, $9, case when $10 = 'scheduled' then now() + interval '3 days' end, $11, $12, $13, $10, $12, $12, $13)
       returning id`,
      [
        tx.scope.tenantNo,
        notice.level ?? 'normal',
        notice.title,
        cleanHtml(notice.body.map((line) => `<p>${line}</p>`).join('')),
        JSON.stringify(notice.audience),
        author?.principal_id,
        author?.unit,
        before !== null,
        before,
        status,
        out ? at : null,
        author?.id,
        at,
      ],
    );
    if (out && row) await giveTo(tx, row.id, notice, at, random);
    if (status === 'pendingReview' && row && author) {
      await writeTask(tx, {
        taskType: 'review',
        taskName: { key: 'platform.sysNotice.taskReview', args: { title: notice.title } },
        entity: 'platform.sysNotice',
        entityId: row.id,
        linkPath: '/anm/notice/content?status=pendingReview',
        permission: 'sys:notice:content:approve',
        regionCode: 150500000000,
        principalId: author.principal_id,
      });
    }
  }
}

async function giveTo(tx: Tx, id: number, notice: DemoNotice, at: string, random: Random): Promise<void> {
  const receivers = await receiversAfter(tx, notice.audience, {}, { limit: 5_000 });
  await deliverAt(tx, id, receivers);
  await fixReceivers(tx, id);
  // Those with a door have read theirs first, so that nobody's first day begins with old paper; the missing sit where the story wants them.
  const doors = new Set(
    (
      await tx.query<{ id: number }>('select id from platform.sys_user where username = any ($1)', [
        tongliaoAccounts.map((one) => one.username),
      ])
    ).map((one) => one.id),
  );
  const order = receivers
    .map((one) => ({
      id: one.id,
      rank: random.next() + (doors.has(one.id) ? -1 : behind.includes(one.regionCode) ? 2 : 0),
    }))
    .sort((one, other) => one.rank - other.rank);
  const share = (part: number) => order.slice(0, Math.round(order.length * part)).map((one) => one.id);
  await tx.query(
    `update platform.sys_notice_receiver set is_read = 1, read_time = $2::timestamptz + (1 + id % 40) * interval '1 hour'
     where notice_id = $1 and user_id = any ($3)`,
    [id, at, share(notice.read ?? 1)],
  );
  if (notice.receipted === undefined) return;
  await tx.query(
    `update platform.sys_notice_receiver set receipt_time = read_time + (1 + id % 20) * interval '1 hour', receipt_text = '收到，已安排'
     where notice_id = $1 and is_read = 1 and user_id = any ($2)`,
    [id, share(notice.receipted)],
  );
}

/** Warnings and reminders of three months for the two who keep animals; the latest are still to be read. */
export async function saveAutomatic(tx: Tx, today: string, random: Random): Promise<void> {
  const people = await tx.query<{ id: number; principal_id: number }>(
    "select id, principal_id from platform.sys_user where username in ('farm1', 'house1') order by username",
  );
  const texts = [
    ['warning', 'important', '体温异常', '耳标 {tag} 体温 40.2℃，高于阈值，请查看。'],
    ['warning', 'urgent', '围栏越界', '耳标 {tag} 已离开围栏 30 分钟。'],
    ['reminder', 'normal', '免疫到期', '耳标 {tag} 距上次口蹄疫免疫已满 165 天。'],
    ['reminder', 'normal', '预产期临近', '耳标 {tag} 预产期在 7 天内，请准备产房。'],
    ['warning', 'normal', '项圈电量低', '耳标 {tag} 的项圈电量低于 15%。'],
  ] as const;
  const made: { id: number; at: string; old: boolean }[] = [];
  for (const { id: userId, principal_id: farmId } of people) {
    for (let index = 0; index < 150; index += 1) {
      const [type, level, title, words] = random.pick(texts);
      const tag = `1150521${String(10_000_000 + random.int(0, 900)).slice(0, 8)}`;
      const content = words.replace('{tag}', tag);
      const id = await insertNotice(tx, { type, level, title, content, animalNumber: tag });
      await deliverNotice(tx, id, [userId], farmId);
      const at = new Date(Date.parse(`${today}T10:00:00+08:00`) - (2 + index * 14) * 3_600_000).toISOString();
      made.push({ id, at, old: index >= 9 });
    }
  }
  const columns = [made.map((one) => one.id), made.map((one) => one.at), made.map((one) => one.old)];
  const each = 'unnest($1::bigint[], $2::timestamptz[], $3::boolean[]) x(id, at, old)';
  await tx.query(`update platform.sys_notice n set notice_date = x.at from ${each} where n.id = x.id`, columns);
  await tx.query(
    `update platform.sys_notice_receiver r set is_read = 1, read_time = x.at + interval '2 hours' from ${each} where r.notice_id = x.id and x.old`,
    columns,
  );
}

const work = [
  ['visit', '入户核对存栏', '按名册逐户核对牛羊存栏，差异拍照上传。'],
  ['spotCheck', '秋防免疫抽查', '随机抽查 5 户，核对免疫卡与耳标。'],
  ['check', '冷链设备检查', '检查冰箱温度记录，异常当日上报。'],
  ['sample', '采集布病血样', '采样 30 份，编号后送旗县实验室。'],
  ['correct', '补正主体资料', '补充联系人与位置信息。'],
  ['supply', '领取第三批疫苗', '携带冷藏包到旗县冷库领取。'],
] as const;

/** Work by hand for the stations, and what waits for a decision: some of it late, some of it done. */
export async function saveTasks(tx: Tx, today: string, random: Random): Promise<void> {
  const people = await tx.query<{ id: number; principalId: number; regionCode: number }>(
    `select u.id, u.principal_id as "principalId", p.region_code as "regionCode" from platform.sys_user u join registry.principal p on p.id = u.principal_id
     where p.principal_unit_type = 'preventionStation' and p.tenant_no = $1 order by (u.password_hash is null), u.id limit 50`,
    [tx.scope.tenantNo],
  );
  const [maker] = await tx.query<{ id: number }>("select id from platform.sys_user where username = 'tl_admin'");
  const noon = Date.parse(`${today}T18:00:00+08:00`);
  for (const [index, person] of people.entries()) {
    for (let turn = 0; turn < (index < 4 ? 4 : 2); turn += 1) {
      const [taskType, taskName, content] = random.pick(work);
      const days = (index + turn) % 6 === 0 ? -random.int(1, 4) : random.int(0, 12);
      const [number] = await tx.query<{ no: string }>("select kit.doc_no('TK') as no");
      const id = await writeTask(tx, {
        ...person,
        assigneeId: person.id,
        taskType,
        taskName,
        content,
        docNo: number?.no ?? '',
        source: 'manual',
        priority: random.pick(['1', '2', '3', '3', '4'] as const),
        linkPath: '/anm/task/manage',
        dueAt: new Date(noon + days * 86_400_000).toISOString(),
      });
      const done = (index * 3 + turn) % 4 === 3;
      await tx.query(
        `update platform.sys_task set created_by = $2, opened_at = $3, status = $4, closed_at = case when $4 = 'done' then $5::timestamptz end,
           closed_by = case when $4 = 'done' then assignee_id end, result = case when $4 = 'done' then '已完成，资料已上传' end where id = $1`,
        [
          id,
          maker?.id,
          new Date(noon - random.int(3, 15) * 86_400_000).toISOString(),
          done ? 'done' : 'open',
          new Date(noon - random.int(1, 3) * 86_400_000).toISOString(),
        ],
      );
    }
  }
  const pending = await tx.query<{ id: number; name: string; region: number; made: string }>(
    `select id, principal_unit_name as name, region_code as region, created_at as made from registry.principal where tenant_no = $1 and status = 'pending' order by id`,
    [tx.scope.tenantNo],
  );
  for (const one of pending) {
    const id = await writeTask(tx, {
      taskType: 'approve',
      taskName: { key: 'registry.principal.taskApprove', args: { name: one.name } },
      entity: 'registry.principal',
      entityId: one.id,
      linkPath: `/pri/principal/info?keyword=${encodeURIComponent(one.name)}`,
      permission: 'pri:principal:approve',
      regionCode: one.region,
      principalId: one.id,
      dueAt: new Date(noon + random.int(-1, 5) * 86_400_000).toISOString(),
    });
    await tx.query('update platform.sys_task set opened_at = $2 where id = $1', [id, one.made]);
  }
}
