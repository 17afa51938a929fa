import type { Tx } from '#kit/server/db/database.ts';
import { freezeFile } from '#modules/cure/server/consult/case-file.ts';
import { deskOf } from '#modules/cure/server/consult/desk.ts';
import { reportSuspect } from '#modules/cure/server/suspect/suspect-report.ts';
import { onDay } from '../numbers.ts';
import type { Random } from '../random.ts';

interface Patient {
  readonly id: number;
  readonly earTag: string;
  readonly species: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly askerId: number | null;
}
interface Expert {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
}

/** Signs, what the holder writes, the diagnosis, what the expert answers. */
const stories: readonly [signs: string[], complaint: string, diagnosis: string, basis: string, advice: string][] = [
  [
    ['腹胀', '反刍停止'],
    '早上发现左边肚子鼓得厉害，不倒嚼，站立不安，昨天换了青草。',
    '瘤胃臌气',
    '左侧腹部隆起，突然换喂多汁青草，反刍停止，符合瘤胃臌气。',
    '立即停喂青草，灌服消气药，牵遛半小时；如呼吸困难请兽医到场穿刺放气。',
  ],
  [
    ['咳嗽', '体温升高', '呼吸急促'],
    '咳嗽三天了，今天开始喘，量体温四十度二，吃得少。',
    '支气管肺炎',
    '咳嗽、体温升高、呼吸急促三天，季节转冷，符合支气管肺炎。',
    '隔离保暖，按处方用药三天，每天早晚量体温，三天后随访。',
  ],
  [
    ['腹泻', '食欲减退'],
    '小牛拉稀两天，黄色稀水，精神不好，不爱吃奶。',
    '犊牛腹泻',
    '两周龄，水样腹泻，未见便血，体温正常，考虑消化不良性腹泻。',
    '补液为主，口服补液盐每天三次，停奶一顿，两天不好转再联系。',
  ],
  [
    ['乳房红肿', '食欲减退'],
    '右后乳区发硬发热，奶里有絮状物，牛不让碰。',
    '乳房炎',
    '单个乳区红肿热痛，乳汁有絮状物，符合临床型乳房炎。',
    '每天挤净患区乳汁，热敷，按处方用药；休药期内奶不得出售。',
  ],
  [
    ['跛行', '蹄部溃烂'],
    '后腿瘸了五天，蹄缝里有臭味，最近圈里很湿。',
    '腐蹄病',
    '蹄叉溃烂有恶臭，圈舍潮湿，符合腐蹄病。',
    '清创消毒，圈舍铺干垫料，每天蹄浴一次，一周后复查。',
  ],
  [
    ['产后不食', '卧地不起'],
    '产后第二天站不起来，耳朵凉，不吃东西。',
    '产后瘫痪',
    '经产母牛，产后一天内卧地，体表发凉，符合产后瘫痪。',
    '尽快请现场兽医静脉补钙，垫厚垫草，每两小时翻身。',
  ],
  [
    ['脱毛瘙痒', '消瘦'],
    '一群羊都在墙上蹭，背上掉毛，越来越瘦。',
    '疥螨病',
    '群发瘙痒脱毛，冬季舍饲，符合疥螨病。',
    '全群驱虫，七天后重复一次，圈舍同时喷洒。',
  ],
];

const times = (status: string, n: number): string[] => Array.from({ length: n }, () => status);
/** A small world shows every state, too; whoever comes after these is closed. */
const states: readonly string[] = [
  ...[
    'waiting',
    'inProgress',
    'answered',
    'closed',
    'needInfo',
    'following',
    'closed',
    'inProgress',
    'waiting',
    'answered',
    'following',
  ],
  ...times('inProgress', 7),
  ...times('needInfo', 2),
  ...times('answered', 4),
  ...times('following', 10),
];

