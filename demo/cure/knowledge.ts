import type { Tx } from '#kit/server/db/database.ts';
import { linkArticle } from '#modules/cure/server/consult/consult.article.ts';
import { adoptArticle, insertCaseDraft } from '#modules/cure/server/knowledge/knowledge-article.ts';
import { pinyinOf } from '#modules/registry/server/index.ts';
import type { Random } from '../random.ts';

/** Title, category, species, disease, what to know, what to do. */
const own: readonly [title: string, category: string, species: string, disease: string, know: string, what: string][] =
  [
    [
      '牛瘤胃臌气怎样早发现',
      'disease',
      'cattle',
      '瘤胃臌气',
      '左腹胀起、反刍停止、呼吸加快，多在采食大量青绿饲料后数小时出现。',
      '让牛前高后低站立，停喂青料，尽快联系兽医；不要自行穿刺。',
    ],
    [
      '春季羔羊痢疾的预防',
      'disease',
      'sheep',
      '羔羊痢疾',
      '多见于出生一周内的羔羊，圈舍潮湿、初乳不足时容易成批发病。',
      '产房干燥消毒，出生一小时内吃足初乳，发现拉稀立即隔离。',
    ],
    [
      '犊牛腹泻先补液',
      'disease',
      'cattle',
      '犊牛腹泻',
      '脱水比病原更快致命：眼窝下陷、皮肤弹性差是危险信号。',
      '少量多次口服补液，保温，取粪样送检，再由兽医决定用药。',
    ],
    [
      '奶牛与母牛乳房炎的日常检查',
      'disease',
      'cattle',
      '乳房炎',
      '乳汁出现絮状物、乳区发硬发热，是最早的迹象。',
      '挤奶前后药浴乳头，病牛最后挤，用药后遵守弃奶期。',
    ],
    [
      '羊疥螨病全群防治',
      'disease',
      'sheep',
      '疥螨病',
      '剧痒、脱毛、结痂，接触传播，冬春多发。',
      '全群同时用药，圈舍和用具一并处理，七至十天后重复一次。',
    ],
    [
      '腐蹄病从修蹄开始',
      'disease',
      'cattle',
      '腐蹄病',
      '蹄间红肿、恶臭、跛行，泥泞圈舍多发。',
      '每年修蹄两次，蹄浴池常换，病牛垫干草单独饲养。',
    ],
    [
      '产后瘫痪的识别',
      'disease',
      'cattle',
      '产后瘫痪',
      '产后三天内卧地不起、耳尖发凉、颈部呈S形弯曲。',
      '垫软草、翻身防褥疮，立即请兽医静脉补钙。',
    ],
    [
      '胎衣不下能不能硬拉',
      'disease',
      'cattle',
      '胎衣滞留',
      '产后十二小时胎衣未排出即为滞留。',
      '不要硬拉，剪去外露部分防踩踏，由兽医处理并跟踪体温。',
    ],
    [
      '入冬前的驱虫安排',
      'immunity',
      'sheep',
      '肝片吸虫病',
      '牧场低洼积水处最容易感染。',
      '转场前全群驱虫，粪便堆积发酵，记录休药期再出栏。',
    ],
    [
      '青贮开窖后的二次发酵',
      'forage',
      '',
      '',
      '取料面发热发霉就是二次发酵，喂了容易引起前胃弛缓。',
      '每天取料深度不少于三十厘米，取后盖严，霉变部分全部剔除。',
    ],
    [
      '秋季接犊准备清单',
      'breeding',
      'cattle',
      '',
      '预产期前十天进产房，观察乳房和骨盆变化。',
      '备好碘酊、毛巾、助产绳和初乳，夜间有人值守。',
    ],
    [
      '休药期为什么不能提前卖',
      'policy',
      '',
      '',
      '休药期内肉奶中药物残留可能超标，检疫时系统会直接拦截。',
      '用药当天记录，手机上查看可出栏日期，到期后再申报检疫。',
    ],
  ];
