import type { Tx } from '#kit/server/db/database.ts';
import { cleanHtml } from '#modules/platform/server/notice/clean-html.ts';
import type { Random } from './random.ts';

/** Title, species and the first thing to know; the category stands above. */
const shelves: Readonly<Record<string, readonly string[]>> = {
  disease: [
    '牛结节性皮肤病的识别与处置|cattle|体表出现直径 2–5 厘米的硬结并伴发热，应立即隔离并上报。',
    '布鲁氏菌病的防控要点|cattle|流产母畜的胎衣、胎水是主要传染源，处理时必须做好人员防护。',
    '羊传染性胸膜肺炎诊疗|goat|咳嗽、流脓性鼻液、胸部叩诊疼痛是典型表现。',
    '犊牛腹泻的综合防治|cattle|先补液后用药，初乳在出生后 2 小时内喂足 2 公斤。',
    '羊快疫与猝狙的区别|sheep|两病发病急、死亡快，确诊需剖检与细菌学检查。',
    '口蹄疫疫情应急处置流程|cattle|发现水疱立即停止移动，2 小时内上报属地机构。',
  ],
  immunity: [
    '春秋两季集中免疫操作规程||疫苗全程 2–8℃，开瓶后当天用完，一畜一针头。',
    '免疫副反应的判断与抢救||注射后 30 分钟内观察，过敏者立即皮下注射肾上腺素。',
    '免疫抗体监测的采样方法||每个免疫批次随机采血不少于 30 份，样品 4℃ 保存 24 小时内送检。',
    '小反刍兽疫免疫程序|sheep|1 月龄以上首免，每 3 年加强一次，新补栏及时补免。',
  ],
  feeding: [
    '育肥牛三阶段饲养法|cattle|过渡期 15 天、增肉期 120 天、催肥期 60 天，精料逐步提高。',
    '母牛围产期管理|cattle|产前 60 天停奶，产前 15 天换围产料，产后供温麸皮水。',
    '羔羊早期断奶技术|sheep|45 日龄、体重达 12 公斤可断奶，提前 15 天补饲开食料。',
    '舍饲羊群的日常管理|sheep|定时定量、先草后料，每日清扫，每周消毒一次。',
    '犊牛去角与编号|cattle|7–15 日龄电烙去角，出生 30 天内佩戴耳标。',
    '肉牛日粮配方举例|cattle|体重 400 公斤育肥牛每日青贮 15 公斤、精料 5 公斤、干草 3 公斤。',
  ],
  breeding: [
    '西门塔尔牛冷配技术规范|cattle|发情后 12–18 小时输精，冻精 38℃ 水浴 15 秒解冻。',
    '同期发情与定时输精|cattle|放置阴道栓 9 天，撤栓后 48–56 小时定时输精。',
    '母羊妊娠诊断方法|sheep|配种后 35 天可用 B 超确诊，空怀母羊及时补配。',
    '种公牛的饲养与采精|cattle|每周采精 2 次，日喂鸡蛋 2–3 枚补充蛋白。',
  ],
  forage: [
    '全株玉米青贮制作|cattle|乳熟后期至蜡熟前期收割，切短 2 厘米，压实密封 45 天开窖。',
    '苜蓿收获与晾晒||初花期刈割，含水 18% 以下打捆，避免雨淋。',
    '秸秆黄贮与微贮||加菌种、调水分到 65%，压实封严 30 天可用。',
    '冬季饲草储备测算||每头牛按 7 公斤干草、150 天计算，再留 10% 余量。',
  ],
  policy: [
    '草原生态保护补助奖励政策解读||禁牧补助与草畜平衡奖励按承包面积发放，公示无异议后打卡。',
    '肉牛保险的投保与理赔|cattle|出险 24 小时内报案，保留耳标与现场照片。',
    '动物检疫申报须知||出栏前 3 天申报，检疫证明与耳标一一对应。',
    '养殖场备案办理指南||需提供用地、环评与动物防疫条件合格证。',
  ],
  market: [
    '如何看懂活牛行情|cattle|关注架子牛与育肥牛价差，结合饲料成本判断补栏时机。',
    '牛羊交易市场购畜注意事项||查验检疫证明与耳标，隔离观察 45 天后混群。',
    '订单养殖合同的要点||写明重量、等级、定价方式与违约责任。',
  ],
  finance: [
    '活体抵押贷款怎么办理|cattle|凭电子耳标建档、评估价值，由银行远程盘点。',
    '养殖户如何积累信用||按时还款、如实登记存栏，信用分按季度更新。',
    '牛只保险与信贷的联动||保单可作为增信材料，理赔款优先还贷。',
  ],
  equipment: [
    '智能项圈的佩戴与维护|cattle|项圈松紧以能伸入两指为宜，低电量时及时更换。',
    '冷链设备日常巡检||每日两次记录温度，断电 2 小时内转移疫苗。',
    '牛舍通风与保温设计|cattle|换气优先于保温，舍内氨味以不刺鼻为准。',
  ],
  other: [
    '草原防火与牲畜转移||提前规划转移路线与集中安置点，备足 7 天饲草。',
    '暴风雪应急管理||关好棚圈，补足饮水，幼畜单独护理。',
    '记录养殖档案的好处||投入品、免疫、消毒记录保存 2 年以上，是追溯与理赔的依据。',
  ],
};