/** A year of consultations with what was said; now some wait, one of them red on the board. */
export async function saveConsults(tx: Tx, random: Random): Promise<void> {
  const patients = await tx.query<Patient>(
    `select distinct on (a.principal_id) a.id, a.ear_tag as "earTag", a.species, a.principal_id as "principalId", a.region_code as "regionCode",
       (select u.id from platform.sys_user u where u.principal_id = a.principal_id and u.status = 'active' order by u.id limit 1) as "askerId"
     from registry.animal a where a.tenant_no = $1 and a.status = 'inStock' and a.voided_at is null and a.species = 'cattle' and not a.quarantined
       and a.region_code >= 150521000000 and a.region_code < 150523000000 order by a.principal_id, a.id desc limit 220`,
    [tx.scope.tenantNo],
  );
  const experts = await tx.query<Expert>(
    'select id, user_id as "userId", name from cure.expert where tenant_no = $1 order by id',
    [tx.scope.tenantNo],
  );
  const [worker] = await tx.query<{ id: number }>("select id from platform.sys_user where username = 'kzzq_worker1'");
  const tags = new Map(
    (
      await tx.query<{ id: number; kind: string; name: string }>(
        'select id, kind, name_zh as name from cure.cure_tag where tenant_no = $1',
        [tx.scope.tenantNo],
      )
    ).map((one) => [`${one.kind} ${one.name}`, one.id]),
  );
  const sheets = await sheetsOf(tx);
  for (const [at, patient] of patients.entries()) {
    const expert = experts[at % experts.length];
    const status = states[at] ?? 'closed';
    const sheet = sheets.find((one) => one.principalId === patient.principalId && fits(status, one.minutes));
    // A case with a sheet tells the story of that sheet, of its animal and of that day.
    const story = sheet
      ? stories.find(([, , diagnosis]) => diagnosis === sheet.diagnosis)
      : stories[at % stories.length];
    if (!story || !expert) continue;
    const asker = patient.askerId ?? worker?.id ?? 1;
    const ill = sheet ? { ...patient, id: sheet.animalId, earTag: sheet.earTag } : patient;
    const id = await saveOne(tx, {
      at,
      patient: ill,
      story,
      expert,
      status,
      tags,
      random,
      asker,
      ...(sheet && { minutesAgo: sheet.minutes + 150 }),
    });
    if (sheet && id) await linkSheet(tx, sheet.id, id);
  }
  await saveSuspects(tx, patients.slice(-8), worker?.id ?? 1);
  await tx.query(
    `update cure.consult set on_board = true, urgency = 'urgent', created_at = now() - interval '14 minutes' where id = (
       select id from cure.consult where tenant_no = $1 and status = 'waiting' order by id limit 1)`,
    [tx.scope.tenantNo],
  );
}

interface SheetOf {
  readonly id: number;
  readonly principalId: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly diagnosis: string;
  readonly minutes: number;
}
/** Signed sheets for cattle whose diagnosis is one of the stories, the latest of each holder first. */
const sheetsOf = (tx: Tx) =>
  tx.query<SheetOf>(
    `select p.id, p.principal_id as "principalId", a.id as "animalId", a.ear_tag as "earTag", g.name_zh as diagnosis,
       (extract(epoch from now() - p.issued_at) / 60)::int as minutes
     from cure.prescription p join cure.cure_tag g on g.id = p.diagnosis_tag_id and g.name_zh = any ($2)
       cross join lateral (select x.animal_id from cure.prescription_animal x where x.parent_id = p.id order by x.line_no limit 1) n
       join registry.animal a on a.id = n.animal_id and a.birth_date < p.issued_at::date - 14
     where p.tenant_no = $1 and p.content_hash is not null and p.species = 'cattle' order by p.issued_at desc`,
    [tx.scope.tenantNo, stories.map(([, , diagnosis]) => diagnosis)],
  );
/** What is closed is older than what is still followed. */
const fits = (status: string, minutes: number) =>
  status === 'closed' ? minutes > 8_000 : ['answered', 'following'].includes(status) && minutes < 10_000;

/** The sheet stands in the case, written when the expert had answered. */
const linkSheet = (tx: Tx, sheetId: number, consultId: number): Promise<unknown> =>
  tx.query(
    `with linked as (
       update cure.prescription p set consult_id = c.id from cure.consult c where p.id = $1 and c.id = $2
       returning p.id, p.doc_no, p.created_by, p.issued_at, c.last_seq, c.tenant_no)
     , told as (
       insert into cure.consult_message (tenant_no, consult_id, seq, sender_id, sender, role, kind, body, ref_id, at)
       select l.tenant_no, $2, l.last_seq + 1, l.created_by, coalesce(u.real_name, ''), 'localVet', 'prescription', l.doc_no, l.id, l.issued_at
       from linked l left join platform.sys_user u on u.id = l.created_by)
     update cure.consult c set last_seq = l.last_seq + 1 from linked l where c.id = $2`,
    [sheetId, consultId],
  );

