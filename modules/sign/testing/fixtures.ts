import type { World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { codeOf, official, type Range } from '#modules/sign/contract/numbers/code.ts';
import type { Holder } from '#modules/sign/server/numbers/tag-move.ts';
import type { Place } from '#modules/sign/server/numbers/tag-segment.ts';
import { allot, take } from '#modules/sign/server/numbers/take.ts';

export const tenant = 1505;
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

export const inTags = <T>(world: World, work: (tx: Tx) => Promise<T>): Promise<T> =>
  world.database.transaction(systemScope(tenant, 'test'), work);

export async function unitOf(world: World, username: string): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    'select principal_id as id from platform.sys_user where username = $1',
    [username],
  );
  return row?.id as number;
}
export async function staffOf(world: World, username: string): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = $1 and s.status = 'active'`,
    [username],
  );
  return row?.id as number;
}
export async function categoryOf(world: World, code = 'CQR'): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    'select id from sign.sign_category where tenant_no = 1505 and code = $1',
    [code],
  );
  return row?.id as number;
}

let serial = 20_000_001;
/** Numbers nobody has used yet, of a county; never next to others, which would be joined to them. */
export function freshRange(n: number, county = 150521, digit = 2): Range {
  const from = codeOf(digit, county, serial);
  serial += Math.ceil(n / 100) * 100 + 100;
  return { from, to: from + n - 1 };
}

let doc = 0;
export const paper = (type = 'test') => {
  doc += 1;
  return { type, id: 900_000_000 + doc, no: `T-${doc}` };
};

/** Numbers in the hands of somebody, as if they had come all the way from the factory. */
export async function numbersAt(
  world: World,
  n: number,
  holder: Holder,
  place: Place,
  options: {
    county?: number;
    category?: string;
    on?: string;
    tenant?: { no: number; categoryId: number; supplierId: number; regionCode: number };
  } = {},
): Promise<Range> {
  const range = freshRange(n, options.county);
  const on = options.on ?? dayFromNow(-20);
  const { no, categoryId, supplierId, regionCode } = options.tenant ?? {
    no: tenant,
    categoryId: await categoryOf(world, options.category),
    supplierId: await unitOf(world, 'tagfac1'),
    regionCode: 150521000000,
  };
  const supplier = { principalId: supplierId, staffId: null };
  await world.database.transaction(systemScope(no, 'test'), async (tx) => {
    await allot(tx, {
      scheme: official,
      range,
      categoryId,
      supplierId,
      regionCode,
      doc: paper('procurement'),
      on,
    });
    await tx.query(
      `insert into sign.sign_allot (tenant_no, region_code, category_id, scheme, code_from, code_to, supplier_id) values ($1, $2, $3, $4, $5, $6, $7)`,
      [no, regionCode, categoryId, official, range.from, range.to, supplierId],
    );
    const step = (from: Holder, was: Place, to: Holder, now: Place, counter?: Holder) =>
      take(tx, {
        scheme: official,
        ranges: [range],
        from: { holder: from, places: [was] },
        to: { place: now, holder: to, ...(counter && { counter }) },
        doc: paper('receiving'),
        on,
      });
    await step(supplier, 'ordered', supplier, 'produced');
    await step(supplier, 'produced', holder, 'inTransit', supplier);
    await step(holder, 'inTransit', holder, place);
  });
  return range;
}
