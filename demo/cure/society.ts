import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { addDays, addMonths, endOfPeriod } from '#modules/cure/server/society/fee-calc.ts';
import { insertFee } from '#modules/cure/server/society/member-fee.ts';
import { idCard } from '../principals.ts';
import type { Random } from '../random.ts';

const levels: readonly [
  code: string,
  zh: string,
  en: string,
  kind: string,
  yuan: number,
  priority: number,
  council: boolean,
][] = [
  ['U1', '团体会员', 'Unit member', 'unit', 1000, 1, false],
  ['U2', '理事单位', 'Council unit', 'unit', 3000, 3, true],
  ['U3', '常务理事单位', 'Standing council unit', 'unit', 6000, 5, true],
  ['U4', '副会长单位', 'Vice-president unit', 'unit', 12_000, 7, true],
  ['P1', '个人会员', 'Personal member', 'person', 120, 0, false],
  ['P2', '资深个人会员', 'Senior personal member', 'person', 300, 2, false],
];
const orgs: readonly [
  name: string,
  kind: string,
  parent: string | null,
  posts: readonly [zh: string, en: string, seats: number][],
][] = [
  ['会员代表大会', 'congress', null, [['代表', 'Delegate', 2]]],
  [
    '理事会',
    'council',
    '会员代表大会',
    [
      ['会长', 'President', 1],
      ['副会长', 'Vice-president', 5],
      ['理事', 'Council member', 2],
    ],
  ],
  ['常务理事会', 'standing', '理事会', [['常务理事', 'Standing council member', 2]]],
  [
    '监事会',
    'board',
    '会员代表大会',
    [
      ['监事长', 'Head of the board', 1],
      ['监事', 'Board member', 2],
    ],
  ],
  [
    '秘书处',
    'secretariat',
    '理事会',
    [
      ['秘书长', 'Secretary-general', 1],
      ['干事', 'Clerk', 2],
    ],
  ],
  [
    '牛病专业委员会',
    'committee',
    '理事会',
    [
      ['主任委员', 'Chair', 1],
      ['委员', 'Member', 2],
    ],
  ],
  ['羊病专业委员会', 'committee', '理事会', [['主任委员', 'Chair', 1]]],
  ['托管服务委员会', 'committee', '理事会', [['主任委员', 'Chair', 1]]],
  ['科左中旗分会', 'branch', '会员代表大会', [['分会长', 'Branch head', 1]]],
];
const people = [
  '包志远',
  '王秀兰',
  '斯琴高娃',
  '李建国',
  '赵永胜',
  '陈望北',
  '乌日娜',
  '白音仓',
  '韩立新',
  '吴春花',
  '佟铁柱',
  '齐文华',
];

interface Made {
  readonly id: number;
}
const one = async (tx: Tx, text: string, values: unknown[]): Promise<number> =>
  ((await tx.query<Made>(text, values))[0] as Made).id;
const phoneOf = (random: Random) => `15${random.int(0, 9)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`;

/** A society with its bodies, its members in every state, this year's fees, and what waits to be decided. */
export async function saveSociety(tx: Tx, unitId: number, today: string, random: Random): Promise<void> {
  const tenant = tx.scope.tenantNo;
  const societyId = await one(
    tx,
    `insert into cure.society (tenant_no, principal_id, name, code, register_no, legal_person, scope_text)
     select $1, id, principal_unit_name, 'TLXM', '51150500MJY0000001', '包志远', '行业自律、技术培训、专家会诊、托管服务见证'
     from registry.principal where id = $2 returning id`,
    [tenant, unitId],
  );
  await tx.query('update cure.expert set society_id = $2 where tenant_no = $1', [tenant, societyId]);
  await saveBodies(tx, societyId, today, random);
  const levelIds = new Map<string, number>();
  for (const [at, [code, zh, en, kind, yuan, priority, council]] of levels.entries())
    levelIds.set(
      code,
      await one(
        tx,
        `insert into cure.member_level (tenant_no, society_id, code, name_zh, name_en, member_kind, year_fee, priority,
           video_per_month, vote, training, council, order_num)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true, $11, $12) returning id`,
        [tenant, societyId, code, zh, en, kind, yuan * 100, priority, 4 + priority, kind === 'unit', council, at],
      ),
    );
  await saveMembers(tx, { societyId, unitId, levelIds, today, random });
  await saveFormulary(tx, societyId);
}

