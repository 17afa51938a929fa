import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { pinyinOf } from '#modules/depot/server/goods/pinyin.ts';
import { saveStaff } from '#modules/registry/server/index.ts';
import { counties } from '../places.ts';
import { creditCode, personName } from '../principals.ts';
import type { Random } from '../random.ts';
import { demoMaterials } from './catalogue.ts';

/** What the flow of goods builds on; the keys stand beside each list. */
export interface DepotWorld {
  /** By depotNo: see `stores`. Boxes by the account of their carrier (`kzzq_worker1`). */
  readonly depots: ReadonlyMap<string, number>;
  /** By materialNo: see `catalogue.ts`. */
  readonly materials: ReadonlyMap<string, number>;
  /** By key: see `purveyors`. */
  readonly purveyors: ReadonlyMap<string, number>;
  /** The responsible keeper's account or, where there is none, null; by depotNo. */
  readonly keepers: ReadonlyMap<string, { readonly staffId: number; readonly userId: number | null }>;
}

interface Store {
  readonly no: string;
  readonly name: string;
  readonly kind: string;
  readonly unit: string;
  readonly temp?: readonly [number, number];
  readonly from?: string;
}

/** Superiors before those who draw from them. */
export const stores: readonly Store[] = [
  { no: 'TL-LK', name: '通辽市中心冷库', kind: 'coldRoom', unit: 'root', temp: [2, 8] },
  { no: 'KZ-LK', name: '科左中旗疫苗冷库', kind: 'coldRoom', unit: 'county 150521000000', temp: [2, 8], from: 'TL-LK' },
  { no: 'KZ-CK', name: '科左中旗物资库', kind: 'warehouse', unit: 'county 150521000000' },
  { no: 'KH-LK', name: '科左后旗疫苗冷库', kind: 'coldRoom', unit: 'county 150522000000', temp: [2, 8], from: 'TL-LK' },
  { no: 'BLS-BX', name: '宝龙山站冰箱', kind: 'fridge', unit: 'station 150521101000', temp: [2, 8], from: 'KZ-LK' },
  { no: 'SBT-BX', name: '舍伯吐站冰箱', kind: 'fridge', unit: 'station 150521102000', temp: [2, 8], from: 'KZ-LK' },
  { no: 'GQK-BX', name: '甘旗卡站冰箱', kind: 'fridge', unit: 'station 150522100000', temp: [2, 8], from: 'KH-LK' },
  { no: 'GL-YD', name: '市改良站液氮罐', kind: 'nitrogenTank', unit: 'improve', temp: [-198, -180] },
  { no: 'DB-CK', name: '东宝龙山养殖场库房', kind: 'warehouse', unit: 'farm1' },
];

interface Seller {
  readonly key: string;
  readonly unit: string;
  readonly name: string;
  readonly kinds: readonly string[];
  readonly licence?: readonly [kind: string, days: number];
  readonly superior?: string;
}

const purveyors: readonly Seller[] = [
  {
    key: 'vaccines',
    unit: 'root',
    name: '示范生物制品公司',
    kinds: ['vaccine', 'reagent'],
    licence: ['vetDrugLicence', 420],
  },
  { key: 'root drugs', unit: 'root', name: '示范动物药业公司', kinds: ['drug'], licence: ['vetDrugLicence', 260] },
  {
    key: 'county',
    unit: 'county 150521000000',
    name: '通辽市农牧主管部门(调拨)',
    kinds: ['vaccine', 'reagent'],
    superior: 'root',
  },
  {
    key: 'county drugs',
    unit: 'county 150521000000',
    name: '示范兽药经销部',
    kinds: ['drug', 'disinfectant', 'consumable'],
    licence: ['vetDrugLicence', 21],
  },
  {
    key: 'county old',
    unit: 'county 150521000000',
    name: '旧宝龙山兽药店',
    kinds: ['drug'],
    licence: ['vetDrugLicence', -40],
  },
  {
    key: 'bulls',
    unit: 'improve',
    name: '示范种公牛站',
    kinds: ['semen'],
    licence: ['breedingLicence', 510],
  },
  { key: 'feed', unit: 'farm1', name: '示范饲料(示范)', kinds: ['feed'], licence: ['feedLicence', 300] },
  {
    key: 'farm drugs',
    unit: 'farm1',
    name: '示范兽药经销部',
    kinds: ['drug', 'disinfectant'],
    licence: ['vetDrugLicence', 21],
  },
];

