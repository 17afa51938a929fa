import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { ruleHash } from '#kit/server/calc/calc.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { day } from '#modules/cure/testing/fixtures.ts';
import { changeAnimals, registerAnimals } from '#modules/registry/server/index.ts';
import { type BillInputs, billOf, freeDeathsOf, payableFrom } from './bill-calc.ts';
import { inputsOf } from './entrust-bill.ts';
import { contractOf } from './entrust-contract.ts';
import { entrustNight } from './follow.ts';

let world: World;
let farm: Person;
let host: Person;
let soc1: Person;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  host = await world.as('host1');
  soc1 = await world.as('soc1');
}, 60_000);
afterAll(() => world.close());

const rows = <T extends object>(text: string, values: unknown[] = []) => world.sql<T>(text, values);
const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> =>
  (await world.sql<T>(text, values))[0] as T;
const unitOf = async (username: string) =>
  (await one<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [username]))
    .id;
const version = async (id: number) =>
  (await one<{ version: number }>('select version from cure.entrust_contract where id = $1', [id])).version;
const step = async (who: Person, id: number, name: string, more: object = {}) =>
  who.post('cure/entrust/transition', { id, version: await version(id), name, ...more });
const free = async (n: number) =>
  (
    await rows<{ id: number }>(
      `select a.id::int as id from registry.animal a where a.tenant_no = 1505 and a.principal_id = $1 and a.owner_id = $1 and a.species = 'cattle'
         and a.status = 'inStock' and not a.pledged and not a.quarantined and a.pending_change_id is null and a.entry_on < current_date - 5
         and not exists (select 1 from cure.entrust_line l join cure.entrust_contract c on c.id = l.contract_id where l.animal_id = a.id
           and l.out_on is null and (l.in_on is not null or c.status in ('offered', 'accepted', 'signed')))
         and not exists (select 1 from cure.animal_withdrawal w where w.animal_id = a.id and w.status = 'open')
         and not exists (select 1 from traceability.movement_animal l where l.animal_id = a.id and l.is_open)
         and not exists (select 1 from traceability.quarantine_declaration_animal l where l.animal_id = a.id and l.is_open)
         and not exists (select 1 from farm.animal_hold h where h.animal_id = a.id)
         and not exists (select 1 from farm.farm_animal f where f.animal_id = a.id and f.isolate_until is not null)
       order by a.id limit $2`,
      [await unitOf('farm1'), n],
    )
  ).map((animal) => animal.id);

async function form(animalIds: number[], more: object = {}) {
  const type = await one<{ id: number }>(
    `select id::int as id from cure.entrust_type where tenant_no = 1505 and code = 'full'`,
  );
  const society = await one<{ id: number }>(
    'select id::int as id from cure.society where tenant_no = 1505 order by id limit 1',
  );
  return {
    principalId: await unitOf('farm1'),
    hostId: await unitOf('host1'),
    societyId: society.id,
    typeId: type.id,
    species: 'cattle',
    fromOn: day(0),
    toOn: day(180),
    feeMode: 'headDay',
    price: 350,
    baseValue: 1_000_000,
    freeLossPct: 5,
    hostSharePct: 40,
    animalIds,
    ...more,
  };
}
/** Offered, accepted, signed by both and begun. */
async function running(n: number, more: { animals?: number[]; offspring?: string } = {}) {
  const { animals = await free(n), ...rest } = more;
  const made = await farm.post('cure/entrust/save', await form(animals, rest));
  expect(made).toMatchObject({ code: 200 });
  const id = made.data.id as number;
  expect(await step(farm, id, 'offer')).toMatchObject({ code: 200 });
  expect(await step(host, id, 'accept')).toMatchObject({ code: 200 });
  for (const who of ['farm1', 'host1'])
    expect(
      await step(who === 'farm1' ? farm : host, id, 'sign', { form: { password: world.password(who) } }),
    ).toMatchObject({ code: 200 });
  expect(await host.post('cure/entrust/start', { id, version: await version(id) })).toMatchObject({ code: 200 });
  return { id, animals };
}

