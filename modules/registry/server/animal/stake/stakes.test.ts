import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import {
  changeAnimals,
  giveConsent,
  readChain,
  registerAnimals,
  setFlag,
  setOwner,
  setParty,
  setStake,
  withoutConsent,
  writeEvents,
} from '#modules/registry/server/index.ts';
import { ago, newHeifer, submitChange, unitOf } from '#modules/registry/testing/fixtures.ts';

/** Who has a stake in an animal, what they read of it, and what they hold back. */
let world: World;
let worker: Person;
let house: number;
let coop: number;
let insurer: number;
let bank: number;
let regionCode: number;
let serial = 65_000_000;

const tag = () => `2150521${String(++serial)}`;
const inTongliao = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const as = <T>(
  who: { principals?: number[]; regions?: number[] },
  work: Parameters<typeof world.database.transaction<T>>[1],
) => world.database.transaction(makeScope({ tenantNo: 1505, userId: 1, ...who }), work);
const heifer = (holder = house) => newHeifer(world, { tag: tag(), holder, wornOn: ago(120) });

beforeAll(async () => {
  world = await openWorld();
  worker = await world.as('kzzq_worker1');
  [house, coop, insurer, bank] = [
    await unitOf(world, 'house1'),
    await unitOf(world, 'coop1'),
    await unitOf(world, 'ins1'),
    await unitOf(world, 'bank1'),
  ];
  [{ regionCode }] = (await world.sql(
    'select region_code::float8 as "regionCode" from registry.principal where id = $1',
    [house],
  )) as [{ regionCode: number }];
});
afterAll(() => world.close());

describe('K11, D2: who reads which event', () => {
  it('an insurer no pledge, a bank no cover; holder, owner and authority both; the chain verifies for each', async () => {
    const id = await heifer();
    await inTongliao(async (tx) => {
      await setOwner(tx, [id], coop, 'cure.entrust:1');
      await setStake(tx, {
        animalIds: [id],
        partyId: insurer,
        role: 'insurer',
        flag: 'insured',
        on: true,
        source: 'insurance.policy:1',
      });
      await setStake(tx, {
        animalIds: [id],
        partyId: bank,
        role: 'bank',
        flag: 'pledged',
        on: true,
        source: 'bank.pledge:1',
      });
      await writeEvents(
        tx,
        ['insured', 'pledged', 'claimed', 'released', 'weighed'].map((kind) => ({
          animalId: id,
          kind,
          happenedOn: ago(1),
          principalId: house,
          regionCode,
          source: { entity: 'test', id: 1, docNo: 'T-1' },
        })),
      );
    });
    const seen = async (who: Parameters<typeof as>[0]) =>
      as(who, async (tx) => {
        const rows = await tx.query<{ kind: string }>(
          'select kind from registry.animal_event where tenant_no = 1505 and animal_id = $1 and seq > 2 order by seq',
          [id],
        );
        expect(await readChain(tx, id)).toMatchObject({ ok: true, count: 7 });
        return rows.map((row) => row.kind).join();
      });
    const all = 'insured,pledged,claimed,released,weighed';
    expect(await seen({ principals: [insurer] })).toBe('insured,claimed,weighed');
    expect(await seen({ principals: [bank] })).toBe('pledged,released,weighed');
    expect(await seen({ principals: [house] })).toBe(all);
    expect(await seen({ principals: [coop] })).toBe(all);
    expect(await seen({ regions: [Math.floor(regionCode / 1e6) * 1e6] })).toBe(all);
    expect(await seen({ regions: [150500000000, 150600000000] })).toBe(all);
  });

  it('the bank is named to the holder and the owner, and to nobody else who is refused', async () => {
    const id = await heifer();
    await inTongliao((tx) =>
      setStake(tx, {
        animalIds: [id],
        partyId: bank,
        role: 'bank',
        flag: 'pledged',
        on: true,
        source: 'bank.pledge:2',
      }),
    );
    const [{ name }] = (await world.sql('select principal_unit_name as name from registry.principal where id = $1', [
      bank,
    ])) as [{ name: string }];
    const sell = async (who: Person) => submitChange(who, [id], 'saleOut', { buyerName: '客商' });
    const [byWorker, byHolder] = [await sell(worker), await sell(await world.as('house1'))];
    expect([byWorker.bizCode, byHolder.bizCode]).toEqual(['pledged', 'pledged']);
    expect(JSON.stringify(byWorker)).not.toContain(name);
    expect(byHolder.msg).toContain(name);
  });
});

