import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { purveyor } from '#modules/depot/contract/goods/purveyor.ts';
import { creditCodeCheck } from '#modules/registry/contract/principal/credit-code.ts';

const receipts = `from depot.stock_doc d where d.purveyor_id = t.id and d.doc_type = 'purchaseIn' and d.status = 'posted' and d.biz_date >= date_trunc('year', now() at time zone 'Asia/Shanghai')::date`;

interface Wanted {
  readonly creditCode: string | null;
  readonly licences: readonly { readonly validTo: string | null }[];
}

/** The first licence to run out is what the list shows; one without an end runs out never. */
function check({ creditCode, licences }: Wanted): { licenceUntil: string | null; creditCode: string | null } {
  if (creditCode && creditCodeCheck(creditCode.slice(0, 17)) !== creditCode[17])
    throw invalid([{ field: 'creditCode', key: 'error.field.pattern' }]);
  const ends = licences.flatMap(({ validTo }) => validTo ?? []).sort();
  return { licenceUntil: ends[0] ?? null, creditCode: creditCode || null };
}

export const purveyorRoutes = (): Route[] =>
  serveResource(purveyor)({
    expressions: {
      receiptCount: `(select count(*)::int ${receipts})`,
      amount: `(select sum(c.cents)::float8 / 100 from depot.stock_cost c join depot.stock_doc_line l on c.about = 'line' and c.about_id = l.id where l.doc_id in (select d.id ${receipts}))`,
    },
    before: {
      add: async (_call, values) => check(values),
      edit: async (_call, values) => check(values),
    },
  });

export interface NewPurveyor {
  /** The unit that buys. */
  readonly principalId: number;
  readonly name: string;
  readonly creditCode?: string | null;
  /** The unit that sells, where it is one of the tenant's. */
  readonly supplierPrincipalId?: number | null;
  readonly contactName?: string | null;
  readonly phone?: string | null;
  readonly address?: string | null;
  readonly kinds?: readonly string[];
}

/**
 * Who brings a unit things, entered if it is not known to it yet: by the selling unit, by its credit code, by its name. What the
 * buyer has entered stays; kinds are added. A purveyor that was stopped stays so, which a receipt from it will say.
 *
 * @example
 * const purveyorId = await ensurePurveyor(tx, { principalId: buyerId, name: shop.name, creditCode: shop.creditCode, kinds: ['drug'] });
 */
export async function ensurePurveyor(tx: Tx, one: NewPurveyor): Promise<number> {
  const actor = tx.scope.userId;
  const { creditCode } = check({ creditCode: one.creditCode ?? null, licences: [] });
  return inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const known = await sys.query<{ id: number }>(
      `select id from depot.purveyor
       where principal_id = $1 and (supplier_principal_id = $2 or credit_code = $3 or name = $4)
       order by supplier_principal_id = $2 desc nulls last, credit_code = $3 desc nulls last, id limit 1`,
      [one.principalId, one.supplierPrincipalId ?? null, creditCode, one.name],
    );
    const found = known[0]?.id ?? (await insertPurveyor(sys, { ...one, creditCode }, actor));
    await sys.query(
      `update depot.purveyor set kinds = array(select distinct unnest(kinds || $2::text[]) order by 1),
         supplier_principal_id = coalesce(supplier_principal_id, $3), version = version + 1, updated_at = now()
       where id = $1 and (not kinds @> $2::text[] or (supplier_principal_id is null and $3::bigint is not null))`,
      [found, one.kinds ?? [], one.supplierPrincipalId ?? null],
    );
    return found;
  });
}

/** Two that come at the same moment find the same one. */
async function insertPurveyor(tx: Tx, one: NewPurveyor, actor: number | null): Promise<number> {
  const phone = piiColumns('phone', 'phone', one.phone ?? null, tx.scope.tenantNo);
  const values: [string, unknown][] = [
    ['tenant_no', tx.scope.tenantNo],
    ['principal_id', one.principalId],
    ['name', one.name],
    ['credit_code', one.creditCode ?? null],
    ['supplier_principal_id', one.supplierPrincipalId ?? null],
    ['contact_name', one.contactName ?? null],
    ['address', one.address ?? null],
    ['kinds', one.kinds ?? []],
    ['created_by', actor],
    ...phone,
  ];
  const [row] = await tx.query<{ id: number }>(
    `insert into depot.purveyor (${values.map(([column]) => column).join(', ')})
     values (${values.map((_, at) => `$${at + 1}`).join(', ')})
     on conflict (tenant_no, principal_id, name) do update set updated_at = now() returning id`,
    values.map(([, value]) => value),
  );
  if (!row) throw notFound();
  return row.id;
}

/** A unit has become part of another: so have those who bring it things. */
export async function reassignPurveyors(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update depot.purveyor t set principal_id = $2, version = version + 1, updated_at = now(),
       name = case when exists (select 1 from depot.purveyor o where o.principal_id = $2 and o.name = t.name) then t.name || '-' || t.id::text else t.name end
     where t.principal_id = $1`,
    [from, to],
  );
}