/** Stores, boxes, what can lie in them and who brings it. Nothing lies in them yet. */
export async function saveStores(
  tx: Tx,
  ids: ReadonlyMap<string, number>,
  today: string,
  random: Random,
): Promise<DepotWorld> {
  await hireKeepers(tx, ids, today, random);
  for (const store of stores) await saveStore(tx, store, ids, random);
  await saveBoxes(tx);
  await saveMaterials(tx, ids);
  for (const seller of purveyors) await savePurveyor(tx, seller, ids, today, random);
  return depotWorld(tx, ids);
}

/** The ids of what `saveStores` made, by key; asked again at any time. */
export async function depotWorld(tx: Tx, ids: ReadonlyMap<string, number>): Promise<DepotWorld> {
  const depots = await tx.query<{ key: string; id: number; staffId: number; userId: number | null }>(
    `select coalesce(u.username, d.depot_no) as key, d.id, k.id as "staffId", k.user_id as "userId" from depot.depot d
     join registry.staff k on k.id = (d.keeper_ids ->> 0)::bigint
     left join registry.staff s on s.id = d.staff_id left join platform.sys_user u on u.id = s.user_id where d.tenant_no = $1`,
    [tx.scope.tenantNo],
  );
  const materials = await tx.query<{ key: string; id: number }>(
    'select material_no as key, id from depot.material where tenant_no = $1',
    [tx.scope.tenantNo],
  );
  const sellers = await tx.query<{ unit: number; name: string; id: number }>(
    'select principal_id as unit, name, id from depot.purveyor where tenant_no = $1',
    [tx.scope.tenantNo],
  );
  return {
    depots: new Map(depots.map((one) => [one.key, one.id])),
    materials: new Map(materials.map((one) => [one.key, one.id])),
    purveyors: new Map(
      purveyors.flatMap(({ key, unit, name }) =>
        sellers.filter((one) => one.unit === ids.get(unit) && one.name === name).map((one) => [key, one.id] as const),
      ),
    ),
    keepers: new Map(depots.map(({ key, staffId, userId }) => [key, { staffId, userId }])),
  };
}

/** Units whose store is looked after by somebody without an account, and the farm's own manager. */
async function hireKeepers(tx: Tx, ids: ReadonlyMap<string, number>, today: string, random: Random): Promise<void> {
  const [manager] = await tx.query<{ id: number; name: string }>(
    "select id, real_name as name from platform.sys_user where username = 'farm1'",
  );
  const hired = [
    { unit: 'root', job: 'depotKeeper', name: personName(random) },
    { unit: 'improve', job: 'depotKeeper', name: personName(random) },
    { unit: 'farm1', job: 'farmManager', name: manager?.name ?? '', userId: manager?.id ?? null },
  ];
  for (const { unit, ...one } of hired)
    await saveStaff(tx, {
      ...one,
      principalId: ids.get(unit) as number,
      phone: `1505${String(random.int(1_000_000, 9_999_999))}`,
      hiredOn: new Date(Date.parse(today) - random.int(300, 3000) * 86_400_000).toISOString().slice(0, 10),
      status: 'active',
    });
}

const keepersOf = `coalesce((select jsonb_agg(s.id order by (s.job = 'farmManager') desc, (u.username like 'staff%'), s.id) from registry.staff s left join platform.sys_user u on u.id = s.user_id
  where s.principal_id = p.id and s.status = 'active' and (s.job = 'depotKeeper' or (p.principal_unit_type = 'farm' and s.job in ('farmManager', 'clerk')))), '[]')`;

async function saveStore(tx: Tx, store: Store, ids: ReadonlyMap<string, number>, random: Random): Promise<void> {
  const principalId = ids.get(store.unit);
  const spread = () => (random.next() - 0.5) * 0.02;
  const [made] = await tx.query<{ keepers: number[] }>(
    `insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids, temp_min, temp_max, superior_depot_id, address, longitude, latitude)
     select $1, p.region_code, p.id, $3, $4, $5, ${keepersOf}, $6, $7, (select d.id from depot.depot d where d.depot_no = $8 and d.tenant_no = $1), p.address,
       coalesce(p.longitude, $9) + $10, coalesce(p.latitude, $11) + $12
     from registry.principal p where p.id = $2 returning keeper_ids as keepers`,
    [
      tx.scope.tenantNo,
      principalId,
      store.no,
      store.name,
      store.kind,
      store.temp?.[0] ?? null,
      store.temp?.[1] ?? null,
      store.from ?? null,
      counties[1]?.center[0] ?? 122.24,
      spread(),
      counties[1]?.center[1] ?? 43.65,
      spread(),
    ],
  );
  if (!made || made.keepers.length === 0) throw new Error(`${store.no}: no keeper`);
}