describe('S17, D1: whose an animal is', () => {
  it('one arrangement at a time, also for two at once', async () => {
    const id = await heifer();
    const entrust = (source: string) => inTongliao((tx) => setOwner(tx, [id], coop, source));
    const both = await Promise.allSettled([entrust('cure.entrust:5'), entrust('farm.placement:6')]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ bizCode: 'keptElsewhere' });
    const [{ source }] = await world.sql(
      "select source from registry.animal_party where animal_id = $1 and role = 'owner' and to_on is null",
      [id],
    );
    await inTongliao((tx) => setOwner(tx, [id], null, source));
    await entrust('farm.placement:7');
    await expect(
      world.sql(
        `insert into registry.animal_party (tenant_no, animal_id, party_id, role, source, from_on) values (1505, $1, $2, 'owner', 'by hand', current_date)`,
        [id, bank],
      ),
    ).rejects.toThrow('animal_party_one_owner');
  });

  it('only the owner, or who has their consent, sells, hands over or culls; it goes back to the owner freely', async () => {
    const [id, other] = [await heifer(), await heifer()];
    await inTongliao((tx) => setOwner(tx, [id, other], coop, 'cure.entrust:9'));
    const refused = async (changeType: string, more: object = {}) =>
      (await submitChange(worker, [id], changeType, more)).bizCode;
    expect(await refused('saleOut', { buyerName: '客商' })).toBe('entrusted');
    expect(await refused('cull', { cause: 'age' })).toBe('entrusted');
    expect(await refused('handover', { toPrincipalId: await unitOf(world, 'farm1'), purpose: 'fatten' })).toBe(
      'entrusted',
    );
    expect(await inTongliao((tx) => withoutConsent(tx, [id], 'pledge'))).toEqual([id]);
    const consent = (until: string) => ({ animalIds: [id], act: 'sell' as const, until, by: null });
    await expect(as({ principals: [house] }, (tx) => giveConsent(tx, consent(ago(-5))))).rejects.toMatchObject({
      code: 403,
    });
    await as({ principals: [coop] }, (tx) => giveConsent(tx, consent(ago(1))));
    expect(await refused('saleOut', { buyerName: '客商' })).toBe('entrusted');
    await as({ principals: [coop] }, (tx) => giveConsent(tx, consent(ago(0))));
    expect(await refused('cull', { cause: 'age' })).toBe('entrusted');
    expect((await submitChange(worker, [id], 'saleOut', { buyerName: '客商' })).code).toBe(200);
    const back = {
      changeType: 'handover',
      animalIds: [other],
      toPrincipalId: coop,
      purpose: 'returned',
      confirmedBy: coop,
    };
    expect(await inTongliao((tx) => changeAnimals(tx, back))).toMatchObject({ status: 'done' });
  });
});

it('K10: a party and its flag on 3,000 head write each animal once', async () => {
  const ids: number[] = [];
  for (let part = 0; part < 3; part++) {
    const animals = Array.from({ length: 1000 }, () => ({
      tag: tag(),
      species: 'cattle',
      breed: 'simmental',
      sex: 'female',
      birthDate: ago(300),
    }));
    const entry = { entryKind: 'backlog' as const, principalId: house, wornOn: ago(100), staffId: null, animals };
    ids.push(...(await inTongliao((tx) => registerAnimals(tx, entry))).animalIds);
  }
  const written = async (work: Parameters<typeof inTongliao>[0]) => {
    const begun = performance.now();
    const rows = await inTongliao(async (tx) => {
      const count = async () =>
        (
          await tx.query<{ n: number }>(
            "select n_tup_upd::int as n from pg_stat_xact_all_tables where schemaname = 'registry' and relname = 'animal'",
          )
        )[0]?.n ?? 0;
      const before = await count();
      await work(tx);
      return (await count()) - before;
    });
    return { rows, ms: Math.round(performance.now() - begun) };
  };
  const stake = {
    animalIds: ids,
    partyId: insurer,
    role: 'insurer',
    flag: 'insured' as const,
    source: 'insurance.policy:9',
  };
  const once = await written((tx) => setStake(tx, { ...stake, on: true }));
  const again = await written((tx) => setStake(tx, { ...stake, on: true }));
  const twice = await written(async (tx) => {
    await setParty(tx, ids, bank, 'bank', true, 'bank.pledge:9');
    await setFlag(tx, ids, 'pledged', true, 'bank.pledge:9');
  });
  console.info(`3,000 head: setStake ${once.ms} ms, setParty and setFlag ${twice.ms} ms`);
  expect([once.rows, again.rows, twice.rows]).toEqual([3000, 0, 6000]);
  const [{ n }] = await world.sql(
    'select count(*)::int as n from registry.animal where id = any ($1) and insured and $2 = any (party_ids)',
    [ids, insurer],
  );
  expect(n).toBe(3000);
  await inTongliao((tx) => setStake(tx, { ...stake, on: false }));
  const [left] = await world.sql(
    'select count(*)::int as n from registry.animal where id = any ($1) and (insured or $2 = any (party_ids))',
    [ids, insurer],
  );
  expect(left.n).toBe(0);
}, 120_000);