async function saveBodies(tx: Tx, societyId: number, today: string, random: Random): Promise<void> {
  const tenant = tx.scope.tenantNo;
  const ids = new Map<string, number>();
  let person = 0;
  for (const [at, [name, kind, parent, posts]] of orgs.entries()) {
    const orgId = await one(
      tx,
      `insert into cure.society_org (tenant_no, society_id, parent_id, name, kind, founded_on, order_num)
       values ($1, $2, $3, $4, $5, $6::date - 2200, $7) returning id`,
      [tenant, societyId, parent ? ids.get(parent) : null, name, kind, today, at],
    );
    ids.set(name, orgId);
    for (const [order, [zh, en, seats]] of posts.entries()) {
      const postId = await one(
        tx,
        `insert into cure.society_post (tenant_no, society_id, org_id, name_zh, name_en, seats, order_num)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [tenant, societyId, orgId, zh, en, seats, at * 10 + order],
      );
      // Two posts stand empty; everybody has one post, so nobody sits in two bodies.
      if (name === '羊病专业委员会' || zh === '干事') continue;
      for (let seat = 0; seat < Math.min(seats, zh === '副会长' ? 5 : 2); seat += 1) {
        const from = addDays(today, person % 5 === 0 ? -1770 : -700);
        const columns = piiColumns('phone', 'phone', phoneOf(random), tenant);
        await tx.query(
          `insert into cure.society_person (tenant_no, society_id, post_id, person_name, unit_name, term_from, term_to,
             ${columns.map(([column]) => column).join(', ')}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            tenant,
            societyId,
            postId,
            person < people.length
              ? people[person]
              : `${people[person % people.length]?.[0]}${random.pick(['海龙', '玉梅', '长河', '双喜', '国强'])}`,
            '示范会员单位',
            from,
            addDays(addMonths(from, 60), -1),
            ...columns.map(([, value]) => value),
          ],
        );
        person += 1;
      }
    }
  }
}

