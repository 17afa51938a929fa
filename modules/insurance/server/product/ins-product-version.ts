import { z } from 'zod';
import { type FieldError, forbidden, invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { insProductVersion } from '#modules/insurance/contract/product/product.ts';
import {
  bandsFit,
  type Liability,
  type Payer,
  type Payout,
  partSchemas,
  payerLevels,
  type Term,
  termsFit,
} from '#modules/insurance/contract/product/version-parts.ts';
import { isViolation, refuse } from '../refusals.ts';
import { hashOf, versionOf } from './version-of.ts';

interface Parts {
  readonly terms: Term[];
  readonly payers: Payer[];
  readonly payout: Payout;
  readonly liabilities: Liability[];
  readonly exclusions: string[];
  readonly documents: string[];
  readonly photos: string[];
}
/** What the form's lists say, each checked for itself; a wrong one is named by its field. */
function partsFrom(values: object): Parts {
  const errors: FieldError[] = [];
  const parts: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(partSchemas)) {
    const read = (schema as z.ZodType).safeParse((values as Record<string, unknown>)[name]);
    if (read.success) parts[name] = read.data;
    else errors.push({ field: name, key: 'error.field.pattern' });
  }
  if (errors.length > 0) throw invalid(errors);
  return parts as unknown as Parts;
}

interface Known {
  readonly kind: string;
  readonly code: string;
  readonly level: string | null;
}
/** Payers in the order in which cents are handed out, each with the level its ingredient has. */
async function stored(tx: Tx, values: object) {
  const parts = partsFrom(values);
  const known = await tx.query<Known>(
    'select kind, code, payer_level as level from insurance.ins_ingredient where tenant_no = kit.tenant()',
  );
  const levels = new Map(known.filter((one) => one.kind === 'payer').map((one) => [one.code, one.level]));
  const rank = (level: string | undefined) => payerLevels.indexOf((level ?? 'other') as never);
  const payers = parts.payers
    .map(({ payerCode, bp }) => ({ payerCode, bp, level: levels.get(payerCode) ?? undefined }))
    .sort((a, b) => rank(a.level) - rank(b.level));
  const immunity = (values as { requireImmunity?: unknown }).requireImmunity ?? [];
  const codes = z.array(z.string().max(40)).max(20).safeParse(immunity);
  if (!codes.success) throw invalid([{ field: 'requireImmunity', key: 'error.field.pattern' }]);
  return {
    ...parts,
    payers,
    requireImmunity: codes.data,
    docFiles: (values as { docFiles: number[] | null }).docFiles ?? null,
  };
}

/** R3: what must hold before anybody is asked to publish it. */
export async function mustFit(tx: Tx, id: number): Promise<void> {
  const version = await versionOf(tx, id);
  const whole = version.payers.reduce((sum, one) => sum + one.bp, 0);
  if (whole !== 10_000) throw refuse('sharesNot100');
  if (!version.payers.some((one) => one.payerCode === 'farmer')) throw refuse('noFarmer');
  if (!termsFit(version.terms)) throw refuse('termsWrong');
  const { payout } = version;
  if ('bands' in payout && !bandsFit(payout.bands)) throw refuse('bandsWrong');
  const known = await tx.query<Known>(
    `select kind, code, payer_level as level from insurance.ins_ingredient
     where tenant_no = kit.tenant() and status = 'enabled'`,
  );
  const has = (kind: string, code: string) => known.some((one) => one.kind === kind && one.code === code);
  const missing = [
    ...version.payers.filter((one) => !has('payer', one.payerCode)).map((one) => one.payerCode),
    ...version.liabilities.filter((one) => !has('liability', one.code)).map((one) => one.code),
    ...version.exclusions.filter((one) => !has('exclusion', one)),
    ...version.documents.filter((one) => !has('document', one)),
    ...version.photos.filter((one) => !has('photo', one)),
  ];
  if (missing.length > 0) throw refuse('noIngredient', { codes: missing.join(', ') });
  const [clash] = await tx.query(
    `select 1 from insurance.ins_product_version where tenant_no = kit.tenant() and product_id = $1 and region_code = $2
       and status = 'published' and id <> $3 and sale_from >= $4 and ($5::date is null or sale_from <= $5)`,
    [version.productId, version.regionCode, id, version.saleFrom, version.saleTo],
  );
  if (clash) throw refuse('saleOverlap');
}

/** The one it follows is sold until the day before. */
const endBefore = (tx: Tx, productId: number, regionCode: number, from: string) =>
  tx.query(
    `update insurance.ins_product_version set sale_to = $3, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and product_id = $1 and region_code = $2 and status = 'published'
       and sale_from < $4 and (sale_to is null or sale_to >= $4)`,
    [productId, regionCode, addDays(from, -1), from],
  );

export const versionRoutes = (): Route[] =>
  serveResource(insProductVersion)({
    before: {
      add: async (call, values) => {
        const [last] = await call.tx.query<{ n: number }>(
          `select coalesce(max(version_no), 0) as n from insurance.ins_product_version
           where tenant_no = kit.tenant() and product_id = $1 and region_code = $2`,
          [values.productId, values.regionCode],
        );
        return { ...(await stored(call.tx, values)), versionNo: (last?.n ?? 0) + 1 };
      },
      edit: async (call, values, row) => {
        if (row.status !== 'draft') throw refuse('versionFixed');
        return stored(call.tx, values);
      },
      remove: async (_call, row) => {
        if (row.status !== 'draft') throw refuse('versionFixed');
      },
      transition: async (call, move, row) => {
        if (move.name === 'submit') {
          await mustFit(call.tx, row.id);
          return { returnReason: null };
        }
        if (move.name === 'return') return { returnReason: move.remark ?? null };
        if (move.name !== 'publish') return undefined;
        const [made] = await call.tx.query<{ by: number | null }>(
          'select created_by as by from insurance.ins_product_version where id = $1',
          [row.id],
        );
        if (made?.by === call.actor.userId) throw forbidden();
        await mustFit(call.tx, row.id);
        await endBefore(call.tx, row.productId, row.regionCode, row.saleFrom);
        return {
          ruleHash: hashOf(await versionOf(call.tx, row.id)),
          publishedBy: call.actor.userId,
          publishedAt: new Date().toISOString(),
        };
      },
    },
  });

/** After its last day nobody buys it any more. */
export async function retirePast(tx: Tx): Promise<void> {
  await tx.query(
    `update insurance.ins_product_version set status = 'retired', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'published' and sale_to < $1`,
    [today()],
  );
}
export const isOverlap = (error: unknown): boolean => isViolation(error, 'one_version_sold');