interface One {
  readonly at: number;
  readonly patient: Patient;
  readonly story: (typeof stories)[number];
  readonly expert: Expert;
  readonly status: string;
  readonly tags: ReadonlyMap<string, number>;
  readonly random: Random;
  readonly asker: number;
  /** When it was asked, where something that followed says so. */
  readonly minutesAgo?: number;
}

async function saveOne(tx: Tx, one: One): Promise<number | null> {
  const { at, patient, story, expert, status, tags, random, asker } = one;
  const [signs, complaint, diagnosis, basis, advice] = story;
  const isOpen = status !== 'closed';
  const drawn = status === 'waiting' ? 6 + at * 8 : isOpen ? random.int(60, 4000) : random.int(8000, 500_000);
  const minutes = one.minutesAgo ?? drawn;
  const has = status !== 'waiting';
  const isAnswered = ['answered', 'following', 'closed'].includes(status);
  const reply = random.int(3, 26);
  const answer = reply + random.int(20, one.minutesAgo ? 110 : 200);
  const desk = await deskOf(tx, patient.regionCode);
  const file = await freezeFile(tx, patient.principalId, [patient.id]);
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into cure.consult (tenant_no, region_code, principal_id, centre_id, upper_id, doc_no, asker_id, behalf, species, head_ill, head_at_risk, sign_tag_ids, signs,
       onset_on, complaint, temperature, wants, urgency, case_file, case_file_at, expert_id, diagnosis_tag_id, first_reply_at, reply_due, answered_at, answer_due, closed_at,
       last_at, outcome, rating, share_consent, request_id, status, created_by, created_at)
     select $1, $2, $3, $4, $5, kit.doc_no('CC'), $6, $7, $8, 1, $9, $10, $11, (t.at at time zone 'Asia/Shanghai')::date - 1, $12, $13, 'text', $14, $15, t.at, $16, $17,
       case when $18 then t.at + make_interval(mins => $19) end, t.at + interval '4 hours', case when $20 then t.at + make_interval(mins => $21) end, t.at + interval '24 hours',
       case when $22 then t.at + interval '5 days' end, case when $22 then t.at + interval '5 days' else least(now(), t.at + make_interval(mins => $21)) end, $23, $24, $25, $26, $27,
       $6, t.at from (select now() - make_interval(mins => $28) as at) t returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      patient.regionCode,
      patient.principalId,
      desk.centreId,
      desk.upperId,
      asker,
      patient.askerId === null,
      patient.species,
      random.int(4, 60),
      signs.map((name) => tags.get(`sign ${name}`)),
      signs.join('、'),
      complaint,
      38.4 + random.int(0, 20) / 10,
      at % 7 === 0 ? 'urgent' : 'normal',
      JSON.stringify(file),
      has ? expert.id : null,
      isAnswered ? (tags.get(`disease ${diagnosis}`) ?? null) : null,
      has && status !== 'needInfo',
      reply,
      isAnswered,
      answer,
      !isOpen,
      isOpen ? null : random.pick(['cured', 'cured', 'cured', 'improved', 'unchanged', 'died']),
      !isOpen && at % 3 === 0 ? random.pick([5, 5, 5, 4, 4]) : null,
      at % 2 === 0 ? 'photos' : 'none',
      random.uuid(),
      status,
      minutes,
    ],
  );
  if (!row) return null;
  await tx.query(
    'insert into cure.consult_animal (tenant_no, consult_id, animal_id, ear_tag) values ($1, $2, $3, $4)',
    [tx.scope.tenantNo, row.id, patient.id, patient.earTag],
  );
  const said: [userId: number | null, role: string, kind: string, body: string, after: number][] = [
    [asker, 'asker', 'text', complaint, 0],
  ];
  if (has) {
    said.push([expert.userId, 'expert', 'system', 'accepted', reply - 1]);
    said.push([expert.userId, 'expert', 'text', '您好，请问体温多少？之前用过什么药？能拍一张近照吗？', reply]);
    if (status !== 'needInfo') said.push([asker, 'asker', 'text', '没有用过药，照片一会儿发您。', reply + 4]);
  }
  if (isAnswered) said.push([expert.userId, 'expert', 'opinion', '1', answer]);
  for (const [seq, [userId, role, kind, body, after]] of said.entries())
    await tx.query(
      `insert into cure.consult_message (tenant_no, consult_id, seq, sender_id, sender, role, kind, body, ref_id, at)
       select $1, $2, $3, $4, coalesce((select real_name from platform.sys_user where id = $4), ''), $5, $6, $7, $8, least(now(), c.created_at + make_interval(mins => $9))
       from cure.consult c where c.id = $2`,
      [tx.scope.tenantNo, row.id, seq + 1, userId, role, kind, body, kind === 'opinion' ? 1 : null, after],
    );
  await tx.query('update cure.consult set last_seq = $2 where id = $1', [row.id, said.length]);
  await tx.query(`insert into cure.consult_party (tenant_no, consult_id, user_id, role) values ($1, $2, $3, 'asker')`, [
    tx.scope.tenantNo,
    row.id,
    asker,
  ]);
  if (!has) return row.id;
  await tx.query(
    `insert into cure.consult_party (tenant_no, consult_id, user_id, role) values ($1, $2, $3, 'expert') on conflict do nothing`,
    [tx.scope.tenantNo, row.id, expert.userId],
  );
  await tx.query(
    `insert into cure.consult_offer (tenant_no, consult_id, expert_id, user_id, centre_id, upper_id, kind, urgency, species, signs, county_code, wants, score, score_parts, offered_at, answer_by, status)
     select tenant_no, id, $2, $3, centre_id, upper_id, 'duty', urgency, species, signs, region_code / 1000000 * 1000000, wants, 62.5,
       '{"speciality": 20, "species": 10, "continuity": 0, "language": 10, "nearness": 12.5, "load": 10}', created_at, created_at + interval '30 minutes', 'accepted' from cure.consult where id = $1`,
    [row.id, expert.id, expert.userId],
  );
  if (!isAnswered) return row.id;
  await tx.query(
    `insert into cure.consult_opinion (tenant_no, consult_id, no, expert_id, diagnosis_tag_id, certainty, basis, advice, follow_days, created_by, created_at)
     select tenant_no, id, 1, $2, diagnosis_tag_id, 'clinical', $3, $4, '{3}', $5, answered_at from cure.consult where id = $1`,
    [row.id, expert.id, basis, advice, expert.userId],
  );
  await tx.query(
    `insert into cure.follow_up (tenant_no, region_code, principal_id, centre_id, upper_id, user_id, consult_id, source_no, animals, diagnosis_tag_id, due_on, way, result, done_at, status)
     select tenant_no, region_code, principal_id, centre_id, upper_id, $2, id, doc_no, $3, diagnosis_tag_id, (answered_at at time zone 'Asia/Shanghai')::date + 3, 'phone', $4,
       case when $4::text is not null then answered_at + interval '3 days' end, case when $4::text is null then 'due' else 'done' end from cure.consult where id = $1`,
    [row.id, expert.userId, patient.earTag, status === 'closed' ? 'cured' : null],
  );
  return row.id;
}

