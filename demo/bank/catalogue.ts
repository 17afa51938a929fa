import type { Tx } from '#kit/server/db/database.ts';
import type { DemoWorld } from '../part.ts';
import { prefecture } from '../places.ts';
import { at, monthStart } from './days.ts';

export type ProductCode = 'MN' | 'YF' | 'RY';
export interface Catalogue {
  /** Product ids of the first bank, by code. */
  readonly products: ReadonlyMap<ProductCode, number>;
  readonly otherProduct: number;
}

/** Yuan for a head, or for a kilogram of those that are fattened. */
const prices = [
  ['cattle', 'cow', 'head', 12_000],
  ['cattle', 'heifer', 'head', 10_000],
  ['cattle', 'calf', 'head', 6_000],
  ['cattle', 'steer', 'kg', 27],
  ['cattle', 'bull', 'kg', 27],
  ['sheep', 'ewe', 'head', 1_100],
  ['sheep', 'eweLamb', 'head', 800],
  ['sheep', 'wether', 'head', 900],
  ['sheep', 'ram', 'head', 1_500],
] as const;
/** What the market gave in each of the last fourteen months: it fell by an eighth four months ago and came back partly. */
const market = [1, 1, 1.01, 1.02, 1.02, 1.01, 1, 1, 1, 0.99, 0.88, 0.9, 0.93, 0.95];

const userOf = async (tx: Tx, username: string): Promise<number> =>
  (await tx.query<{ id: number }>('select id from platform.sys_user where username = $1', [username]))[0]?.id ?? 0;

interface Product {
  readonly code: ProductCode;
  readonly name: string;
  readonly species: string;
  readonly stages: readonly string[];
  readonly minHeads: number;
  readonly uninsuredCut: number;
  readonly isInsured: boolean;
  readonly device: string;
  readonly rate: number;
  readonly months: number;
}
const products: readonly Product[] = [
  {
    code: 'MN',
    name: '母牛贷',
    species: 'cattle',
    stages: ['cow', 'heifer'],
    minHeads: 5,
    uninsuredCut: 10,
    isInsured: true,
    device: 'none',
    rate: 4.35,
    months: 36,
  },
  {
    code: 'YF',
    name: '育肥牛贷',
    species: 'cattle',
    stages: ['steer', 'bull'],
    minHeads: 3,
    uninsuredCut: 0,
    isInsured: false,
    device: 'none',
    rate: 4.8,
    months: 12,
  },
  {
    code: 'RY',
    name: '肉羊贷',
    species: 'sheep',
    stages: ['ewe', 'eweLamb', 'wether', 'ram'],
    minHeads: 10,
    uninsuredCut: 0,
    isInsured: false,
    device: 'none',
    rate: 5.1,
    months: 24,
  },
];

async function saveProduct(
  tx: Tx,
  bankId: number,
  one: Product,
  status: string,
  by: number,
  on: string,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into bank.bank_product (tenant_no, bank_id, product_code, name, species, stages, min_heads, min_days_held, max_amount,
       term_from_months, term_to_months, rate, price_list_code, unseen_days, unseen_cut, uninsured_cut, insurance_needed, device_need,
       status, published_by, published_at, created_at)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, 60, 200000000, 3, $7, $8, 'KEQ', 35, 50, $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      bankId,
      one.code,
      one.name,
      [one.species],
      one.stages,
      one.minHeads,
      one.months,
      one.rate,
      one.uninsuredCut,
      one.isInsured,
      one.device,
      status,
      status === 'draft' ? null : by,
      status === 'draft' ? null : at(on),
      at(on),
    ],
  );
  return row?.id as number;
}

async function savePrices(
  tx: Tx,
  bankId: number,
  today: string,
  back: number,
  factor: number,
  by: readonly [number, number],
) {
  const from = monthStart(today, -back);
  const [list] = await tx.query<{ id: number }>(
    `insert into bank.price_list (tenant_no, doc_no, bank_id, price_list_code, name, basis, region_code, valid_from, source_file,
       submitted_by, submitted_at, approved_by, approved_at, status, created_at)
     values (kit.tenant(), kit.doc_no('LV'), $1, 'KEQ', $2, 'market', $3, $4, '{}', $5, $6, $7, $6, $8, $6) returning id`,
    [
      bankId,
      `${from.slice(0, 4)} 年 ${Number(from.slice(5, 7))} 月活畜价格表`,
      prefecture,
      from,
      by[0],
      at(from, 9),
      by[1],
      back === 0 ? 'effective' : 'retired',
    ],
  );
  await tx.query(
    `insert into bank.price_list_line (tenant_no, parent_id, line_no, species, stage, unit, price)
     select kit.tenant(), $1, (r ->> 0)::int, r ->> 1, r ->> 2, r ->> 3, (r ->> 4)::bigint from jsonb_array_elements($2::jsonb) r`,
    [
      list?.id,
      JSON.stringify(
        prices.map(([species, stage, unit, yuan], line) => [
          line + 1,
          species,
          stage,
          unit,
          unit === 'kg' ? Math.round(yuan * factor * 100) : Math.round(yuan * factor) * 100,
        ]),
      ),
    ],
  );
}

/** Three products and fourteen months of prices of the first bank; one product and one list of the other. */
export async function saveCatalogue({ units, today }: DemoWorld, tx: Tx): Promise<Catalogue> {
  const bank = units.get('bank1') as number;
  const other = units.get('bank2') as number;
  const [manager, reviewer, head] = [
    await userOf(tx, 'bank1'),
    await userOf(tx, 'bank_rv1'),
    await userOf(tx, 'bank_head1'),
  ];
  const first = monthStart(today, -15);
  const ids = new Map<ProductCode, number>();
  for (const one of products) ids.set(one.code, await saveProduct(tx, bank, one, 'onSale', head, first));
  const [cow] = products as [Product];
  await saveProduct(
    tx,
    bank,
    { ...cow, code: 'DN' as ProductCode, name: '犊牛贷', stages: ['calf'] },
    'draft',
    head,
    first,
  );
  const otherProduct = await saveProduct(
    tx,
    other,
    { ...cow, name: '牧金母牛贷', isInsured: false, uninsuredCut: 0 },
    'onSale',
    0,
    first,
  );
  for (const [index, factor] of market.entries())
    await savePrices(tx, bank, today, market.length - 1 - index, factor, [manager, reviewer]);
  for (const [back, factor] of [
    [4, 0.99],
    [0, 0.95],
  ] as const)
    await savePrices(tx, other, today, back, factor, [0, 1]);
  return { products: ids, otherProduct };
}