const noticeTypes: readonly [code: string, zh: string, en: string, color: string, level: string, review: boolean][] = [
  ['epidemic', '疫情提示', 'Epidemic notice', '#cf1322', 'urgent', true],
  ['training', '培训通知', 'Training', '#1677ff', 'normal', false],
  ['drug', '用药提醒', 'Drug reminder', '#d46b08', 'important', true],
  ['weather', '灾害天气', 'Bad weather', '#531dab', 'important', false],
  ['society', '协会公告', 'Society', '#389e0d', 'normal', false],
  ['service', '服务安排', 'Service', '#08979c', 'normal', false],
];
const notices: readonly [type: string, title: string, content: string, isPublic: boolean, days: number][] = [
  ['weather', '寒潮来临，做好牲畜防寒', '未来三天最低气温降至零下二十度，请加厚垫草、检查饮水、产房值守。', true, 5],
  ['training', '冬季羊病防治培训报名', '本月二十六日在市畜牧兽医协会会议室举办，免费参加，提供午餐。', true, 9],
  ['drug', '规范使用抗菌药，遵守休药期', '请凭处方购买和使用抗菌药，用药后如实登记。', true, 20],
  ['society', '会费缴纳提醒', '本年度会费请于月底前缴纳，缴费后请上传凭证。', false, 3],
  ['service', '节假日专家值班安排', '节假日专家在线值班不间断，急症请直接发起视频问诊。', true, 30],
  ['epidemic', '口蹄疫强化免疫提示', '请各养殖场户配合村级防疫员完成秋防补免。', false, 14],
];

interface Case {
  readonly id: number;
  readonly species: string;
  readonly tagId: number | null;
  readonly disease: string | null;
  readonly signs: string;
  readonly expertId: number;
  readonly name: string;
  readonly title: string;
}
const labels: Readonly<Record<string, string>> = { cattle: '牛', sheep: '绵羊', goat: '山羊' };

/** Own articles, copies of shared ones, articles out of cases, some in review; readers of a month; announcements. */
export async function saveKnowledge(tx: Tx, today: string, random: Random): Promise<void> {
  const tenant = tx.scope.tenantNo;
  const taken = await tx.query<{
    id: number;
    articleId: number;
    title: string;
    category: string;
    species: string | null;
    content: string;
    cover: number | null;
    source: string | null;
  }>(
    `select id, article_id as "articleId", title, category, species, content, cover, source
     from platform.sys_encyclopedia_adoption where tenant_no = $1 and copy_id is null order by id`,
    [tenant],
  );
  for (const one of taken) {
    const copyId = await adoptArticle(tx, one);
    await tx.query('update platform.sys_encyclopedia_adoption set copy_id = $2 where id = $1', [one.id, copyId]);
  }
  const users = new Map(
    (
      await tx.query<{ name: string; id: number }>(
        `select username as name, id from platform.sys_user where tenant_no = $1 and username in ('expert1', 'expert2', 'soc1', 'soc2', 'cure1')`,
        [tenant],
      )
    ).map((one) => [one.name, one.id]),
  );
  for (const [at, [title, category, species, disease, know, what]] of own.entries()) {
    const isReview = at % 6 === 5;
    const [row] = await tx.query<{ id: number }>(
      `insert into cure.knowledge_article (tenant_no, title, category, species, tag_id, summary, content, author_id,
         author_name, author_title, author_expert_id, public_flag, pinyin, status, created_by, published_at)
       select $1, $2, $3, $4, (select id from cure.cure_tag where tenant_no = $1 and kind = 'disease' and name_zh = $5), $6,
         $7, e.user_id, e.name, e.title, e.id, $8, $9, $10, e.user_id, $11::timestamptz
       from cure.expert e where e.tenant_no = $1 and e.user_id = $12 returning id`,
      [
        tenant,
        title,
        category,
        species ? [species] : [],
        disease,
        know.slice(0, 60),
        `<h2>要点</h2><p>${know}</p><h2>怎么做</h2><p>${what}</p><p>病情不明时不要自行用药，请在线问诊或联系当地兽医。</p>`,
        !isReview,
        pinyinOf(title),
        isReview ? 'submitted' : 'published',
        isReview ? null : `${day(today, -30 - at * 9)}T09:00:00+08:00`,
        users.get(at % 2 ? 'expert2' : 'expert1'),
      ],
    );
    if (row) await handIn(tx, row.id, isReview ? 'submitted' : 'published', users.get('soc1') ?? null);
  }
  await fromCases(tx, users.get('soc1') ?? null);
  await tx.query(
    `insert into cure.article_visit_day (tenant_no, article_id, day, views, helpful, unhelpful)
     select a.tenant_no, a.id, d::date, 3 + (a.id * 7 + extract(doy from d)::int * 3) % 23,
       (a.id + extract(doy from d)::int) % 3, ((a.id + extract(doy from d)::int) % 11 = 0)::int
     from cure.knowledge_article a, generate_series($2::date - 29, $2::date, interval '1 day') d
     where a.tenant_no = $1 and a.status = 'published'`,
    [tenant, today],
  );
  await tx.query(
    `update cure.knowledge_article a set views = v.views + $2, helpful = v.helpful, unhelpful = v.unhelpful
     from (select article_id, sum(views)::int as views, sum(helpful)::int as helpful, sum(unhelpful)::int as unhelpful
       from cure.article_visit_day where tenant_no = $1 group by 1) v where v.article_id = a.id`,
    [tenant, random.int(20, 60)],
  );
  await saveNotices(tx, today, users.get('soc2') ?? null);
}

