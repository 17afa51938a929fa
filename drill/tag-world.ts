import type { Client } from 'pg';
import type { Tx } from '#kit/server/db/database.ts';
import { codeOf, official, type Range } from '#modules/sign/contract/numbers/code.ts';
import { allot, type Holder, take } from '#modules/sign/server/index.ts';
import { day, figure, tenant } from './fixtures.ts';

/** Those between whom numbers go to and fro. */
export interface TagPeople {
  readonly categoryId: number;
  readonly supplier: Holder;
  readonly county: Holder;
  readonly stations: readonly Holder[];
  readonly workers: readonly Holder[];
}

export async function tagPeople(db: Client): Promise<TagPeople> {
  const unitOf = (username: string) =>
    figure(db, 'select principal_id from platform.sys_user where username = $1', [username]);
  const [supplierId, countyId] = [await unitOf('tagfac1'), await unitOf('sign1')];
  const { rows: stations } = await db.query<{ id: string }>(
    `select principal_id as id from registry.staff where tenant_no = $1 and status = 'active' and principal_id <> $2
     group by 1 order by count(*) desc, 1 limit 8`,
    [tenant, countyId],
  );
  const { rows: workers } = await db.query<{ id: string; unit: string }>(
    `select id, principal_id as unit from registry.staff where tenant_no = $1 and status = 'active' and principal_id = any ($2)
     order by id limit 16`,
    [tenant, stations.map((one) => one.id)],
  );
  const unit = (id: number | string): Holder => ({ principalId: Number(id), staffId: null });
  return {
    categoryId: await figure(db, `select id from sign.sign_category where tenant_no = $1 and code = 'CQR'`, [tenant]),
    supplier: unit(supplierId),
    county: unit(countyId),
    stations: stations.map((one) => unit(one.id)),
    workers: workers.map((one) => ({ principalId: Number(one.unit), staffId: Number(one.id) })),
  };
}

export const storm: Range = { from: codeOf(2, 150521, 60_000_001), to: codeOf(2, 150521, 60_020_000) };

let serial = process.pid * 1_000_000;
export const paperOf = (type: string) => {
  serial += 1;
  return { type, id: serial, no: `D-${serial}` };
};

/** New numbers that lie in the county's store, as if they had come from the factory. */
export async function stockCounty(tx: Tx, people: TagPeople, range: Range): Promise<void> {
  const { categoryId, supplier, county } = people;
  const on = day(-30);
  const doc = paperOf('procurement');
  await allot(tx, {
    scheme: official,
    range,
    categoryId,
    supplierId: supplier.principalId,
    regionCode: 150521000000,
    doc,
    on,
  });
  await tx.query(
    `insert into sign.sign_allot (tenant_no, region_code, category_id, scheme, code_from, code_to, supplier_id)
     values ($1, 150521000000, $2, $3, $4, $5, $6)`,
    [tenant, categoryId, official, range.from, range.to, supplier.principalId],
  );
  const step = (
    from: Holder,
    was: 'ordered' | 'produced' | 'inTransit',
    to: Holder,
    now: 'produced' | 'inTransit' | 'stock',
  ) =>
    take(tx, {
      scheme: official,
      ranges: [range],
      from: { holder: from, places: [was] },
      to: { place: now, holder: to, ...(now === 'inTransit' && { counter: from }) },
      doc: paperOf('receiving'),
      on,
    });
  await step(supplier, 'ordered', supplier, 'produced');
  await step(supplier, 'produced', county, 'inTransit');
  await step(county, 'inTransit', county, 'stock');
}
