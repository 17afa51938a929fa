import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { unshelveLacking } from '#modules/commerce/server/selection/shelf.ts';
import {
  category,
  id,
  makeGoods,
  makeOffer,
  one,
  sent,
  tenant,
  unique,
  unitOf,
} from '#modules/commerce/testing/fixtures.ts';

let world: World;
let supplier: Person;
let operator: Person;
let farm: Person;
beforeAll(async () => {
  world = await openWorld();
  [supplier, operator, farm] = [await world.as('sup1'), await world.as('sel1'), await world.as('farm1')];
});
afterAll(() => world.close());

const formOf = async (code: string, more: object = {}) => ({
  categoryId: await category(world, code),
  title: `试用商品${unique()}`,
  manufacturer: '试厂',
  approvalNo: `SY${unique()}`,
  photos: [await sent(world, 'sup1', 'commerce.commodity')],
  skus: [{ spec: '40kg/袋', unit: 'bag', supplyPrice: 8000, marketPrice: 16_000, minQty: 1, stepQty: 1, isOn: true }],
  regions: [{ regionCode: 150521000000 }],
  freightMode: 'free',
  shipWithinDays: 3,
  ...more,
});
const move = async (person: Person, path: string, rowId: number, name: string, more: object = {}) => {
  const { data } = await person.get(`${path}/${rowId}`);
  return person.post(`${path}/transition`, { id: rowId, version: data?.version ?? 0, name, remark: '试', ...more });
};