/** A box for everybody who vaccinates and has an account, drawn from the store of their unit where it has one. */
async function saveBoxes(tx: Tx): Promise<void> {
  await tx.query(
    `insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids, staff_id, staff_job, temp_min, temp_max, superior_depot_id)
     select s.tenant_no, p.region_code, p.id, 'YX-' || lpad(row_number() over (partition by p.id order by s.id)::text, 3, '0'), s.name || '的药箱', 'box',
       case when k.keepers = '[]' then to_jsonb(array[s.id]) else k.keepers end, s.id, s.job, 2, 8,
       (select d.id from depot.depot d where d.principal_id = p.id and d.kind in ('coldRoom', 'fridge') limit 1)
     from registry.staff s join registry.principal p on p.id = s.principal_id, lateral (select ${keepersOf} as keepers) k
     where s.tenant_no = $1 and s.job = 'preventionWorker' and s.status = 'active' and s.user_id is not null order by s.id`,
    [tx.scope.tenantNo],
  );
}

async function saveMaterials(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
  const rows = demoMaterials.map((one) => ({
    ...one,
    pinyin: pinyinOf(one.name),
    temp_min: one.temp?.[0] ?? null,
    temp_max: one.temp?.[1] ?? null,
    owner: one.owner ? ids.get(one.owner) : null,
  }));
  await tx.query(
    `insert into depot.material (tenant_no, material_no, name, pinyin, kind, spec, manufacturer, approval_no, barcode, base_unit, decimals, packs, tracking, has_expiry,
       shelf_life_months, store_temp_min, store_temp_max, open_hours, vaccine_code, sire_code, semen_kind, withdrawal_days, sharing, principal_id, region_code)
     select $1, m.no, m.name, m.pinyin, m.kind, m.spec, m.maker, m."approvalNo", '690' || lpad((row_number() over (order by m.no) * 7919)::text, 10, '0'), m."baseUnit",
       m.decimals, m.packs, m.tracking, m."hasExpiry", m."shelfLifeMonths", m.temp_min, m.temp_max, m."openHours", m."vaccineCode", m."sireCode",
       case when m.kind = 'semen' then 'conventional' end, m."withdrawalDays", case when m.owner is null then 'shared' else 'own' end, m.owner, p.region_code
     from jsonb_to_recordset($2::jsonb) m (no text, name text, pinyin text, kind text, spec text, maker text, "approvalNo" text, "baseUnit" text, decimals int, packs jsonb,
       tracking text, "hasExpiry" boolean, "shelfLifeMonths" int, temp_min numeric, temp_max numeric, "openHours" int, "vaccineCode" text, "sireCode" text,
       "withdrawalDays" int, owner bigint) left join registry.principal p on p.id = m.owner order by m.no`,
    [tx.scope.tenantNo, JSON.stringify(rows)],
  );
}

async function savePurveyor(
  tx: Tx,
  seller: Seller,
  ids: ReadonlyMap<string, number>,
  today: string,
  random: Random,
): Promise<void> {
  const until = seller.licence
    ? new Date(Date.parse(today) + seller.licence[1] * 86_400_000).toISOString().slice(0, 10)
    : null;
  const licenceNo = seller.licence ? `(2024)${random.int(100_000, 999_999)}` : null;
  const phone = `0475${random.int(8_200_000, 8_999_999)}`;
  const [enc, hash, mask] = piiColumns('phone', 'phone', phone, tx.scope.tenantNo).map(([, value]) => value);
  const [row] = await tx.query<{ id: number }>(
    `insert into depot.purveyor (tenant_no, principal_id, name, credit_code, contact_name, phone_enc, phone_hash, phone_mask, address, kinds, superior_principal_id, licence_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      tx.scope.tenantNo,
      ids.get(seller.unit),
      seller.name,
      seller.superior ? null : creditCode(random, 150502000000),
      personName(random),
      enc,
      hash,
      mask,
      seller.superior ? null : '内蒙古自治区通辽市(示范)',
      seller.kinds,
      seller.superior ? ids.get(seller.superior) : null,
      until,
    ],
  );
  if (row && seller.licence)
    await tx.query(
      `insert into depot.purveyor_licence (tenant_no, parent_id, line_no, kind, no, valid_to) values ($1, $2, 1, $3, $4, $5)`,
      [tx.scope.tenantNo, row.id, seller.licence[0], licenceNo, until],
    );
}