describe('a contract', () => {
  it('R100 is refused where the host has no room, and says how much it has (acceptance 18)', async () => {
    await rows('update cure.enterprise_host set capacity_cattle = $2 where principal_id = $1', [
      await unitOf('host1'),
      1,
    ]);
    const answer = await farm.post('cure/entrust/save', await form(await free(6)));
    expect(answer).toMatchObject({ bizCode: 'hostFull' });
    await rows('update cure.enterprise_host set capacity_cattle = 200 where principal_id = $1', [
      await unitOf('host1'),
    ]);
  });

  it('R103, R104 hands the animals over, leaves them the owner’s, and lets the host sell only with consent (acceptance 18)', async () => {
    const { id, animals } = await running(3);
    const [mine] = animals as [number, ...number[]];
    const animal = await one<{ holder: number; owner: number }>(
      'select principal_id::int as holder, owner_id::int as owner from registry.animal where id = $1',
      [mine],
    );
    expect(animal).toEqual({ holder: await unitOf('host1'), owner: await unitOf('farm1') });
    expect((await farm.get(`pri/animal/info/${mine}`)).code).toBe(200);
    const sell = (hostId: number) =>
      world.database.transaction({ ...systemScope(1505, 'test'), system: true }, (tx) =>
        changeAnimals(tx, {
          changeType: 'saleOut',
          animalIds: [mine],
          purpose: 'fatten',
          buyerName: '买方',
          byPrincipalId: hostId,
        }),
      );
    await expect(sell(await unitOf('host1'))).rejects.toMatchObject({ bizCode: 'entrusted' });
    const consent = { id, animalIds: [mine], act: 'sell', until: day(5) };
    expect((await host.post('cure/entrust/consent', consent)).code).toBe(403);
    expect(await farm.post('cure/entrust/consent', consent)).toMatchObject({ code: 200 });
    await sell(await unitOf('host1'));
    expect(
      await one('select out_kind as kind from cure.entrust_line where contract_id = $1 and animal_id = $2', [id, mine]),
    ).toEqual({ kind: 'sold' });
    const back = await host.post('cure/entrust/release', { id, animalIds: [animals[1]] });
    expect(back).toMatchObject({ code: 200 });
  });

  it('R101, R102 asks for papers, and takes no animal twice', async () => {
    const { animals } = await running(1);
    expect(await farm.post('cure/entrust/save', await form(animals))).toMatchObject({ bizCode: 'notOwn' });
    const more = await free(1);
    const made = await farm.post('cure/entrust/save', await form(more));
    await step(farm, made.data.id, 'offer');
    await step(host, made.data.id, 'accept');
    await rows(
      `update registry.principal_document set status = 'expired' where principal_id = $1 and doc_kind = 'epidemicCondition'`,
      [await unitOf('host1')],
    );
    expect(await step(host, made.data.id, 'sign', { form: { password: world.password('host1') } })).toMatchObject({
      bizCode: 'papersMissing',
    });
    await rows(
      `update registry.principal_document set status = 'valid' where principal_id = $1 and doc_kind = 'epidemicCondition'`,
      [await unitOf('host1')],
    );
    expect(await farm.post('cure/entrust/save', await form(more))).toMatchObject({ bizCode: 'inContract' });
  });

  it('R105 takes a calf of a mother in care in with her, the owner’s where the contract says so; else it is the host’s', async () => {
    const cows = await rows<{ id: number; tag: string }>(
      `select id::int as id, ear_tag as tag from registry.animal where id = any ($1) and sex = 'female'
         and birth_date < current_date - 900 and not exists (select 1 from breeding.calving c where c.mother_id = animal.id
           and c.calved_on > current_date - 330) order by id limit 2`,
      [await free(200)],
    );
    expect(cows).toHaveLength(2);
    let serial = 0;
    const calf = async (mother: string) => {
      serial += 1;
      const { animalIds } = await world.database.transaction(systemScope(1505, 'test'), async (tx) =>
        registerAnimals(tx, {
          entryKind: 'born',
          principalId: await unitOf('host1'),
          wornOn: day(0),
          staffId: null,
          animals: [
            {
              tag: `2150521${String(79_500_000 + serial)}`,
              species: 'cattle',
              breed: 'simmental',
              sex: 'female',
              birthDate: day(-3),
              motherTag: mother,
            },
          ],
        }),
      );
      return animalIds[0] as number;
    };
    const [mine, theirs] = cows as [(typeof cows)[number], (typeof cows)[number]];
    const { id } = await running(1, { animals: [mine.id] });
    const born = await calf(mine.tag);
    expect(
      await one(
        `select contract_id::int as "contractId", born_in_contract as born, to_char(in_on, 'YYYY-MM-DD') as on
         from cure.entrust_line where animal_id = $1`,
        [born],
      ),
    ).toEqual({ contractId: id, born: true, on: day(0) });
    const ownerOf = (animalId: number) =>
      one<{ holder: number; owner: number }>(
        'select principal_id::int as holder, owner_id::int as owner from registry.animal where id = $1',
        [animalId],
      );
    expect(await ownerOf(born)).toEqual({ holder: await unitOf('host1'), owner: await unitOf('farm1') });
    await running(1, { animals: [theirs.id], offspring: 'host' });
    const other = await calf(theirs.tag);
    expect(await one('select 1 from cure.entrust_line where animal_id = $1', [other])).toBeUndefined();
    expect(await ownerOf(other)).toEqual({ holder: await unitOf('host1'), owner: await unitOf('host1') });
  });

  it('tells each side on its first page what waits for it, and the other side nothing', async () => {
    const offered = await farm.post('cure/entrust/save', await form(await free(1)));
    const stepOf = async (who: Person) =>
      ((await who.get(`cure/entrust/${offered.data.id}`)).data as { nextStep: string | null }).nextStep;
    expect(await stepOf(farm)).toBe('offer');
    await step(farm, offered.data.id, 'offer');
    expect([await stepOf(farm), await stepOf(host)]).toEqual([null, 'answer']);
    await step(host, offered.data.id, 'accept');
    await step(farm, offered.data.id, 'sign', { form: { password: world.password('farm1') } });
    expect([await stepOf(farm), await stepOf(host)]).toEqual([null, 'sign']);
  });

  it('R109, R110 asks which animals were not seen, and ends after the days of notice or by both at once', async () => {
    const { id } = await running(2);
    const log = {
      contractId: id,
      onDate: day(0),
      headSeen: 1,
      headIll: 0,
      feedKg: null,
      actions: ['check'],
      missingTags: null,
      photos: null,
      note: null,
    };
    expect((await host.post('cure/entrustLog/add', log)).code).toBe(422);
    expect((await host.post('cure/entrustLog/add', { ...log, missingTags: '一头在外' })).code).toBe(200);
    expect((await step(farm, id, 'terminate', { remark: '改为自养' })).code).toBe(200);
    expect(
      await one("select status, to_char(ends_on, 'YYYY-MM-DD') as on from cure.entrust_contract where id = $1", [id]),
    ).toEqual({ status: 'running', on: day(15) });
    await step(host, id, 'terminate', { remark: '同意' });
    expect(await one('select status from cure.entrust_contract where id = $1', [id])).toEqual({ status: 'settling' });
  });
});