describe('goods of a supplier', () => {
  it('R1, acceptance 1: without the licence of its category a drug is not submitted, and the paper is named; with it it is', async () => {
    await world.sql(
      `update registry.principal_document set status = 'revoked' where principal_id = $1 and doc_kind = 'vetDrugLicence'`,
      [await unitOf(world, 'sup1')],
    );
    const added = await supplier.post('suppliers/commodity/add', await formOf('DRG1'));
    expect(added.code).toBe(200);
    const refused = await move(supplier, 'suppliers/commodity', added.data.id, 'submit');
    expect(refused).toMatchObject({ bizCode: 'paperMissing', msg: expect.stringContaining('兽药') });
    await world.sql(
      `insert into registry.principal_document (tenant_no, region_code, principal_id, doc_kind, cert_no, title, issuer,
         issued_on, valid_from, valid_to, status)
       select tenant_no, region_code, id, 'vetDrugLicence', $2, '兽药经营许可证', '试', current_date, current_date, current_date + 90, 'valid'
       from registry.principal where id = $1`,
      [await unitOf(world, 'sup1'), unique()],
    );
    expect((await move(supplier, 'suppliers/commodity', added.data.id, 'submit')).code).toBe(200);
  });

  it('R2: a drug needs its approval number, that of the library where it comes from there, and one supplier has each once', async () => {
    const bare = await supplier.post('suppliers/commodity/add', await formOf('DRG1', { approvalNo: null }));
    expect(bare.code).toBe(200);
    expect(await move(supplier, 'suppliers/commodity', bare.data.id, 'submit')).toMatchObject({
      bizCode: 'approvalNo',
    });
    const entry = await one<{ id: number; no: string }>(
      world,
      `select c.id::int as id, c.licence_no as no from platform.tenant_commodity c join platform.sys_commodity_secondary s
         on s.id = c.category_id where c.tenant_no = $1 and s.code like 'DRG%' and c.status = 'onShelf' and c.licence_no is not null
         and not c.restricted order by c.id limit 1`,
      [tenant],
    );
    const other = await formOf('DRG1', { libraryId: entry.id, approvalNo: `${entry.no}X` });
    expect(await supplier.post('suppliers/commodity/add', other)).toMatchObject({ bizCode: 'approvalNo' });
    const form = await formOf('FED1');
    expect((await supplier.post('suppliers/commodity/add', form)).code).toBe(200);
    const again = await formOf('FED1', { approvalNo: form.approvalNo });
    expect(await supplier.post('suppliers/commodity/add', again)).toMatchObject({
      code: 422,
      errors: [{ field: 'approvalNo' }],
    });
  });

  it('R5: neither above the market, nor outside where it is delivered, nor stopped, nor without a pack is anything shelved', async () => {
    const offer = await makeOffer(world);
    await world.sql(`update commerce.product set status = 'draft' where id = $1`, [offer.productId]);
    const shelve = () => move(operator, 'selectionLib/product', offer.productId, 'shelve');
    const set = (text: string, rowId: number, value: unknown) => world.sql(text, [rowId, value]);
    const price = 'update commerce.product_sku set sale_price = $2 where id = $1';
    await set(price, offer.productSkuId, 17_000);
    expect(await shelve()).toMatchObject({ code: 422, errors: [{ field: 'skus.0.salePrice' }] });
    await set(price, offer.productSkuId, 9000);
    const region = 'update commerce.product_region set region_code = $2 where parent_id = $1';
    await set(region, offer.productId, 150600000000);
    expect(await shelve()).toMatchObject({ code: 422, errors: [{ field: 'regions.0.regionCode' }] });
    await set(region, offer.productId, 150521000000);
    const state = 'update commerce.commodity set status = $2 where id = $1';
    await set(state, offer.commodityId, 'stopped');
    expect(await shelve()).toMatchObject({ bizCode: 'notLive' });
    await set(state, offer.commodityId, 'approved');
    const isOn = 'update commerce.commodity_sku set is_on = $2 where parent_id = $1';
    await set(isOn, offer.commodityId, false);
    expect(await shelve()).toMatchObject({ bizCode: 'noPack' });
    await set(isOn, offer.commodityId, true);
    expect((await shelve()).code).toBe(200);
  });

  it('R3, acceptance 2: ear tags are not sold, nor what the government issues', async () => {
    expect(await supplier.post('suppliers/commodity/add', await formOf('TAG1'))).toMatchObject({
      bizCode: 'notSellable',
    });
    const libraryId = await id(
      world,
      'select id::int as id from platform.tenant_commodity where tenant_no = $1 and restricted order by id limit 1',
      [tenant],
    );
    expect(await supplier.post('suppliers/commodity/add', await formOf('FED1', { libraryId }))).toMatchObject({
      bizCode: 'restricted',
    });
  });

  it('R4: a least quantity out of step is named at its line', async () => {
    const skus = [{ spec: '1', unit: 'bag', supplyPrice: 100, marketPrice: null, minQty: 7, stepQty: 5, isOn: true }];
    const answer = await supplier.post('suppliers/commodity/add', await formOf('FED1', { skus }));
    expect(answer).toMatchObject({ code: 422, errors: [{ field: 'skus.0.minQty' }] });
  });

  it('acceptance 3, 4: rejected with a reason at its field, corrected, approved, in the pool and not in the shop; selected and shelved it is', async () => {
    const { id: goods } = (await supplier.post('suppliers/commodity/add', await formOf('FED1'))).data;
    expect((await move(supplier, 'suppliers/commodity', goods, 'submit')).code).toBe(200);
    const form = { reasonApprovalNo: '文号不符' };
    expect((await move(operator, 'selectionLib/commodityReview', goods, 'reject', { form })).code).toBe(200);
    expect((await supplier.get(`suppliers/commodity/content?id=${goods}`)).data.reasons).toEqual({
      approvalNo: '文号不符',
    });
    expect((await move(supplier, 'suppliers/commodity', goods, 'submit')).code).toBe(200);
    expect((await move(operator, 'selectionLib/commodityReview', goods, 'approve')).code).toBe(200);
    const pool = await operator.get('selectionLib/pool/list');
    expect(pool.data.some((row: { id: number }) => row.id === goods)).toBe(true);

    const { data: pricing } = await operator.get(`selectionLib/product/pricing?commodityId=${goods}`);
    const product = (more: object) =>
      operator.post('selectionLib/product/add', {
        commodityId: goods,
        buyerTypes: [],
        limitPerBuyerYear: 0,
        recommended: false,
        orderNum: 1,
        regions: [{ regionCode: 150521000000 }],
        skus: [{ skuId: pricing.skus[0].skuId, salePrice: 9000, subsidyPerUnit: 2000, subsidyQuota: 100 }],
        ...more,
      });
    const outside = await product({ regions: [{ regionCode: 150502000000 }] });
    expect(outside).toMatchObject({ code: 422, errors: [{ field: 'regions.0.regionCode' }] });
    const low = [{ skuId: pricing.skus[0].skuId, salePrice: 7000, subsidyPerUnit: 0, subsidyQuota: 0 }];
    expect(await product({ skus: low })).toMatchObject({ code: 422, errors: [{ field: 'skus.0.salePrice' }] });
    const { id: productId } = (await product({})).data;
    expect((await farm.get(`selectionLib/shop/${productId}`)).code).toBe(404);
    expect((await move(operator, 'selectionLib/product', productId, 'shelve')).code).toBe(200);
    const seen = await farm.get(`selectionLib/shop/${productId}`);
    expect(seen.data.packs[0]).toMatchObject({ salePrice: 9000, subsidyPerUnit: 2000, subsidyLeft: 100 });
    // Somebody of another county finds neither the card nor the page.
    await world.sql('update commerce.product_region set region_code = 150502000000 where parent_id = $1', [productId]);
    expect((await farm.get(`selectionLib/shop/${productId}`)).code).toBe(404);
  });

  it('R7, acceptance 5: of goods with four eyes the one who approved does not shelve, another does', async () => {
    const offer = await makeOffer(world, { code: 'DRG1', supplier: 'sup2' });
    const sel1 = await id(world, `select id::int as id from platform.sys_user where username = 'sel1'`);
    await world.sql(`update commerce.product set status = 'draft', approved_by = $2 where id = $1`, [
      offer.productId,
      sel1,
    ]);
    await world.sql(
      `update commerce.commodity_link set material_id = (select id from depot.material where tenant_no = $2 and kind = 'drug'
         and sharing = 'shared' order by id limit 1), factor = 1, status = 'checked' where sku_id = $1`,
      [offer.skuId, tenant],
    );
    expect(await move(operator, 'selectionLib/product', offer.productId, 'shelve')).toMatchObject({
      bizCode: 'samePerson',
    });
    expect((await move(await world.as('sel2'), 'selectionLib/product', offer.productId, 'shelve')).code).toBe(200);
  });

  it('R12a: a drug that is linked to no material is not shelved', async () => {
    const offer = await makeOffer(world, { code: 'DRG1', supplier: 'sup2' });
    await world.sql(`update commerce.product set status = 'draft' where id = $1`, [offer.productId]);
    expect(await move(operator, 'selectionLib/product', offer.productId, 'shelve')).toMatchObject({
      bizCode: 'notLinked',
    });
  });

  it('R9, acceptance 14: another supply price, once approved, takes the product off the shelf until it is confirmed', async () => {
    const offer = await makeOffer(world);
    expect((await move(supplier, 'suppliers/commodity', offer.commodityId, 'change')).code).toBe(200);
    await world.sql('update commerce.commodity_sku set supply_price = 8500 where id = $1', [offer.skuId]);
    await world.sql(`update commerce.commodity set photos = '{1}' where id = $1`, [offer.commodityId]);
    expect((await farm.get(`selectionLib/shop/${offer.productId}`)).data.isOnShelf).toBe(true);
    expect((await move(supplier, 'suppliers/commodity', offer.commodityId, 'submit')).code).toBe(200);
    expect((await move(operator, 'selectionLib/commodityReview', offer.commodityId, 'approve')).code).toBe(200);
    const row = (await operator.get(`selectionLib/product/${offer.productId}`)).data;
    expect(row).toMatchObject({ status: 'offShelf', pricePending: true });
  });

  it('R6, acceptance 13: a licence that ended takes what needs it off the shelf, with the reason, and leaves the rest', async () => {
    const [feed, tool] = [await makeOffer(world, { code: 'FED1' }), await makeOffer(world, { code: 'INJ1' })];
    const unit = await unitOf(world, 'sup1');
    const held = await world.sql(
      `update registry.principal_document set valid_to = current_date - 1 where principal_id = $1 and doc_kind = 'feedLicence'
         and status = 'valid' returning id, valid_to`,
      [unit],
    );
    await world.database.transaction(systemScope(tenant, 'test'), (tx) => unshelveLacking(tx, unit));
    const states = await world.sql('select status, off_reason from commerce.product where id = any ($1) order by id', [
      [feed.productId, tool.productId],
    ]);
    expect(states).toEqual([
      { status: 'offShelf', off_reason: '证照到期' },
      { status: 'onShelf', off_reason: null },
    ]);
    await world.sql('update registry.principal_document set valid_to = current_date + 300 where id = any ($1)', [
      held.map((row) => row.id),
    ]);
  });

  it('R10: what was done is on record with the fields it changed, and nobody edits it', async () => {
    const { id: goods } = (await supplier.post('suppliers/commodity/add', await formOf('FED1'))).data;
    const { data } = await supplier.get(`suppliers/commodity/${goods}`);
    const { title: _t, ...form } = await formOf('FED1', { photos: data.photos });
    const skus = data.skus.map(
      ({ id: sku, spec, unit, marketPrice, minQty, stepQty, isOn }: Record<string, unknown>) => ({
        ...{ id: sku, spec, unit, marketPrice, minQty, stepQty, isOn },
        supplyPrice: 8800,
      }),
    );
    const regions = data.regions.map(({ id: region, regionCode }: Record<string, unknown>) => ({
      id: region,
      regionCode,
    }));
    const edited = await supplier.post('suppliers/commodity/edit', {
      id: goods,
      version: data.version,
      ...form,
      title: data.title,
      skus,
      regions,
    });
    expect(edited, JSON.stringify(edited)).toMatchObject({ code: 200 });
    const path = `suppliers/operatingRecord/list?objectType=commodity&objectIdFrom=${goods}&objectIdTo=${goods}`;
    const records = await supplier.get(path);
    expect(records.data.map((row: { action: string }) => row.action)).toEqual(['edit', 'add']);
    expect(records.data[0].priceChanged).toBe(true);
    await expect(
      world.database.transaction(systemScope(tenant, 'test'), (tx) =>
        tx.query('delete from commerce.operating_record'),
      ),
    ).rejects.toThrow();
  });

  it('R11, acceptance 12: a vaccine for who vaccinates first is found only with that setting', async () => {
    const offer = await makeOffer(world, { code: 'VAC1', supplier: 'sup2' });
    const set = (value: string) =>
      world.sql(
        `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value)
         select $1, principal_id, 'self_purchase_vaccine', $2 from platform.sys_user where username = 'farm1'
         on conflict (tenant_no, principal_id, config_code) do update set config_value = excluded.config_value`,
        [tenant, value],
      );
    await set('0');
    expect((await farm.get(`selectionLib/shop/${offer.productId}`)).code).toBe(404);
    await set('1');
    expect((await farm.get(`selectionLib/shop/${offer.productId}`)).code).toBe(200);
    expect((await (await world.as('house1')).get(`selectionLib/shop/${offer.productId}`)).code).toBe(404);
  });

  it('R8: the clerk sets the stock and nothing else, never below what is promised', async () => {
    const goods = await makeGoods(world);
    const clerk = await world.as('sup1_clerk');
    const skuId = goods.skus[0];
    expect((await clerk.post('suppliers/commodity/stock', { skuId, mode: 'set', qty: 12 })).data).toEqual({
      stockQty: 12,
      lockedQty: 0,
    });
    await world.sql('update commerce.commodity_sku set locked_qty = 5 where id = $1', [skuId]);
    expect(await clerk.post('suppliers/commodity/stock', { skuId, mode: 'set', qty: 4 })).toMatchObject({
      bizCode: 'belowLocked',
    });
    expect((await move(clerk, 'suppliers/commodity', goods.id, 'submit')).code).toBe(403);
    const other = await world.as('sup2');
    expect((await other.post('suppliers/commodity/stock', { skuId, mode: 'set', qty: 9 })).code).toBe(404);
    expect(await one(world, 'select stock_qty from commerce.commodity_sku where id = $1', [skuId])).toEqual({
      stock_qty: 12,
    });
  });
});
