import type { Tx } from '#kit/server/db/database.ts';
import { insertBill } from '#modules/cure/server/entrust/entrust-bill.ts';
import { contractOf } from '#modules/cure/server/entrust/entrust-contract.ts';
import { addMonths } from '#modules/cure/server/society/fee-calc.ts';
import { setOwner, setParty } from '#modules/registry/server/index.ts';
import type { Random } from '../random.ts';

const types: readonly [
  code: string,
  zh: string,
  en: string,
  mode: string,
  fees: string,
  papers: string,
  every: number,
  free: number,
  share: number,
][] = [
  ['full', '全托管', 'Full care', 'fullCare', 'headDay,package', 'epidemicCondition', 7, 3, 40],
  ['fatten', '代养育肥', 'Fattening', 'fattening', 'gain,perHead,profitShare', 'epidemicCondition', 7, 5, 50],
  ['care', '技术托管', 'Care only', 'careOnly', 'package,headDay', '', 10, 0, 0],
];
const day = (today: string, days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

interface Parties {
  readonly ownerId: number;
  readonly hostId: number;
  readonly societyId: number;
  readonly societyUnitId: number;
  readonly typeIds: ReadonlyMap<string, number>;
}
interface Contract {
  readonly type: string;
  readonly ownerId?: number;
  readonly feeMode: string;
  readonly price: number;
  readonly share?: number;
  readonly base: number;
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly animals: readonly { id: number; earTag: string }[];
}

/** Hosts, contracts of three years with their animals, logs and bills, and one of every state that is still open. */
export async function saveEntrust(
  tx: Tx,
  units: ReadonlyMap<string, number>,
  today: string,
  random: Random,
): Promise<void> {
  const tenant = tx.scope.tenantNo;
  const hostId = units.get('host1') as number;
  const typeIds = new Map<string, number>();
  for (const [code, zh, en, mode, fees, papers, every, free, share] of types) {
    const [row] = await tx.query<{ id: number }>(
      `insert into cure.entrust_type (tenant_no, code, name_zh, name_en, mode, fee_modes, need_papers, report_every_days,
         free_loss_pct, host_share_pct) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [tenant, code, zh, en, mode, fees.split(','), papers ? papers.split(',') : [], every, free, share],
    );
    typeIds.set(code, row?.id as number);
  }
  await saveHosts(tx, hostId, today);
  const [society] = await tx.query<{ id: number; unitId: number }>(
    'select id, principal_id as "unitId" from cure.society where tenant_no = $1 order by id limit 1',
    [tenant],
  );
  const parties = {
    ownerId: units.get('farm1') as number,
    hostId,
    societyId: society?.id as number,
    societyUnitId: society?.unitId as number,
    typeIds,
  };
  const herd = await tx.query<{ id: number; earTag: string }>(
    `select id, ear_tag as "earTag" from registry.animal where tenant_no = $1 and principal_id = $2 and species = 'cattle'
       and status = 'inStock' and voided_at is null and owner_id = principal_id and pending_change_id is null
       and not pledged and not quarantined order by id desc limit 40`,
    [tenant, parties.ownerId],
  );
  await pastContracts(tx, parties, herd, today, random);
  await running(tx, parties, herd, today, random);
  await waiting(tx, parties, herd, today);
}

async function saveHosts(tx: Tx, hostId: number, today: string): Promise<void> {
  const tenant = tx.scope.tenantNo;
  await tx.query(
    `insert into registry.principal_document (tenant_no, region_code, principal_id, owner_kind, doc_kind, cert_no, title, issuer,
       issued_on, valid_from, valid_to, status)
     select tenant_no, region_code, id, 'principal', 'epidemicCondition', 'FY' || id, '动物防疫条件合格证', '县级农牧主管部门',
       $3::date - 300, $3::date - 300, $3::date + 700, 'valid' from registry.principal where tenant_no = $1 and id = $2`,
    [tenant, hostId, today],
  );
  await tx.query(
    `insert into cure.enterprise_host (tenant_no, principal_id, region_code, name, modes, species, capacity_cattle,
       capacity_sheep, capacity_goat, service_area, price_note, intro, status)
     select $1, p.id, p.region_code, p.principal_unit_name, '{fullCare,fattening,careOnly}', '{cattle,sheep}',
       case when p.id = $2 then 60 else 20 end, 200, 0, '全市', '全托管 3.50 元/头日起，育肥按增重结算', '标准化圈舍，配专职兽医',
       case when p.id = $2 or n.no < 5 then 'approved' when n.no = 5 then 'submitted' else 'suspended' end
     from (select q.id, row_number() over (order by q.id <> $2, q.id) as no from registry.principal q
       where q.tenant_no = $1 and q.status = 'active' and q.principal_unit_type in ('farm', 'cooperative')) n
       join registry.principal p on p.id = n.id where n.no <= 6`,
    [tenant, hostId],
  );
}

async function save(tx: Tx, parties: Parties, given: Contract): Promise<number> {
  const [type] = types.filter(([code]) => code === given.type);
  const ownerId = given.ownerId ?? parties.ownerId;
  const signed = ['signed', 'running', 'settling', 'ended'].includes(given.status);
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.entrust_contract (tenant_no, region_code, principal_id, host_id, society_unit_id, society_id, doc_no,
       type_id, mode, species, from_on, to_on, fee_mode, free_loss_pct, host_share_pct, report_every_days, owner_signed_at,
       host_signed_at, started_on, status, created_at)
     select $1, region_code, id, $3, $4, $5, kit.doc_no('CE'), $6, $7, 'cattle', $8::date, $9::date, $10, $11, $12, $13,
       case when $14::boolean then $8::date end, case when $14::boolean then $8::date end,
       case when $15::text in ('running', 'settling', 'ended') then $8::date end, $15::text, $8::date
     from registry.principal where id = $2 returning id`,
    [
      tx.scope.tenantNo,
      ownerId,
      parties.hostId,
      parties.societyUnitId,
      parties.societyId,
      parties.typeIds.get(given.type),
      type?.[3],
      given.from,
      given.to,
      given.feeMode,
      type?.[7],
      type?.[8],
      type?.[6],
      signed,
      given.status,
    ],
  );
  const id = row?.id as number;
  await tx.query(
    `insert into cure.entrust_contract_money (tenant_no, contract_id, principal_id, host_id, society_unit_id, price, share_pct,
       base_value) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.scope.tenantNo,
      id,
      ownerId,
      parties.hostId,
      parties.societyUnitId,
      given.price,
      given.share ?? null,
      given.base,
    ],
  );
  await tx.query(
    `insert into cure.entrust_line (tenant_no, contract_id, animal_id, ear_tag, in_on)
     select $1, $2, a, t, $5::date from unnest($3::bigint[], $4::text[]) x (a, t)`,
    [
      tx.scope.tenantNo,
      id,
      given.animals.map((one) => one.id),
      given.animals.map((one) => one.earTag),
      ['running', 'settling', 'ended'].includes(given.status) ? given.from : null,
    ],
  );
  return id;
}

/** Months from the start to a day, each billed once; those before the last two are paid. */
async function billUntil(tx: Tx, contractId: number, until: string, paidBefore: string): Promise<void> {
  const row = await contractOf(tx, contractId);
  let from = row.startedOn ?? row.fromOn;
  for (;;) {
    const next = `${addMonths(from, 1).slice(0, 7)}-01`;
    const to = day(next, -1);
    if (to > until) break;
    await insertBill(tx, row, { from, to });
    from = next;
  }
  await tx.query(
    `update cure.entrust_bill set status = 'paid', owner_ok_at = period_to + 3, host_ok_at = period_to + 3,
       paid_on = period_to + 10, created_at = period_to + 1 where contract_id = $1 and period_to < $2`,
    [contractId, paidBefore],
  );
}

/** Three years: one contract of each way of paying, closed and paid, with a death of each kind. */
async function pastContracts(
  tx: Tx,
  parties: Parties,
  herd: Contract['animals'],
  today: string,
  random: Random,
): Promise<void> {
  const plans: readonly [type: string, feeMode: string, price: number, share: number | undefined, months: number][] = [
    ['fatten', 'gain', 1250, undefined, 36],
    ['fatten', 'perHead', 98_000, undefined, 30],
    ['full', 'headDay', 350, undefined, 26],
    ['fatten', 'profitShare', 0, 30, 20],
    ['care', 'package', 360_000, undefined, 16],
  ];
  for (const [type, feeMode, price, share, months] of plans) {
    const from = day(addMonths(today, -months), 3);
    const to = addMonths(from, 6);
    const id = await save(tx, parties, {
      type,
      feeMode,
      price,
      base: 900_000,
      from,
      to,
      status: 'ended',
      animals: herd.slice(0, 16),
      ...(share !== undefined && { share }),
    });
    const lines = await tx.query<{ id: number }>(
      'select id from cure.entrust_line where contract_id = $1 order by id',
      [id],
    );
    for (const [at, line] of lines.entries()) {
      const kind = at === 3 || at === 7 ? 'dead' : at % 5 === 4 ? 'sold' : 'returned';
      const inKg = random.int(2400, 3200) / 10;
      await tx.query(
        `update cure.entrust_line set out_on = $2, out_kind = $3, death_fault = $4, in_weight = $5, out_weight = $6
         where id = $1`,
        [
          line.id,
          day(from, 60 + at * 7),
          kind,
          kind === 'dead' ? (at === 7 ? 'host' : 'none') : null,
          inKg,
          kind === 'dead' ? null : inKg + random.int(600, 1400) / 10,
        ],
      );
      if (kind !== 'returned')
        await tx.query(
          `insert into cure.entrust_line_money (tenant_no, line_id, contract_id, principal_id, host_id, society_unit_id,
             sale_cents, insured_cents) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            tx.scope.tenantNo,
            line.id,
            id,
            parties.ownerId,
            parties.hostId,
            parties.societyUnitId,
            kind === 'sold' ? random.int(1_100_000, 1_500_000) : null,
            kind === 'dead' && at === 7 ? 300_000 : null,
          ],
        );
    }
    await billUntil(tx, id, to, today);
  }
}