const base: BillInputs = {
  feeMode: 'headDay',
  priceCents: 350,
  baseValueCents: 1_000_000,
  sharePct: '30.00',
  hostSharePct: '40.00',
  freeDeaths: 1,
  units: 930,
  weights: [],
  sales: [],
  month: 1,
  months: 6,
  deaths: [],
  offsetCents: 0,
};
describe('the arithmetic of a bill', () => {
  it('R106 knows head-days, heads, gain, share and package, each to the cent', () => {
    expect(billOf(base).payable).toBe(325_500);
    expect(
      billOf({
        ...base,
        feeMode: 'gain',
        priceCents: 1255,
        weights: [
          { tag: 'a', inTenths: 3001, outTenths: 3804 },
          { tag: 'b', inTenths: 3000, outTenths: 2900 },
        ],
      }).fee,
    ).toBe(100_777);
    expect(
      billOf({
        ...base,
        feeMode: 'profitShare',
        sales: [
          { tag: 'a', cents: 1_200_001 },
          { tag: 'b', cents: 900_000 },
        ],
      }).fee,
    ).toBe(30_000);
    expect(billOf({ ...base, feeMode: 'profitShare', sales: [{ tag: 'a', cents: 1 }] }).fee).toBe(0);
    const months = [1, 2, 3, 4, 5, 6].map(
      (month) => billOf({ ...base, feeMode: 'package', priceCents: 100_000, month }).fee,
    );
    expect(months.reduce((sum, cents) => sum + cents, 0)).toBe(100_000);
  });
  it('R107 of two deaths without fault among thirty lines one is free, the other costs its share once (acceptance 19)', () => {
    expect(freeDeathsOf('5.00', 30)).toBe(1);
    const death = (no: number, insuredCents = 0) => ({ tag: `t${no}`, fault: 'none' as const, no, insuredCents });
    expect(billOf({ ...base, deaths: [death(1), death(2)] }).compensation).toBe(400_000);
    expect(billOf({ ...base, deaths: [death(1), death(2, 300_000)] }).compensation).toBe(100_000);
    expect(billOf({ ...base, deaths: [{ tag: 'x', fault: 'host', no: 0, insuredCents: 0 }] }).payable).toBe(
      325_500 - 1_000_000,
    );
  });
});

