import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { one, tenant, unitOf } from '#modules/commerce/testing/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('R12, R17: a drug is followed from its sheet to the order, the lot, each dose of that lot and the last day of withdrawal, by its buyer alone', async () => {
  const unit = await unitOf(world, 'farm1');
  // Told from the other end: a dose out of the farm's own store, under a sheet.
  const dose = await one<{
    treatment: string;
    heads: number;
    treatedOn: string;
    sheet: string;
    lotNo: string;
    orderId: number;
    receipt: string;
    animal: number;
  }>(
    world,
    `select t.doc_no as treatment, t.heads, to_char(t.treated_on, 'YYYY-MM-DD') as "treatedOn",
       r.doc_no as sheet, l.lot_no as "lotNo", s.order_id::int as "orderId",
       d.doc_no as receipt, (select a.animal_id::int from cure.treatment_animal a where a.treatment_id = t.id) as animal
     from cure.treatment t join cure.treatment_line l on l.treatment_id = t.id
       join cure.prescription r on r.id = t.prescription_id
       join depot.stock_doc_line i on i.material_id = l.material_id and i.lot_no = l.lot_no
       join depot.stock_doc d on d.id = i.doc_id and d.doc_type = 'purchaseIn' and d.principal_id = t.principal_id
       join commerce.shipment s on s.stock_doc_id = d.id
     where t.tenant_no = $1 and t.principal_id = $2 and t.source = 'depot' order by t.treated_on desc, t.id desc limit 1`,
    [tenant, unit],
  );
  const path = `selectionLib/order/follow?id=${dose.orderId}`;
  const farm = await world.as('farm1');
  const { data } = await farm.get(path);
  expect(data).toHaveLength(1);
  const [drug] = data;
  expect(drug.sheets.map((sheet: { docNo: string }) => sheet.docNo)).toEqual([dose.sheet]);
  expect(drug.lots).toHaveLength(1);
  const [lot] = drug.lots;
  expect(lot).toMatchObject({ lotNo: dose.lotNo, stockDocNo: dose.receipt, signedQty: 2 });
  // What the page calls the last day is the day until which the animal is held: a course that goes on holds it longer.
  const held = await one<{ until: string }>(
    world,
    `select to_char(max(meat_until), 'YYYY-MM-DD') as until from cure.animal_withdrawal
     where animal_id = $1 and status = 'open'`,
    [dose.animal],
  );
  expect(lot.doses).toHaveLength(2);
  expect(lot.doses.at(-1)).toMatchObject({
    docNo: dose.treatment,
    heads: dose.heads,
    treatedOn: dose.treatedOn,
    until: held.until,
  });
  expect(held.until > dose.treatedOn).toBe(true);
  // A dose of another lot is not this order's.
  await world.sql(`update cure.treatment_line set lot_no = lot_no || 'X' where lot_no = $1 and tenant_no = $2`, [
    dose.lotNo,
    tenant,
  ]);
  expect((await farm.get(path)).data[0].lots[0].doses).toEqual([]);

  for (const username of ['sup1', 'sup2', 'coop1', 'kzzq_mgr', 'sel1'])
    expect([username, [403, 404].includes((await (await world.as(username)).get(path)).code)]).toEqual([
      username,
      true,
    ]);
});
