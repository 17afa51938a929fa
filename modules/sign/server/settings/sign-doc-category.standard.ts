// Chinese in this file: names that a tenant begins with and may change; they are its data, in every language it shows.
import type { Tx } from '#kit/server/db/database.ts';

const standard = [
  ['procurement', 'EPA', '年度申购', '年度申購', 'Annual order', 'annual', 0],
  ['procurement', 'EPS', '补充申购', '補充申購', 'Supplement', 'supplement', 0],
  ['procurement', 'EPE', '应急申购', '應急申購', 'Emergency order', 'emergency', 0],
  ['storage', 'EIP', '采购入库', '採購入庫', 'Purchase', 'purchase', 0],
  ['stockOut', 'EOU', '发放到乡镇', '發放到鄉鎮', 'Issue to stations', 'issueUnit', 0],
  ['stockOut', 'EOW', '发放到防疫员', '發放到防疫員', 'Issue to workers', 'issueWorker', 0],
  ['stockOut', 'EOF', '发放到养殖场', '發放到養殖場', 'Issue to farms', 'issueFarm', 0],
  ['stockOut', 'EOR', '退回', '退回', 'Return', 'return', 0],
  ['stockOut', 'EOT', '同级调拨', '同級調撥', 'Transfer', 'transfer', 1],
] as const;

/** Kinds of papers a tenant starts with; where it has its own nothing is added. */
export const startDocCategories = (tx: Tx) =>
  tx.query(
    `insert into sign.sign_doc_category (tenant_no, doc_type, code, name, name_tw, name_en, kind, approval_levels,
       order_num)
     select $1, r.type, r.code, r.name, r.tw, r.en, r.kind, r.levels, r.at
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
       with ordinality r(type, code, name, tw, en, kind, levels, at)
     where not exists (select 1 from sign.sign_doc_category where tenant_no = $1)`,
    [tx.scope.tenantNo, ...[0, 1, 2, 3, 4, 5, 6].map((at) => standard.map((one) => one[at]))],
  );
