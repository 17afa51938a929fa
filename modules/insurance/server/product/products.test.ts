import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { versionOf } from '#modules/insurance/testing/fixtures.ts';

let world: World;
let manager: Person;
let supervisor: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('ins_mgr1');
  supervisor = await world.as('tl_insure');
});
afterAll(() => world.close());

const draft = async () =>
  (
    await world.sql<{ id: number; version: number }>(
      `select v.id::int as id, v.version from insurance.ins_product_version v join insurance.ins_product p
         on p.id = v.product_id where p.code = 'COW' and p.tenant_no = 1505 and v.version_no = 3`,
    )
  )[0] as { id: number; version: number };
const move = async (who: Person, name: string, more: object = {}) =>
  who.post('insuranceMgt/productVersion/transition', { ...(await draft()), name, ...more });

const fractions = ['distance_km', 'latitude', 'length_cm', 'longitude', 'weight_kg'];

describe('a version of a product', () => {
  it('R3: shares of 9,900 are refused, corrected ones are published by another, and then nothing changes it', async () => {
    expect(await move(manager, 'submit')).toMatchObject({ code: 500, bizCode: 'sharesNot100' });
    const { id, version } = await draft();
    const { data } = await manager.get(`insuranceMgt/productVersion/${id}`);
    const { productId: _p, regionCode: _r, ...row } = data;
    const names = [
      'saleFrom',
      'saleTo',
      'sumInsured',
      'ratePpm',
      'terms',
      'waitingDays',
      'ageMinDays',
      'ageMaxDays',
      'requireImmunity',
      'mustInsureAll',
      'averageClause',
      'deductibleBp',
      'payout',
      'refundRule',
      'checkMode',
      'sampleBp',
      'publicityDays',
      'liabilities',
      'exclusions',
      'documents',
      'photos',
      'docFiles',
    ];
    const form = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
    const payers = row.payers.map((one: { payerCode: string; bp: number }) => ({
      payerCode: one.payerCode,
      bp: one.payerCode === 'farmer' ? 2_000 : one.bp,
    }));
    const saved = await manager.post('insuranceMgt/productVersion/edit', { id, version, ...form, payers });
    expect(saved).toMatchObject({ code: 200 });
    expect(await move(manager, 'submit')).toMatchObject({ code: 200 });
    expect(await move(manager, 'publish')).toMatchObject({ code: 403 });
    expect(await move(supervisor, 'publish')).toMatchObject({ code: 200 });
    const now = await draft();
    const again = await manager.post('insuranceMgt/productVersion/edit', { id, version: now.version, ...form, payers });
    expect(again).toMatchObject({ bizCode: 'versionFixed' });
    await expect(
      world.sql('update insurance.ins_product_version set sum_insured = 1 where id = $1', [id]),
    ).rejects.toThrow('versionFixed');
    await expect(world.sql('delete from insurance.ins_product_version where id = $1', [id])).rejects.toThrow(
      'versionFixed',
    );
    const [hash] = await world.sql('select rule_hash from insurance.ins_product_version where id = $1', [id]);
    expect(hash.rule_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('R4: the quote of each product and term is the table, to the cent', async () => {
    const rows = [
      ['COW', 12, 42_000, 8_400],
      ['FATTEN', 12, 42_000, 8_400],
      ['FATTEN', 9, 33_600, 6_720],
      ['FATTEN', 6, 24_000, 4_800],
      ['FATTEN', 3, 18_000, 3_600],
      ['CALF', 12, 35_000, 7_000],
      ['CALF', 9, 28_000, 5_600],
      ['CALF', 6, 20_000, 4_000],
      ['CALF', 3, 15_000, 3_000],
    ] as const;
    for (const [code, months, premium, farmer] of rows) {
      const versionId = (
        await world.sql<{ id: number }>(
          `select v.id::int as id from insurance.ins_product_version v join insurance.ins_product p
             on p.id = v.product_id where p.code = $1 and p.tenant_no = 1505 and v.version_no = 2`,
          [code],
        )
      )[0]?.id;
      const { data } = await supervisor.post('insuranceMgt/quote', { versionId, months, count: 7 });
      expect(data).toMatchObject({ premiumCents: premium, farmerCents: farmer, totalCents: premium * 7 });
      const sum = data.split.reduce((all: number, one: { cents: number }) => all + one.cents, 0);
      expect(sum).toBe(premium);
    }
  });

  it('R5: the payout of a calf of five months, as arithmetic', async () => {
    const { data } = await supervisor.post('insuranceMgt/payoutQuote', {
      versionId: await versionOf(world, 'CALF'),
      birthDate: '2026-01-31',
      lostOn: '2026-06-30',
    });
    expect(data).toMatchObject({ months: 5, amountCents: 700_000 });
    expect(data.steps[0]).toMatchObject({ how: '3000.00 + 800.00 × 5' });
  });

  it('R1: amounts are whole cents: nothing but places, weights and lengths is kept with a fraction', async () => {
    const columns = await world.sql(
      `select distinct column_name as name from information_schema.columns where table_schema = 'insurance'
         and data_type in ('numeric', 'real', 'double precision') order by 1`,
    );
    expect(columns.map((one) => one.name)).toEqual(fractions);
    const [kinds] = await world.sql(
      `select array_agg(distinct data_type::text) as kinds from information_schema.columns
       where table_schema = 'insurance' and column_name in ('amount', 'premium', 'farmer_premium', 'sum_insured', 'paid',
         'premium_delta', 'farmer_delta', 'refund_amount', 'cull_paid', 'salvage', 'total', 'received')`,
    );
    expect(kinds.kinds).toEqual(['bigint']);
  });
});
