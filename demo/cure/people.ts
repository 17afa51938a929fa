import type { Tx } from '#kit/server/db/database.ts';
import { markPrescribers } from '#modules/cure/server/people/practitioner.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import type { Random } from '../random.ts';

interface Staff {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly userId: number;
  readonly unitId: number;
  readonly regionCode: number;
}

const staffOf = async (tx: Tx) =>
  new Map(
    (
      await tx.query<Staff>(
        `select s.id, u.username, s.name, s.user_id as "userId", s.principal_id as "unitId", s.region_code as "regionCode" from registry.staff s
         join platform.sys_user u on u.id = s.user_id where s.tenant_no = $1 and u.username = any ($2)`,
        [tx.scope.tenantNo, ['expert1', 'expert2', 'expert3', 'vet1', 'vet2', 'farm_vet1']],
      )
    ).map((one) => [one.username, one]),
  );

const experts: readonly [
  username: string,
  title: string,
  field: string,
  second: string,
  species: string[],
  speaks: string[],
][] = [
  ['expert1', '高级兽医师', '内科', '产科', ['cattle', 'sheep', 'goat'], ['zh']],
  ['expert2', '兽医师', '幼畜', '寄生虫', ['sheep', 'goat', 'cattle'], ['mn', 'zh']],
  ['expert3', '教授', '传染病', '内科', ['cattle', 'sheep', 'goat'], ['zh']],
];
const levels: readonly [username: string, level: string][] = [
  ['expert1', 'licensed'],
  ['expert2', 'licensed'],
  ['vet1', 'licensed'],
  ['vet2', 'rural'],
  ['farm_vet1', 'licensed'],
];

/** Experts with their duty, who practises under which unit, and the field vets' boxes with drugs in them. */
export async function savePeople(tx: Tx, today: string, random: Random): Promise<void> {
  const staff = await staffOf(tx);
  const tenant = tx.scope.tenantNo;
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  for (const [username, title, field, second, species, speaks] of experts) {
    const one = staff.get(username);
    if (!one) continue;
    await tx.query(
      `insert into cure.expert (tenant_no, staff_id, user_id, unit_id, region_code, name, title, field_tag_id, second_tag_id, species, speaks, introduction, answers_outside)
       select $1, $2, $3, $4, $5, $6, $7, (select id from cure.cure_tag where tenant_no = $1 and kind = 'field' and name_zh = $8),
         (select id from cure.cure_tag where tenant_no = $1 and kind = 'field' and name_zh = $9), $10, $11, $12, $13`,
      [
        tenant,
        one.id,
        one.userId,
        one.unitId,
        one.regionCode,
        one.name,
        title,
        field,
        second,
        species,
        speaks,
        `从事${field}、${second}诊疗多年`,
        username === 'expert3',
      ],
    );
  }
  for (const [username, level] of levels) {
    const one = staff.get(username);
    if (!one) continue;
    await tx.query(
      `insert into cure.practitioner (tenant_no, region_code, staff_id, vet_level, unit_id, species) values ($1, $2, $3, $4, $5, '{cattle,sheep,goat}')`,
      [tenant, one.regionCode, one.id, level, one.unitId],
    );
    if (level === 'licensed')
      await paper(
        tx,
        one.unitId,
        one.regionCode,
        one.id,
        'vetQualification',
        `执业兽医师资格证（${one.name}）`,
        day(-400),
        day(random.int(120, 900)),
      );
  }
  const clinic = staff.get('vet1');
  if (clinic)
    await paper(
      tx,
      clinic.unitId,
      clinic.regionCode,
      null,
      'clinicLicence',
      '动物诊疗许可证（续期）',
      day(-200),
      day(700),
    );
  await saveOthers(tx, day);
  await markPrescribers(tx);
  await saveDuty(tx, day);
  for (const username of ['vet1', 'vet2']) await fillBox(tx, staff.get(username), day);
}

const paper = (
  tx: Tx,
  principalId: number,
  regionCode: number,
  staffId: number | null,
  kind: string,
  title: string,
  from: string,
  to: string,
) =>
  tx.query(
    `insert into registry.principal_document (tenant_no, region_code, principal_id, owner_kind, staff_id, doc_kind, cert_no, title, issuer, issued_on, valid_from, valid_to, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, '农牧主管部门', $9, $9, $10, 'valid')`,
    [
      tx.scope.tenantNo,
      regionCode,
      principalId,
      staffId ? 'staff' : 'principal',
      staffId,
      kind,
      `SY${principalId}${staffId ?? ''}`,
      title,
      from,
      to,
    ],
  );

