import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface CommodityRow {
  readonly id: number;
  readonly version: number;
  readonly supplierId: number;
  readonly commodityNo: string;
  readonly title: string;
  readonly categoryId: number;
  readonly approvalNo: string | null;
  readonly libraryId: number | null;
  readonly liveRevision: number | null;
  readonly lastRevision: number;
  readonly status: string;
  readonly reasons: Record<string, string> | null;
  readonly createdBy: number | null;
}
const columns = `id, version, supplier_id as "supplierId", commodity_no as "commodityNo", title,
  category_id as "categoryId", approval_no as "approvalNo", library_id as "libraryId",
  live_revision as "liveRevision", last_revision as "lastRevision", status, reasons, created_by as "createdBy"`;

export async function commodityOf(tx: Tx, id: number, lock = false): Promise<CommodityRow> {
  const [row] = await tx.query<CommodityRow>(
    `select ${columns} from commerce.commodity where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** What is reviewed, and what buyers see once it is approved. */
export interface Content {
  readonly title: string;
  readonly categoryId: number;
  readonly brand: string | null;
  readonly manufacturer: string;
  readonly approvalNo: string | null;
  readonly origin: string | null;
  readonly intro: string | null;
  readonly photos: readonly number[];
  readonly shelfLifeMonths: number | null;
  readonly storeTemp: string | null;
  readonly packing: string | null;
  readonly freightMode: string;
  readonly freight: number | null;
  readonly freeAbove: number | null;
  readonly shipWithinDays: number;
  readonly regions: readonly number[];
  readonly skus: readonly {
    readonly id: number;
    readonly spec: string;
    readonly unit: string;
    readonly supplyPrice: number;
    readonly marketPrice: number | null;
  }[];
}
/** The goods as they stand now, whatever was approved of them. */
export async function contentOf(tx: Tx, id: number): Promise<Content> {
  const [row] = await tx.query<{ content: Content }>(
    `select jsonb_build_object('title', t.title, 'categoryId', t.category_id, 'brand', t.brand,
       'manufacturer', t.manufacturer, 'approvalNo', t.approval_no, 'origin', t.origin, 'intro', t.intro,
       'photos', coalesce(to_jsonb(t.photos), '[]'), 'shelfLifeMonths', t.shelf_life_months, 'storeTemp', t.store_temp,
       'packing', t.packing, 'freightMode', t.freight_mode, 'freight', t.freight, 'freeAbove', t.free_above,
       'shipWithinDays', t.ship_within_days,
       'regions', coalesce((select jsonb_agg(g.region_code order by g.line_no) from commerce.commodity_region g
         where g.parent_id = t.id), '[]'),
       'skus', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'spec', s.spec, 'unit', s.unit,
           'supplyPrice', s.supply_price, 'marketPrice', s.market_price) order by s.line_no)
         from commerce.commodity_sku s where s.parent_id = t.id), '[]')) as content
     from commerce.commodity t where t.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  return row.content;
}

type Patch = Partial<{
  status: string;
  liveRevision: number | null;
  ignoredReason: string | null;
}>;
const names: Readonly<Record<keyof Patch, string>> = {
  status: 'status',
  liveRevision: 'live_revision',
  ignoredReason: 'ignored_reason',
};
export async function patchCommodity(tx: Tx, id: number, patch: Patch): Promise<void> {
  const entries = Object.entries(patch) as [keyof Patch, unknown][];
  await tx.query(
    `update commerce.commodity set ${entries.map(([key], at) => `${names[key]} = $${at + 2}`).join(', ')},
       version = version + 1, updated_at = now() where id = $1`,
    [id, ...entries.map(([, value]) => value)],
  );
}
