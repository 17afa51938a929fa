import type { Tx } from '#kit/server/db/database.ts';
import { counties, prefecture } from '../places.ts';

export interface SignSettings {
  /** By code. */
  readonly categories: ReadonlyMap<string, number>;
  /** Categories of papers, by kind. */
  readonly kinds: ReadonlyMap<string, number>;
}

const day = (today: string, days: number): string =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

const categories = [
  ['CQR', '牛二维码耳标', '牛二維碼耳標', 'Cattle tag', 2, ['cattle'], 'qr', 85, 1],
  ['CEL', '牛电子耳标', '牛電子耳標', 'Cattle electronic tag', 2, ['cattle'], 'both', 620, 2],
  ['SQR', '羊二维码耳标', '羊二維碼耳標', 'Sheep and goat tag', 3, ['sheep', 'goat'], 'qr', 62, 3],
  ['SEL', '羊电子耳标', '羊電子耳標', 'Sheep and goat electronic tag', 3, ['sheep', 'goat'], 'both', 480, 4],
] as const;

const kinds = [
  ['procurement', 'EPA', '年度申购', 'Annual order', 'annual', 0],
  ['procurement', 'EPS', '补充申购', 'Supplement', 'supplement', 0],
  ['procurement', 'EPE', '应急申购', 'Emergency order', 'emergency', 0],
  ['storage', 'EIP', '采购入库', 'Purchase', 'purchase', 0],
  ['stockOut', 'EOU', '发放到乡镇', 'Issue to stations', 'issueUnit', 0],
  ['stockOut', 'EOW', '发放到防疫员', 'Issue to workers', 'issueWorker', 0],
  ['stockOut', 'EOF', '发放到养殖场', 'Issue to farms', 'issueFarm', 0],
  ['stockOut', 'EOR', '退回', 'Return', 'return', 0],
  ['stockOut', 'EOT', '同级调拨', 'Transfer', 'transfer', 1],
] as const;

/** Categories with the material the depot shows them as, kinds of papers, the pools of eight counties, a few rules. */
export async function saveSettings(tx: Tx, today: string): Promise<SignSettings> {
  const { tenantNo } = tx.scope;
  const made = new Map<string, number>();
  for (const [code, name, tw, en, digit, species, medium, price, order] of categories) {
    const [material] = await tx.query<{ id: number }>(
      `insert into depot.material (tenant_no, material_no, name, kind, spec, base_unit, decimals, tracking, has_expiry, sharing)
       values ($1, $2, $3, 'earTag', '15位', 'piece', 0, 'segment', false, 'shared') returning id`,
      [tenantNo, `EB-${code}`, name],
    );
    const [row] = await tx.query<{ id: number }>(
      `insert into sign.sign_category (tenant_no, code, name, name_tw, name_en, species_digit, species, medium, price,
         material_id, order_num, shelf_months) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 60) returning id`,
      [tenantNo, code, name, tw, en, digit, species, medium, price, material?.id, order],
    );
    made.set(code, row?.id as number);
  }
  const papers = new Map<string, number>();
  for (const [at, [type, code, name, en, kind, levels]] of kinds.entries()) {
    const [row] = await tx.query<{ id: number }>(
      `insert into sign.sign_doc_category (tenant_no, doc_type, code, name, name_en, kind, approval_levels, order_num)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [tenantNo, type, code, name, en, kind, levels, at + 1],
    );
    papers.set(kind, row?.id as number);
  }
  for (const digit of [2, 3])
    await tx.query(
      `insert into sign.tag_number_pool (tenant_no, species_digit, county_code, next_serial, reserved_text, legacy_until)
       select $1, $2, c, 10001, '1-10000', $4 from unnest($3::bigint[]) c`,
      [tenantNo, digit, counties.map((one) => one.code), day(today, 180)],
    );
  await tx.query(
    `insert into sign.sign_rule (tenant_no, code, region_code, value, valid_from, remark)
     values ($1, 'safetyMonths', $2, 3, $4, '全市统一'), ($1, 'maxHoldWorker', $2, 300, $4, null),
       ($1, 'maxHoldWorker', $3, 300, $4, '科左中旗'), ($1, 'signDaysWorker', $2, 7, $4, null)`,
    [tenantNo, prefecture, 150521000000, day(today, -400)],
  );
  await tx.query(
    `insert into sign.sign_rule (tenant_no, code, region_code, category_id, value, valid_from) values ($1, 'maxHoldWorker', $2, $3, 200, $4)`,
    [tenantNo, 150521000000, made.get('CEL'), day(today, -200)],
  );
  return { categories: made, kinds: papers };
}