/** One keeps cattle of a neighbour, one looks after some that stay at home; logs every week, the last one late. */
async function running(
  tx: Tx,
  parties: Parties,
  herd: Contract['animals'],
  today: string,
  random: Random,
): Promise<void> {
  const kept = await tx.query<{ id: number; earTag: string }>(
    `select id, ear_tag as "earTag" from registry.animal where tenant_no = $1 and principal_id = $2 and species = 'cattle'
       and status = 'inStock' and voided_at is null and owner_id = principal_id and not pledged and not quarantined
       and pending_change_id is null and ear_tag <> '215052300000644' order by id desc limit 8`,
    [tx.scope.tenantNo, parties.hostId],
  );
  // The host's own register already lists them; whose they are follows.
  const from = day(today, -170);
  const full = await save(tx, parties, {
    type: 'full',
    feeMode: 'headDay',
    price: 380,
    base: 1_100_000,
    from,
    to: day(today, 195),
    status: 'running',
    animals: kept,
  });
  await setOwner(
    tx,
    kept.map((one) => one.id),
    parties.ownerId,
    `cure.entrust:${full}`,
  );
  const stays = herd.slice(20, 32);
  const care = await save(tx, parties, {
    type: 'care',
    feeMode: 'package',
    price: 480_000,
    base: 0,
    from: day(today, -80),
    to: day(today, 285),
    status: 'running',
    animals: stays,
  });
  await setParty(
    tx,
    stays.map((one) => one.id),
    parties.hostId,
    'host',
    true,
    `cure.entrust:${care}`,
  );
  for (const [id, heads, every, last] of [
    [full, kept.length, 7, 2],
    [care, stays.length, 10, 16],
  ] as const) {
    for (let back = last; back < 160 && back < (id === care ? 78 : 165); back += every)
      await tx.query(
        `insert into cure.entrust_log (tenant_no, region_code, principal_id, host_id, society_unit_id, contract_id, on_date,
           head_seen, head_open, head_ill, feed_kg, actions, note)
         select tenant_no, region_code, principal_id, host_id, society_unit_id, id, $2::date, $3::int, $3::int, $4::int, $5::numeric, $6, $7
         from cure.entrust_contract where id = $1`,
        [
          id,
          day(today, -back),
          heads,
          back % 21 === 2 ? 1 : 0,
          id === full ? heads * random.int(60, 75) * 0.1 : null,
          back % 28 < 7 ? ['weigh'] : ['check'],
          back % 21 === 2 ? '一头轻度咳嗽，已单独观察' : '采食正常',
        ],
      );
    await tx.query('update cure.entrust_contract set last_log_on = $2 where id = $1', [id, day(today, -last)]);
    await billUntil(tx, id, day(today, -1), day(today, -62));
  }
  const [latest] = await tx.query<{ id: number }>(
    `select id from cure.entrust_bill where contract_id = $1 and status = 'draft' order by period_from limit 1`,
    [care],
  );
  if (!latest) return;
  await tx.query(
    `update cure.entrust_bill set status = 'disputed', dispute_text = '本月仅到场两次，与合同约定不符' where id = $1`,
    [latest.id],
  );
  await tx.query('update cure.entrust_contract set disputed = true where id = $1', [care]);
}

async function waiting(tx: Tx, parties: Parties, herd: Contract['animals'], today: string): Promise<void> {
  const terms = { base: 1_000_000, from: day(today, 5), to: day(today, 190) };
  await save(tx, parties, {
    ...terms,
    type: 'fatten',
    feeMode: 'gain',
    price: 1300,
    status: 'offered',
    animals: herd.slice(34, 37),
  });
  const accepted = await save(tx, parties, {
    ...terms,
    type: 'full',
    feeMode: 'headDay',
    price: 360,
    status: 'accepted',
    animals: herd.slice(37, 39),
  });
  await tx.query('update cure.entrust_contract set owner_signed_at = now() where id = $1', [accepted]);
  await save(tx, parties, {
    ...terms,
    type: 'full',
    feeMode: 'headDay',
    price: 360,
    status: 'draft',
    animals: herd.slice(39, 40),
  });
}