/** The vets of the stations: some with papers that end soon, one whose paper has ended. */
async function saveOthers(tx: Tx, day: (days: number) => string): Promise<void> {
  const vets = await tx.query<{ id: number; name: string; unitId: number; regionCode: number }>(
    `select s.id, s.name, s.principal_id as "unitId", s.region_code as "regionCode" from registry.staff s
     where s.tenant_no = $1 and s.job = 'vet' and s.status = 'active'
       and not exists (select 1 from cure.practitioner p where p.staff_id = s.id) order by s.id limit 56`,
    [tx.scope.tenantNo],
  );
  for (const [at, one] of vets.entries()) {
    const level = ['rural', 'licensed', 'rural', 'assistant'][at % 4];
    await tx.query(
      `insert into cure.practitioner (tenant_no, region_code, staff_id, vet_level, unit_id, species) values ($1, $2, $3, $4, $5, '{cattle,sheep,goat}')`,
      [tx.scope.tenantNo, one.regionCode, one.id, level, one.unitId],
    );
    if (level !== 'licensed') continue;
    const to = at === 1 ? day(-12) : at < 18 ? day(24) : day(500);
    const title = `执业兽医师资格证（${one.name}）`;
    await paper(tx, one.unitId, one.regionCode, one.id, 'vetQualification', title, day(-700), to);
  }
}

/** Ninety days back and three weeks ahead; two shifts of next week have nobody for cattle. */
async function saveDuty(tx: Tx, day: (days: number) => string): Promise<void> {
  const rows = await tx.query<{ id: number; name: string }>(
    'select id, name from cure.expert where tenant_no = $1 order by id',
    [tx.scope.tenantNo],
  );
  const shifts = ['early', 'day', 'evening', 'night'];
  for (let at = -90; at <= 21; at += 1)
    for (const [no, shift] of shifts.entries()) {
      const first = rows[(at + 90 + no) % rows.length];
      const second = rows[(at + 91 + no) % rows.length];
      const isGap = (at === 6 && shift === 'day') || (at === 8 && shift === 'evening');
      for (const [place, one] of [first, second].entries()) {
        if (!one || (isGap && place === 0)) continue;
        await tx.query(
          `insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift, species, is_leader, call_order, status) values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict do nothing`,
          [
            tx.scope.tenantNo,
            one.id,
            day(at),
            shift,
            isGap ? ['sheep', 'goat'] : [],
            place === 0,
            shift === 'night' ? place + 1 : null,
            at < 0 ? 'done' : 'planned',
          ],
        );
      }
    }
  // One asks another to take a shift and waits for the answer.
  await tx.query(
    `insert into cure.duty_swap (tenant_no, slot_id, expert_id, duty_on, shift, to_expert_id, reason, created_by)
     select s.tenant_no, s.id, s.expert_id, s.duty_on, s.shift, o.id, '当天下乡巡诊，赶不回来', e.user_id
     from cure.duty_slot s join cure.expert e on e.id = s.expert_id and e.user_id is not null
       join cure.expert o on o.tenant_no = s.tenant_no and o.user_id is not null and o.id <> s.expert_id
         and not exists (select 1 from cure.duty_slot x where x.expert_id = o.id and x.duty_on = s.duty_on
           and x.shift = s.shift)
     where s.tenant_no = $1 and s.duty_on >= $2 order by s.duty_on, s.id, o.id limit 1`,
    [tx.scope.tenantNo, day(5)],
  );
}

async function fillBox(tx: Tx, carrier: Staff | undefined, day: (days: number) => string): Promise<void> {
  if (!carrier) return;
  const [box] = await tx.query<{ id: number }>(
    `insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids, staff_id, staff_job)
     values ($1, $2, $3, $4, $5, 'box', $6, $7, 'vet') returning id`,
    [
      tx.scope.tenantNo,
      carrier.regionCode,
      carrier.unitId,
      `YX-${carrier.username}`,
      `${carrier.name}的药箱`,
      JSON.stringify([carrier.id]),
      carrier.id,
    ],
  );
  const materials = await tx.query<{ id: number; no: string }>(
    "select id, material_no as no from depot.material where tenant_no = $1 and kind = 'drug' and material_no like 'SY-%' order by material_no",
    [tx.scope.tenantNo],
  );
  for (const { id, no } of materials) {
    const [lot] = await tx.query<{ id: number }>(
      `insert into depot.lot (tenant_no, material_id, lot_no, manufacturer, produced_on, expire_on) values ($1, $2, $3, '示范动物药业公司', $4, $5) returning id`,
      [
        tx.scope.tenantNo,
        id,
        `${no.slice(3)}${carrier.username === 'vet1' ? 'A' : 'B'}${day(-400).slice(2, 7).replace('-', '')}`,
        day(-400),
        day(330),
      ],
    );
    await postMoves(tx, [
      {
        moveKind: 'in',
        materialId: id,
        lotId: lot?.id as number,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: box?.id as number },
        qty: 20_000,
        bizDate: day(-380),
        docType: 'purchaseIn',
      },
    ]);
  }
}
