import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

/** What is written on a case besides its own steps. */
type Columns = Partial<{
  status: string;
  lots: string;
  head: number;
  start_price: number;
  buyer_id: number | null;
  buyer_text: string | null;
  debt_at_sale: number;
  proceeds: number;
  costs: number;
  net_proceeds: number;
  surplus: number;
  sold_by: number | null;
  sold_on: string;
  sale_change_id: number;
  settled_by: number | null;
}>;
export async function setCase(tx: Tx, id: number, columns: Columns): Promise<number> {
  const names = Object.keys(columns);
  const [row] = await tx.query<{ version: number }>(
    `update bank.disposal_case set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')},
       version = version + 1, updated_at = now() where tenant_no = kit.tenant() and id = $1 returning version`,
    [id, ...Object.values(columns)],
  );
  if (!row) throw notFound();
  return row.version;
}
interface Persons {
  readonly openedBy: number | null;
  readonly soldBy: number | null;
  readonly netProceeds: number | null;
}
/** Who did what, for rules about two persons. */
export async function personsOf(tx: Tx, id: number): Promise<Persons> {
  const [row] = await tx.query<Persons>(
    `select opened_by as "openedBy", sold_by as "soldBy", net_proceeds as "netProceeds" from bank.disposal_case
     where tenant_no = kit.tenant() and id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** The client was merged into another unit: a case follows its line. */
export const followCases = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.disposal_case t set principal_id = $2, version = t.version + 1, updated_at = now()
     from bank.credit_line o where t.tenant_no = kit.tenant() and t.principal_id = $1
       and o.tenant_no = t.tenant_no and o.id = t.credit_line_id and o.principal_id = $2`,
    [from, to],
  );
