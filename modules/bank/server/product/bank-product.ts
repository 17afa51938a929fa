import { forbidden, invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, insertRow } from '#kit/server/resource/write.ts';
import {
  type BankProduct,
  bankProduct,
  productExample,
  reviseProduct,
} from '#modules/bank/contract/product/bank-product.ts';
import { refuse } from '../refusals.ts';
import { reading } from './reading.ts';
import { computedLimit } from './valuation.ts';

/** Products and prices belong to the office above all branches, so that a branch lends by the same rules as the next. */
export async function headOfficeOf(tx: Tx, principalId: number | null): Promise<number> {
  const [row] = await tx.query<{ id: number | null }>('select bank.head_office($1) as id', [principalId]);
  if (!row?.id) throw forbidden();
  return row.id;
}

type Bounds = Pick<BankProduct, 'maxLtv' | 'warnLtv' | 'callLtv' | 'stopLtv'>;
type Ranges = Pick<BankProduct, 'ageFromMonths' | 'ageToMonths' | 'termFromMonths' | 'termToMonths'>;
/** R7, and ranges that are the right way round; the field that is wrong is named. */
function mustFit(values: Bounds & Ranges): void {
  const { maxLtv, warnLtv, callLtv, stopLtv } = values;
  const wrong =
    maxLtv >= warnLtv
      ? 'warnLtv'
      : warnLtv > callLtv
        ? 'callLtv'
        : callLtv >= stopLtv || stopLtv > 100
          ? 'stopLtv'
          : null;
  if (wrong) throw invalid([{ field: wrong, key: 'bank.refusal.ltvOrder' }]);
  if (values.ageFromMonths !== null && values.ageToMonths !== null && values.ageToMonths < values.ageFromMonths)
    throw invalid([{ field: 'ageToMonths', key: 'bank.refusal.rangeOrder' }]);
  if (values.termToMonths < values.termFromMonths)
    throw invalid([{ field: 'termToMonths', key: 'bank.refusal.rangeOrder' }]);
}
const listsOf = (values: { immunityNeeded: string[] | null }) => ({ immunityNeeded: values.immunityNeeded ?? [] });

async function revise(call: Call<typeof reviseProduct>) {
  const row = await findRow(call, bankProduct, call.body.id, true);
  if (row.status === 'draft') throw refuse('draftOpen');
  const [other] = await call.tx.query<{ last: number; isOpen: boolean }>(
    `select max(product_version) as last, bool_or(status = 'draft') as "isOpen" from bank.bank_product
     where tenant_no = kit.tenant() and bank_id = $1 and product_code = $2`,
    [row.bankId, row.productCode],
  );
  if (other?.isOpen) throw refuse('draftOpen');
  const values = Object.fromEntries(bankProduct.form.map((name) => [name, row[name]]));
  const productVersion = (other?.last ?? row.productVersion) + 1;
  const saved = await insertRow(call, bankProduct, values, {
    bankId: row.bankId,
    productVersion,
    ...listsOf(row),
  });
  call.answer.msg = call.say('ok.saved');
  return { id: saved.id, productVersion };
}

async function example(call: Call<typeof productExample>) {
  const product = await findRow(call, bankProduct, call.params.id);
  const { heads } = call.query;
  const [home] = await call.tx.query<{ regionCode: number }>(
    'select region_code as "regionCode" from registry.principal_places($1)',
    [[product.bankId]],
  );
  const limit = await computedLimit(call.tx, {
    productId: product.id,
    headsOffered: { [product.species[0] ?? '']: heads },
    ...(home && { regionCode: home.regionCode }),
  });
  return { heads, valueCents: limit.valueCents, limitCents: limit.cents, steps: [...limit.steps] };
}

export const bankProductRoutes = (): Route[] => [
  ...serveResource(bankProduct)({
    expressions: {
      bankName: 'registry.principal_name(t.bank_id)',
      runningLines: `(select count(*)::int from bank.credit_line c where c.tenant_no = t.tenant_no
        and c.product_id = t.id
        and c.status in ('approved', 'effective', 'frozen', 'overdue'))`,
    },
    before: {
      add: async (call, values) => {
        mustFit(values);
        return { bankId: await headOfficeOf(call.tx, call.actor.principalId), ...listsOf(values) };
      },
      edit: async (_call, values) => {
        mustFit(values as typeof values & Bounds & Ranges);
        return listsOf(values);
      },
      transition: async (call, move, row) => {
        if (move.name !== 'publish') return undefined;
        const [made] = await call.tx.query<{ by: number | null; last: number | null }>(
          'select created_by as by, updated_by as last from bank.bank_product where id = $1',
          [row.id],
        );
        if (made?.by === call.actor.userId || made?.last === call.actor.userId) throw refuse('samePerson');
        // Of a product one version is sold; lines granted under the one before keep it.
        await call.tx.query(
          `update bank.bank_product set status = 'stopped', version = version + 1, updated_at = now(), updated_by = $3
           where tenant_no = kit.tenant() and bank_id = $1 and product_code = $2 and status = 'onSale'`,
          [row.bankId, row.productCode, call.actor.userId],
        );
        return { publishedBy: call.actor.userId, publishedAt: new Date().toISOString() };
      },
    },
  }),
  serve('bank', reviseProduct, revise),
  serve('bank', productExample, reading(example)),
];
