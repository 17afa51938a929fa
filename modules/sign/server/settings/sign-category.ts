import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { signCategory } from '#modules/sign/contract/settings/sign-category.ts';

export interface Category {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly scheme: string;
  readonly digit: number | null;
  readonly species: readonly string[];
  readonly medium: string;
  readonly perBag: number;
  readonly bagsPerBox: number;
  readonly price: number | null;
  readonly materialId: number | null;
  readonly insurerId: number | null;
}

export async function categoriesOf(tx: Pick<Tx, 'query'>): Promise<Map<number, Category>> {
  const rows = await tx.query<Category>(
    `select c.id, c.code, c.name, c.scheme, c.species_digit as digit, c.species, c.medium, c.per_bag as "perBag",
       c.bags_per_box as "bagsPerBox", c.price, c.material_id as "materialId", c.insurer_id as "insurerId"
     from sign.sign_category c where c.tenant_no = kit.tenant()`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What shapes the numbers is fixed once there are some. */
const shaping = ['scheme', 'speciesDigit', 'digits'] as const;

export const categoryRoutes = (): Route[] =>
  serveResource(signCategory)({
    expressions: {
      inUse: `coalesce((select sum(a.count)::int from sign.sign_allot a where a.category_id = t.id), 0)`,
    },
    before: {
      edit: async (_call: Call, values, row) => {
        if (row.inUse > 0 && shaping.some((name) => values[name] !== row[name]))
          throw refusal('locked', 'sign.signCategory.locked');
        return undefined;
      },
    },
  });