const closing = [
  '操作前请查看所在旗县的最新要求；有疑问可联系苏木镇综合保障中心的防疫员。',
  '本文由平台专家组整理，供养殖户与基层人员学习参考，具体用药遵兽医处方。',
];

/** The operator's 40 articles, six of them hot; covers by category where pictures can be kept. */
export async function saveArticles(
  tx: Tx,
  today: string,
  random: Random,
  covers: ReadonlyMap<string, number>,
): Promise<void> {
  let serial = 0;
  for (const [category, articles] of Object.entries(shelves)) {
    for (const line of articles) {
      serial += 1;
      const [title = '', species = '', fact = ''] = line.split('|');
      const html = cleanHtml(
        `<h2>要点</h2><p><strong>${fact}</strong></p><h2>做法</h2><ul><li>先核对耳标与档案，确认个体与批次。</li><li>按规程逐步操作，边做边在手机端记录。</li><li>结束后清点用品，做好场地与人员消毒。</li></ul><h2>注意</h2><p>${closing[serial % closing.length]}</p>`,
      );
      const status = serial === 39 ? 'draft' : serial === 40 ? 'withdrawn' : 'published';
      const hot = serial % 7 === 1 && serial < 40;
      await tx.query(
        `insert into platform.sys_encyclopedia (title, category, species, tags, cover, content, source, author, hot, views, published_at, status)
         values ($1, $2, nullif($3, ''), $4, $5, $6, $7, $8, $9, $10, case when $12 = 'draft' then null else $11::date - $13::int + time '10:00' end, $12)`,
        [
          title,
          category,
          species,
          title.slice(0, 4),
          covers.get(category) ?? null,
          html,
          serial % 3 === 0 ? '自治区农牧厅' : '平台专家组',
          random.pick(['包海峰', '王志国', '乌日娜', '李建军']),
          hot,
          status === 'draft' ? 0 : 80 + random.int(0, 900) + (hot ? 2400 : 0),
          today,
          status,
          200 - serial * 4,
        ],
      );
    }
  }
}

/** Twelve that 通辽 took. */
export async function saveAdoptions(tx: Tx): Promise<void> {
  await tx.query(
    `insert into platform.sys_encyclopedia_adoption (tenant_no, article_id, title, category, species, content, cover, source, adopted_by)
     select $1, id, title, category, species, content, cover, source, (select id from platform.sys_user where username = 'tl_admin')
     from platform.sys_encyclopedia where status = 'published' order by views desc limit 12`,
    [tx.scope.tenantNo],
  );
}