interface Setting {
  readonly societyId: number;
  readonly unitId: number;
  readonly levelIds: ReadonlyMap<string, number>;
  readonly today: string;
  readonly random: Random;
}
async function saveMembers(tx: Tx, { societyId, unitId, levelIds, today, random }: Setting): Promise<void> {
  const tenant = tx.scope.tenantNo;
  const units = await tx.query<{ id: number; name: string; region: number; contact: string; type: string }>(
    `select p.id, p.principal_unit_name as name, p.region_code as region, p.contact_name as contact,
       p.principal_unit_type as type
     from registry.principal p where p.tenant_no = $1 and p.status = 'active'
       and p.principal_unit_type in ('farm', 'cooperative', 'clinic', 'household')
     order by (p.principal_unit_type = 'household'), p.id limit 70`,
    [tenant],
  );
  const clerks = await tx.query<{ id: number; name: string }>(
    `select id, username as name from platform.sys_user where tenant_no = $1 and username in ('soc1', 'soc2') order by 2`,
    [tenant],
  );
  const [soc1, soc2] = clerks.map((user) => user.id);
  let serial = 0;
  const member = async (given: {
    principalId: number | null;
    name: string;
    region: number | null;
    level: string;
    joined: string;
    to: string;
    status: string;
  }) => {
    serial += 1;
    const phone = piiColumns('phone', 'phone', phoneOf(random), tenant);
    const card = piiColumns('id_card', 'idCard', given.principalId ? null : idCard(random, 150521101200), tenant);
    const more = [...phone, ...card];
    return one(
      tx,
      `insert into cure.society_member (tenant_no, society_id, unit_id, principal_id, region_code, member_kind, member_no,
         member_name, representative, level_id, joined_on, valid_to, status, ${more.map(([column]) => column).join(', ')})
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${more.map((_, at) => `$${at + 14}`).join(', ')})
       returning id`,
      [
        tenant,
        societyId,
        unitId,
        given.principalId,
        given.region,
        given.principalId ? 'unit' : 'person',
        `TLXM${given.joined.slice(0, 4)}${String(serial).padStart(4, '0')}`,
        given.name,
        given.principalId ? random.pick(people) : null,
        levelIds.get(given.level),
        given.joined,
        given.to,
        given.status,
        ...more.map(([, value]) => value),
      ],
    );
  };
  const bill = async (
    memberId: number,
    name: string,
    principalId: number | null,
    level: string,
    from: string,
    state: string,
  ) => {
    const yuan = levels.find(([code]) => code === level)?.[4] ?? 0;
    const to = endOfPeriod(from, 'rolling');
    const { id } = await insertFee(
      tx,
      {
        societyId,
        unitId,
        principalId,
        memberId,
        applicationId: null,
        memberName: name,
        levelId: levelIds.get(level) as number,
        from,
        to,
        inputs: { kind: 'renew', yearFeeCents: yuan * 100 },
      },
      addDays(from, -20),
    );
    if (state === 'open') return;
    await tx.query(
      `update cure.member_fee set status = $2::text, paid_on = $3::date, paid_amount = amount, payer = member_name, enterer_id = $4,
         entered_at = $3::date, confirmer_id = case when $2::text = 'confirmed' then $5::bigint end,
         confirmed_at = case when $2::text = 'confirmed' then $3::date end,
         receipt_no = case when $2::text = 'confirmed' then 'SJ' || $1::bigint end where id = $1::bigint`,
      [id, state, addDays(from, -5) < today ? addDays(from, -5) : today, soc2, soc1],
    );
  };
  for (const [at, unit] of units.slice(0, 56).entries()) {
    const level = unit.type === 'household' ? 'U1' : (['U1', 'U2', 'U1', 'U3', 'U1', 'U4'][at % 6] as string);
    // Eleven of a hundred and more are in grace: theirs ended within the last ninety days.
    const left = at % 14 === 3 ? -random.int(5, 80) : at % 9 === 4 ? random.int(5, 50) : random.int(80, 350);
    const to = addDays(today, left);
    const joined = addDays(addMonths(to, -12 * (1 + (at % 5))), 1);
    const id = await member({
      principalId: unit.id,
      name: unit.name,
      region: unit.region,
      level,
      joined,
      to,
      status: left < 0 ? 'grace' : 'active',
    });
    await bill(id, unit.name, unit.id, level, addDays(addMonths(to, -12), 1), 'confirmed');
    if (left < 30)
      await bill(id, unit.name, unit.id, level, addDays(to, 1), left < -40 ? 'open' : at % 2 ? 'entered' : 'open');
  }
  for (let at = 0; at < 24; at += 1) {
    const name = `${random.pick(['王', '李', '包', '白', '吴', '韩'])}${random.pick(['海山', '玉兰', '志强', '明', '丽', '宝音', '图雅'])}`;
    const to = addDays(today, random.int(20, 340));
    const level = at % 4 === 0 ? 'P2' : 'P1';
    const id = await member({
      principalId: null,
      name,
      region: null,
      level,
      joined: addDays(addMonths(to, -12), 1),
      to,
      status: 'active',
    });
    await bill(id, name, null, level, addDays(addMonths(to, -12), 1), 'confirmed');
  }
  const states = ['submitted', 'submitted', 'submitted', 'checked', 'checked', 'returned', 'rejected'];
  for (const [at, status] of states.entries()) {
    const unit = units[57 + at];
    if (!unit) break;
    const phone = piiColumns('phone', 'phone', phoneOf(random), tenant);
    await tx.query(
      `insert into cure.member_application (tenant_no, society_id, unit_id, principal_id, doc_no, kind, member_kind,
         applicant_name, representative, level_id, checker_id, checked_at, check_opinion, approver_id, opinion, status,
         created_at, ${phone.map(([column]) => column).join(', ')})
       values ($1, $2, $3, $4, kit.doc_no('CM'), 'join', 'unit', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        tenant,
        societyId,
        unitId,
        unit.id,
        unit.name,
        unit.contact,
        levelIds.get(at % 3 === 0 ? 'U2' : 'U1'),
        ['checked', 'rejected'].includes(status) ? soc2 : null,
        ['checked', 'rejected'].includes(status) ? today : null,
        ['checked', 'rejected'].includes(status) ? '材料齐全' : null,
        status === 'rejected' ? soc1 : null,
        status === 'rejected' ? '已是另一分会会员' : status === 'returned' ? '请补充营业执照' : null,
        status,
        `${addDays(today, -9 + at)}T09:00:00+08:00`,
        ...phone.map(([, value]) => value),
      ],
    );
  }
  for (const [at, name] of ['高云峰', '娜仁花'].entries()) {
    const more = [
      ...piiColumns('phone', 'phone', phoneOf(random), tenant),
      ...piiColumns('id_card', 'idCard', idCard(random, 150521101200), tenant),
    ];
    await tx.query(
      `insert into cure.expert_application (tenant_no, society_id, unit_id, doc_no, person_name, employer, title, field_tag_id,
         species, checker_id, check_opinion, status, created_at, ${more.map(([column]) => column).join(', ')})
       select $1, $2, $3, kit.doc_no('CX'), $4, $5, $6, (select id from cure.cure_tag where tenant_no = $1 and kind = 'field'
         order by id offset $7 limit 1), '{cattle,sheep}', $8, $9, $10, $11, ${more.map((_, index) => `$${index + 12}`).join(', ')}`,
      [
        tenant,
        societyId,
        unitId,
        name,
        at ? '通辽市畜牧兽医站' : '示范动物诊所',
        at ? '兽医师' : '高级兽医师',
        at,
        at ? soc2 : null,
        at ? '执业证书已核验' : null,
        at ? 'checked' : 'submitted',
        `${addDays(today, -3 - at)}T10:00:00+08:00`,
        ...more.map(([, value]) => value),
      ],
    );
  }
}

const recommended: readonly [disease: string, material: string, line: string, note: string][] = [
  ['支气管肺炎', 'SY-002', 'first', '按体重足量足疗程'],
  ['乳房炎', 'SY-002', 'second', '结合挤奶卫生'],
  ['腐蹄病', 'SY-002', 'second', '先清创后用药'],
  ['疥螨病', 'SY-001', 'first', '间隔七至十天重复'],
  ['肝片吸虫病', 'SY-001', 'reserve', '以专用驱吸虫药为先'],
];
async function saveFormulary(tx: Tx, societyId: number): Promise<void> {
  for (const [at, [disease, material, line, note]] of recommended.entries())
    await tx.query(
      `insert into cure.medicine_formulary (tenant_no, society_id, disease_tag_id, medicine_id, line, note, order_num)
       select $1, $2, g.id, k.parent_id, $5, $6, $7 from cure.cure_tag g, cure.medicine_pack k
         join depot.material m on m.id = k.material_id
       where g.tenant_no = $1 and g.kind = 'disease' and g.name_zh = $3 and k.tenant_no = $1 and m.material_no = $4
       limit 1 on conflict do nothing`,
      [tx.scope.tenantNo, societyId, disease, material, line, note, at],
    );
}