/** Six reports: four excluded, one with its investigation, one sent forty minutes ago. */
async function saveSuspects(tx: Tx, patients: readonly Patient[], reporter: number): Promise<void> {
  const asWorker = { ...tx, scope: { ...tx.scope, userId: reporter } };
  for (const [at, patient] of patients.slice(0, 6).entries()) {
    const minutes = at === 5 ? 40 : (at + 2) * 9000;
    const told = {
      principalId: patient.principalId,
      diseaseCode: at % 2 === 0 ? 'fmd' : 'brucellosis',
      headIll: 2 + at,
      headDead: at === 5 ? 2 : 0,
      signs: at % 2 === 0 ? '口蹄水疱、流涎' : '流产',
    };
    const when = new Date(Date.now() - minutes * 60_000).toISOString();
    const { id } = await onDay(tx, when, () => reportSuspect(asWorker, told));
    await tx.query(
      `update cure.suspect_report set status = $2, reported_at = now() - make_interval(mins => $3), created_at = now() - make_interval(mins => $3),
         received_at = case when $2 <> 'sent' then now() - make_interval(mins => $3 - 35) end, finding = $4 where id = $1`,
      [
        id,
        at === 5 ? 'sent' : at === 4 ? 'accepted' : 'excluded',
        minutes,
        at < 4 ? '现场查看并采样检测，结果阴性，予以排除。' : null,
      ],
    );
  }
  await tx.query(
    `update platform.sys_task t set status = 'done' from cure.suspect_report r where t.entity = 'cure.suspectReport' and t.entity_id = r.id and r.status <> 'sent'`,
  );
}