const day = (today: string, days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

async function handIn(tx: Tx, articleId: number, status: string, reviewer: number | null): Promise<void> {
  await tx.query(
    `insert into cure.article_revision (tenant_no, article_id, no, title, category, species, tag_id, summary, content,
       vet_content, author_id, author_name, submitted_at, reviewer_id, reviewed_at, opinion, status, created_by)
     select tenant_no, id, 1, title, category, species, tag_id, summary, content, vet_content, author_id, author_name,
       created_at, case when $2::text = 'published' then $3::bigint end, case when $2::text = 'published' then now() end,
       case when $2::text = 'published' then '内容准确，同意发布' end, $2::text, author_id
     from cure.knowledge_article where id = $1`,
    [articleId, status, reviewer],
  );
  if (status === 'published')
    await tx.query('update cure.knowledge_article set live_revision = 1 where id = $1', [articleId]);
}

async function fromCases(tx: Tx, reviewer: number | null): Promise<void> {
  const cases = await tx.query<Case>(
    `select c.id, c.species, c.diagnosis_tag_id as "tagId", g.name_zh as disease, c.signs, e.id as "expertId", e.name, e.title
     from cure.consult c join cure.expert e on e.id = c.expert_id left join cure.cure_tag g on g.id = c.diagnosis_tag_id
     where c.tenant_no = $1 and c.status = 'closed' and c.outcome in ('cured', 'improved') and c.diagnosis_tag_id is not null
     order by c.id limit 4`,
    [tx.scope.tenantNo],
  );
  for (const one of cases) {
    await tx.query(`update cure.consult set share_consent = 'text' where id = $1`, [one.id]);
    const id = await insertCaseDraft(tx, {
      consultId: one.id,
      title: `${labels[one.species]}${one.disease}一例`,
      species: one.species,
      tagId: one.tagId,
      summary: `${one.signs}，诊断为${one.disease}，治疗后好转。`.slice(0, 200),
      content: `<h2>症状</h2><p>${one.signs}</p><h2>诊断</h2><p>${one.disease}</p><h2>转归</h2><p>按兽医意见治疗后好转。</p><p>具体用药须由兽医开具处方。</p>`,
      vetContent: '',
      authorExpertId: one.expertId,
      authorId: null,
      authorName: one.name,
      authorTitle: one.title,
    });
    await linkArticle(tx, one.id, id);
    await tx.query(
      `update cure.knowledge_article set status = 'published', public_flag = true, published_at = now(),
         author_id = (select user_id from cure.expert where id = $2) where id = $1`,
      [id, one.expertId],
    );
    await handIn(tx, id, 'published', reviewer);
  }
}

async function saveNotices(tx: Tx, today: string, maker: number | null): Promise<void> {
  const ids = new Map<string, number>();
  for (const [code, zh, en, color, level, review] of noticeTypes) {
    const [row] = await tx.query<{ id: number }>(
      `insert into cure.cure_notice_type (tenant_no, code, name_zh, name_en, color, level, review_needed)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [tx.scope.tenantNo, code, zh, en, color, level, review],
    );
    ids.set(code, row?.id as number);
  }
  for (const [at, [type, title, content, isPublic, days]] of notices.entries())
    await tx.query(
      `insert into cure.cure_notice (tenant_no, doc_no, type_id, title, content, public_flag, valid_to, receivers,
         published_at, status, created_by, created_at)
       values ($1, kit.doc_no('CN'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $8)`,
      [
        tx.scope.tenantNo,
        ids.get(type),
        title,
        content,
        isPublic,
        day(today, days),
        at === 5 ? 0 : 40 + at * 7,
        `${day(today, -at * 6)}T08:30:00+08:00`,
        at === 5 ? 'pendingReview' : 'published',
        maker,
      ],
    );
}
