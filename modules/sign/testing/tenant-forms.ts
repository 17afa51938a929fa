import type { World } from '#apps/server/testing/world.ts';
import { numbersAt } from './fixtures.ts';

interface Elsewhere {
  readonly tenantNo: number;
  /** The unit at the top, which does everything in the test. */
  readonly principalId: number;
  readonly countyCode: number;
}
type Form = Record<string, unknown>;

let serial = 0;
const next = () => {
  serial += 1;
  return `E${serial}`;
};
const made = async (world: World, text: string, values: readonly unknown[]): Promise<number> => {
  const [row] = await world.sql<{ id: number }>(`${text} returning id`, [...values]);
  return row?.id as number;
};
const category = (world: World, { tenantNo }: Elsewhere) =>
  made(
    world,
    `insert into sign.sign_category (tenant_no, code, name, species_digit, species, medium) values ($1, $2, '试验标', 2, '{cattle}', 'qr')`,
    [tenantNo, next()],
  );
const docCategory = (world: World, { tenantNo }: Elsewhere, docType: string, kind: string) =>
  made(
    world,
    `insert into sign.sign_doc_category (tenant_no, doc_type, code, name, kind) values ($1, $2, $3, '试验', $4)`,
    [tenantNo, docType, next(), kind],
  );
async function numbers(world: World, at: Elsewhere, n: number, place: 'stock' | 'received') {
  const categoryId = await category(world, at);
  const range = await numbersAt(world, n, { principalId: at.principalId, staffId: null }, place, {
    county: Math.floor(at.countyCode / 1e6),
    tenant: { no: at.tenantNo, categoryId, supplierId: at.principalId, regionCode: at.countyCode },
  });
  return { categoryId, ...range };
}
const lines = async (world: World, at: Elsewhere, n: number, place: 'stock' | 'received', more: Form = {}) => {
  const { categoryId, from, to } = await numbers(world, at, n, place);
  const range = { codeFrom: String(from), codeTo: String(to), count: n };
  return [{ categoryId, ...range, packNo: null, remark: null, ...more }];
};

/** What a paper names besides the unit: numbers, categories and orders of that tenant. */
const others: Record<string, (world: World, at: Elsewhere) => Promise<Form>> = {
  'sign.tagHold': async (world, at) => {
    const { from, to } = await numbers(world, at, 100, 'stock');
    return { codeFrom: from, codeTo: to };
  },
  'sign.signProcurement': async (world, at) => ({
    docCategoryId: await docCategory(world, at, 'procurement', 'annual'),
    lines: [{ categoryId: await category(world, at), countyCode: at.countyCode, applied: 200, remark: null }],
  }),
  'sign.tagShipment': async (world, at) => ({
    procurementId: await made(
      world,
      `insert into sign.sign_procurement (tenant_no, region_code, doc_no, doc_category_id, applicant_id, year, deliver_to, need_by, supplier_id, seen_by_supplier, status)
       values ($1, $2, $3, $4, $5, 2026, $5, current_date, $5, $5, 'producing')`,
      [at.tenantNo, at.countyCode, next(), await docCategory(world, at, 'procurement', 'annual'), at.principalId],
    ),
  }),
  'sign.signStorage': async (world, at) => ({
    lines: await lines(world, at, 100, 'received', { result: 'ok', reason: null }),
  }),
  'sign.signStockOut': async (world, at) => {
    await world.sql(`update registry.principal set principal_unit_type = 'authority' where id = $1`, [at.principalId]);
    return {
      docCategoryId: await docCategory(world, at, 'stockOut', 'sample'),
      toPrincipalId: at.principalId,
      lines: await lines(world, at, 100, 'stock'),
    };
  },
  'sign.signScrap': async (world, at) => ({ lines: await lines(world, at, 20, 'stock') }),
};

/** The form of a sample, in another tenant. */
export const formElsewhere = async (world: World, name: string, at: Elsewhere): Promise<Form> =>
  (await others[name]?.(world, at)) ?? {};