describe('three years of bills', () => {
  it('R108 recompute to the cent from their stored rules, and from the rows they were made of', async () => {
    const bills = await rows<{
      id: number;
      payable: number;
      contractId: number;
      from: string;
      to: string;
      inputs: object;
      offset: number;
      hash: string;
    }>(
      `select b.id::int as id, b.payable::int as payable, b.contract_id::int as "contractId", to_char(b.period_from, 'YYYY-MM-DD') as from,
         to_char(b.period_to, 'YYYY-MM-DD') as to, c.inputs, b.offset_amount::int as offset, c.rule_hash as hash
       from cure.entrust_bill b join kit.calc c on c.kind = 'entrustBill' and c.entity_id = b.id where b.tenant_no = 1505`,
    );
    expect(bills.length).toBeGreaterThan(20);
    const [span] = await rows<{ days: number }>(
      `select max(period_to) - min(period_from) as days from cure.entrust_bill where tenant_no = 1505`,
    );
    expect(span?.days).toBeGreaterThan(1000);
    expect(new Set(bills.map((one) => (one.inputs as BillInputs).feeMode)).size).toBe(5);
    for (const bill of bills) {
      expect(payableFrom(bill.inputs as never).cents).toBe(bill.payable);
      const again = await world.database.transaction(systemScope(1505, 'test'), async (tx) => {
        const row = await contractOf(tx, bill.contractId);
        return inputsOf(tx, row, bill.from, bill.to, bill.offset);
      });
      expect(billOf(again).payable).toBe(bill.payable);
    }
    const told = await farm.post('cure/entrustBill/recompute', { id: bills[0]?.id });
    expect(told.data).toEqual({ same: true, difference: 0 });
    expect(ruleHash({ a: 1 })).toHaveLength(64);
  });

  it('a disputed bill is not paid until the witness settles it; each side agrees for itself', async () => {
    const bill = await one<{ id: number; version: number }>(
      `select id::int as id, version from cure.entrust_bill where tenant_no = 1505 and status = 'disputed' order by id limit 1`,
    );
    const move = async (who: Person, name: string, more: object = {}) => {
      const { version: now } = await one<{ version: number }>('select version from cure.entrust_bill where id = $1', [
        bill.id,
      ]);
      return who.post('cure/entrustBill/transition', { id: bill.id, version: now, name, ...more });
    };
    expect((await move(host, 'pay', { form: { paidOn: day(0) } })).code).toBe(409);
    expect((await move(soc1, 'resolve', { form: { finding: '按合同执行' } })).code).toBe(200);
    expect((await move(farm, 'confirm')).code).toBe(200);
    expect(await one('select status from cure.entrust_bill where id = $1', [bill.id])).toEqual({ status: 'draft' });
    expect((await move(host, 'confirm')).code).toBe(200);
    expect(await one('select status from cure.entrust_bill where id = $1', [bill.id])).toEqual({ status: 'confirmed' });
    const offered = async (who: Person) => {
      const { _can: verbs } = (await who.get(`cure/entrustBill/${bill.id}`)).data as { _can: string[] };
      return ['confirm', 'pay', 'waive', 'dispute'].filter((verb) => verbs.includes(verb));
    };
    expect(await offered(farm)).toEqual(['dispute']);
    expect(await offered(host)).toEqual(['pay', 'waive', 'dispute']);
    expect((await move(farm, 'pay', { form: { paidOn: day(0) } })).code).toBe(403);
    // As much the other way round: the host owes the owner.
    const turn = () =>
      rows('update cure.entrust_bill set compensation = 2 * fee - compensation, payable = -payable where id = $1', [
        bill.id,
      ]);
    await turn();
    expect(await offered(farm)).toEqual(['pay', 'waive', 'dispute']);
    expect((await move(host, 'pay', { form: { paidOn: day(0) } })).code).toBe(403);
    await turn();
    expect((await move(host, 'pay', { form: { paidOn: day(0) } })).code).toBe(200);
  });

  it('the night bills a month once, and the authority sees the contract without its money', async () => {
    const count = async () =>
      (await one<{ n: number }>('select count(*)::int as n from cure.entrust_bill where tenant_no = 1505')).n;
    await world.database.transaction(systemScope(1505, 'test'), entrustNight);
    const once = await count();
    await world.database.transaction(systemScope(1505, 'test'), entrustNight);
    expect(await count()).toBe(once);
    const care = await world.as('cure1');
    const seen = (await care.get('cure/entrust/list?pageNum=1&pageSize=20')).data as {
      price: number | null;
      billed: number | null;
    }[];
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((row) => row.price === null && row.billed === null)).toBe(true);
    expect((await care.get('cure/entrustBill/list?pageNum=1&pageSize=20')).data).toEqual([]);
  });
});
