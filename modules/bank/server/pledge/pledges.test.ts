import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { north } from '#modules/bank/testing/custody.ts';
import { makeLending, owes, pledging, scanned } from '#modules/bank/testing/lending.ts';
import { setBeneficiary } from '#modules/insurance/server/index.ts';
import { cover } from '#modules/insurance/testing/covered.ts';
import { insurerOf } from '#modules/insurance/testing/fixtures.ts';
import { makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { compareFlags } from './flag-night.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 20 });
});
afterAll(() => world.close());

const statesOf = (pledgeId: number) =>
  world.sql<{ state: string; n: number }>(
    'select state, count(*)::int as n from bank.pledge_item where pledge_id = $1 group by 1 order by 1',
    [pledgeId],
  );

describe('declaring', () => {
  it('R15: each refused animal is named with its reason, the rest goes on', async () => {
    const lending = await makeLending(world, { heads: 8 });
    const [sick, young, fresh, moving, foreign, ...fit] = lending.herd;
    await world.sql('update registry.animal set quarantined = true where id = $1', [sick?.id]);
    await world.sql(`update registry.animal set stage = 'calf' where id = $1`, [young?.id]);
    await world.sql(`update registry.animal set entry_on = current_date - 10, source = 'bought' where id = $1`, [
      fresh?.id,
    ]);
    await world.sql('update registry.animal set pending_change_id = 1 where id = $1', [moving?.id]);
    const owner = await makeHolder(world, lending.holder.village);
    await world.sql('update registry.animal set owner_id = $2 where id = $1', [foreign?.id, owner.id]);
    const { data } = await pledging(world, lending).declare(lending.herd);
    expect(data.reserved).toBe(fit.length);
    const codes = Object.fromEntries(
      data.refused.map((one: { animalId: number; codes: string[] }) => [one.animalId, one.codes]),
    );
    expect(codes[sick?.id ?? 0]).toContain('quarantined');
    expect(codes[young?.id ?? 0]).toContain('stage');
    expect(codes[fresh?.id ?? 0]).toEqual(['notHeldLong']);
    expect(codes[moving?.id ?? 0]).toContain('changePending');
    expect(codes[foreign?.id ?? 0]).toEqual(['notOwn']);
  });

  it('R16, acceptance 2: two banks declare 200 animals in the same second; each animal has one bank, the other learns no name', async () => {
    const holder = await makeHolder(world, 150521102203);
    const herd = await makeHerd(world, holder, 200);
    const a = await makeLending(world, { holder, herd });
    const b = await makeLending(world, { bank: '试验牧金银行', holder, herd });
    const tries = await Promise.all([
      ...Array.from({ length: 4 }, () => pledging(world, a).declare(herd, a.manager)),
      ...Array.from({ length: 4 }, () => pledging(world, b).declare([...herd].reverse(), b.manager)),
    ]);
    const [counted] = await world.sql<{ items: number; animals: number }>(
      `select count(*)::int as items, count(distinct animal_id)::int as animals from bank.pledge_item
       where animal_id = any ($1) and state = 'reserved'`,
      [herd.map((one) => one.id)],
    );
    expect(counted).toEqual({ items: 200, animals: 200 });
    const won = tries.filter((one) => one.code === 200).reduce((sum, one) => sum + one.data.reserved, 0);
    expect(won).toBe(200);
    const lost = tries.filter((one) => one.code !== 200 || one.data.refused.length > 0);
    expect(lost.length).toBeGreaterThan(0);
    for (const one of lost) {
      expect(JSON.stringify(one)).not.toMatch(/示范农商行|试验牧金银行/);
      if (one.code !== 200) expect(one.bizCode).toBe('pledgedElsewhere');
    }
    const log = await world.sql(`select tags::text from bank.pledge_check where unit_id = $1 and tags && $2::text[]`, [
      b.bankId,
      herd.map((one) => one.earTag),
    ]);
    expect(log).toEqual([]);
    const [mine] = await world.sql<{ id: number; pledge: number }>(
      `select animal_id::int as id, pledge_id::int as pledge from bank.pledge_item where animal_id = any ($1) limit 1`,
      [herd.map((one) => one.id)],
    );
    await expect(
      world.sql(
        `insert into bank.pledge_item (tenant_no, region_code, pledge_id, bank_id, principal_id, animal_id, ear_tag, species, stage)
         values (1505, 150521102203, $1, 1, 1, $2, '215052100000001', 'cattle', 'cow')`,
        [mine?.pledge, mine?.id],
      ),
    ).rejects.toMatchObject({ constraint: 'one_live_pledge' });
  });

  it('R4: another bank hears two words, of at most 1,000 tags, and its asking is on record', async () => {
    const lending = await makeLending(world);
    await pledging(world, lending).declare(lending.herd);
    const other = await makeLending(world, { bank: '试验牧金银行' });
    const tags = lending.herd.map((one) => one.earTag);
    const { data } = await other.manager.post('bank/pledge/check', { earTags: [...tags, '215052199999999'] });
    expect(data).toHaveLength(tags.length + 1);
    for (const one of data.slice(0, tags.length))
      expect(one).toMatchObject({ level: 'refused', codes: ['pledgedElsewhere'], words: '已被抵押', animalId: null });
    expect(data.at(-1)).toMatchObject({ codes: ['unknownTag'] });
    const many = Array.from({ length: 1001 }, (_, at) => String(215_052_100_000_000 + at));
    expect((await other.manager.post('bank/pledge/check', { earTags: many })).code).toBe(422);
    const [log] = await world.sql<{ heads: number; taken: number }>(
      'select heads, taken from bank.pledge_check where unit_id = $1 order by id desc limit 1',
      [other.bankId],
    );
    expect(log).toEqual({ heads: tags.length, taken: tags.length });
  });
});

describe('from survey to contract', () => {
  it('R17, acceptance 4: used photo, 2 km away, too many typed and the declarer himself are refused', async () => {
    const lending = await makeLending(world);
    const { declare, survey, move, rowOf } = pledging(world, lending);
    const id = (await declare(lending.herd)).data.id;
    const [first, second, ...rest] = lending.herd;
    const scan = await scanned(world, lending.manager, first?.earTag ?? '');
    const send = (scans: object[], who = lending.manager) =>
      who.post('bank/pledge/surveyScan', { pledgeId: id, scans });
    expect((await send([{ ...scan, location: north(2000) }])).bizCode).toBe('notAtSite');
    expect((await send([scan], lending.client)).bizCode).toBe('samePerson');
    expect((await send([scan])).data).toMatchObject({ found: 1, left: 5 });
    expect((await send([scan])).data).toMatchObject({ found: 1, left: 5 });
    expect((await send([{ ...scan, tag: second?.earTag }])).bizCode).toBe('photoUsed');
    await survey(id, rest, { readBy: 'typed' });
    expect((await move(lending.manager, id, 'survey')).bizCode).toBe('typedMany');
    await survey(id, rest);
    expect((await move(lending.manager, id, 'survey')).code).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 'surveyed', heads: 5 });
    expect(await statesOf(id)).toEqual([
      { state: 'dropped', n: 1 },
      { state: 'reserved', n: 5 },
    ]);
  });

  it('R18, R19, acceptance 4: the contract waits for notice, objection and search, then flags, events and values stand', async () => {
    const lending = await makeLending(world);
    const { published, move, contractForm, ageNotice, rowOf } = pledging(world, lending);
    const id = await published(lending.herd);
    const { reviewer, manager, station } = lending;
    const notice = await manager.get(`bank/pledge/notice/${id}`);
    expect(notice.data).toMatchObject({ heads: 6, days: 3 });
    expect(JSON.stringify(notice.data)).not.toMatch(/12000|1200000/);
    expect((await move(reviewer, id, 'contract', await contractForm())).bizCode).toBe('noticeRunning');
    await ageNotice(id);
    const [named] = lending.herd;
    const objection = await station.post('bank/pledge/objection', {
      pledgeId: id,
      earTags: [named?.earTag],
      objectorName: '邻居',
      text: '这头是我的',
      receivedOn: new Date().toISOString().slice(0, 10),
    });
    expect(objection.code).toBe(200);
    expect((await move(reviewer, id, 'contract', await contractForm())).bizCode).toBe('objectionOpen');
    expect((await lending.client.get('bank/pledgeObjection/list')).data).toEqual([]);
    const decided = await manager.post('bank/pledge/objectionDecide', {
      id: objection.data.id,
      isUpheld: true,
      finding: '属实',
    });
    expect(decided.data.dropped).toBe(1);
    expect((await move(reviewer, id, 'contract', await contractForm(8))).bizCode).toBe('searchOld');
    expect((await move(manager, id, 'contract', await contractForm())).bizCode).toBe('samePerson');
    expect((await move(reviewer, id, 'contract', await contractForm())).code).toBe(200);
    expect((await rowOf(id)).heads).toBe(5);
    const kept = lending.herd.slice(1).map((one) => one.id);
    const [flags] = await world.sql<{ n: number }>(
      `select count(*)::int as n from registry.animal where id = any ($1) and pledged and $2 = any (party_ids)`,
      [kept, lending.bankId],
    );
    expect(flags?.n).toBe(5);
    const [events] = await world.sql<{ n: number }>(
      `select count(*)::int as n from registry.animal_event where animal_id = any ($1) and kind = 'pledged'`,
      [kept],
    );
    expect(events?.n).toBe(5);
    const [amount] = await world.sql<{ cents: number }>(
      'select value_at_start::int as cents from bank.pledge_amount where id = $1',
      [id],
    );
    expect(amount?.cents).toBe(6_000_000);
  });

  it('R20, R21, acceptance 5: a short registration and missing cover keep it red, by name; then line and pledge run', async () => {
    const lending = await makeLending(world, { product: { insurance_needed: true } });
    const { contracted, move, registerForm, rowOf } = pledging(world, lending);
    const id = await contracted(lending.herd);
    const { manager, reviewer } = lending;
    expect((await move(manager, id, 'register', await registerForm(30))).bizCode).toBe('registryTerm');
    const form = await registerForm();
    expect((await move(manager, id, 'register', form)).code).toBe(200);
    const red = await move(reviewer, id, 'activate');
    expect(red.bizCode).toBe('conditionsRed');
    expect(red.msg).toContain(lending.herd[0]?.earTag);
    const { data } = await manager.get(`bank/pledge/${id}/conditions`);
    expect(data.find((one: { code: string }) => one.code === 'covered')).toMatchObject({ ok: false });
    await cover(world, await insurerOf(world, 'ins1'), lending.holder, lending.herd);
    const unnamed = await manager.get(`bank/pledge/${id}/conditions`);
    expect(unnamed.data.find((one: { code: string }) => one.code === 'covered')).toMatchObject({ ok: true });
    expect(unnamed.data.find((one: { code: string }) => one.code === 'beneficiary')).toMatchObject({ ok: false });
    expect((await move(reviewer, id, 'activate')).bizCode).toBe('conditionsRed');
    const animalIds = lending.herd.map((one) => one.id);
    await world.database.transaction(systemScope(1505, 'test'), (tx) => setBeneficiary(tx, animalIds, lending.bankId));
    expect((await move(reviewer, id, 'activate')).code).toBe(200);
    expect((await rowOf(id)).status).toBe('active');
    const [line] = await world.sql<{ status: string }>('select status from bank.credit_line where id = $1', [
      lending.creditLineId,
    ]);
    expect(line?.status).toBe('effective');
    const twin = await makeLending(world);
    const other = pledging(world, twin);
    const second = await other.contracted(twin.herd);
    expect((await other.move(twin.manager, second, 'register', { ...form })).bizCode).toBe('registryNoUsed');
  });

  it('R5, R6: contract, registration and annex are read by bank and client; whoever sees the pledge alone has neither them nor their numbers', async () => {
    const lending = await makeLending(world);
    const id = await pledging(world, lending).active(lending.herd);
    const { data: own } = await lending.client.get(`bank/pledge/${id}`);
    const annex = await lending.reviewer.post('bank/pledge/annex', { id });
    const papers = [...own.contractFile, ...own.registryFile, annex.data.fileId] as number[];
    expect(papers).toHaveLength(3);
    const { data: seen } = await lending.station.get(`bank/pledge/${id}`);
    expect(seen).toMatchObject({ status: 'active', contractFile: null, registryFile: null, value: null });
    for (const file of papers) {
      expect((await lending.client.get(`sys/file/link/${file}`)).code).toBe(200);
      expect((await lending.station.get(`sys/file/link/${file}`)).code).toBe(404);
    }
    // What the station itself looks at stays with the pledge.
    for (const file of seen.noticePhotos) expect((await lending.station.get(`sys/file/link/${file}`)).code).toBe(200);
  });

  it('acceptance 20: a flag changed by hand is named the next morning', async () => {
    const lending = await makeLending(world);
    const id = await pledging(world, lending).active(lending.herd);
    const [cow] = lending.herd;
    await world.sql('update registry.animal set pledged = false where id = $1', [cow?.id]);
    const named = await world.database.transaction(systemScope(1505, 'test'), (tx) => compareFlags(tx));
    expect(named).toContain(cow?.earTag);
    expect(id).toBeGreaterThan(0);
  });

  it('R33: nothing owed frees every animal at once, and the deregistration waits for its number', async () => {
    const lending = await makeLending(world);
    const { active, move, paper, day } = pledging(world, lending);
    const id = await active(lending.herd);
    await owes(world, lending.creditLineId, 100);
    expect((await move(lending.reviewer, id, 'discharge', { dischargeReason: 'settled' })).bizCode).toBe('debtLeft');
    await owes(world, lending.creditLineId, 0);
    expect((await move(lending.reviewer, id, 'discharge', { dischargeReason: 'settled' })).code).toBe(200);
    const [flags] = await world.sql<{ n: number }>(
      'select count(*)::int as n from registry.animal where id = any ($1) and (pledged or $2 = any (party_ids))',
      [lending.herd.map((one) => one.id), lending.bankId],
    );
    expect(flags?.n).toBe(0);
    expect(await statesOf(id)).toEqual([{ state: 'released', n: 6 }]);
    const form = { cancelNo: 'ZX-1', cancelledOn: day(0), cancelFile: [await paper(lending.manager)] };
    expect((await move(lending.manager, id, 'deregister', form)).data.status).toBe('closed');
  });

  it('the bank’s fence ends with the last pledge inside it; a fence of the holder’s own goes on', async () => {
    const discharged = async (isBanks: boolean, isShared: boolean) => {
      const lending = await makeLending(world);
      const { active, move } = pledging(world, lending);
      const id = await active(lending.herd);
      const [fence] = await world.sql<{ id: number }>(
        `insert into device.fence (tenant_no, region_code, principal_id, bank_id, name, kind, polygon, area_ha, status)
         select tenant_no, region_code, principal_id, $2, '试验围栏', $3,
           '[[[122.29,43.59],[122.31,43.59],[122.31,43.61],[122.29,43.59]]]', 100, 'active'
         from bank.pledge_site where id = $1 returning id::int as id`,
        [lending.siteId, isBanks ? lending.bankId : null, isBanks ? 'custody' : 'pasture'],
      );
      await world.sql('update bank.pledge_site set fence_id = $2 where id = $1', [lending.siteId, fence?.id]);
      if (isShared)
        await world.sql(
          `insert into bank.pledge (tenant_no, region_code, doc_no, credit_line_id, bank_id, principal_id, site_id, heads,
             qr_code, status)
           select tenant_no, region_code, doc_no || 'B', credit_line_id, bank_id, principal_id, site_id, 1,
             gen_random_uuid(), 'declared' from bank.pledge where id = $1`,
          [id],
        );
      expect((await move(lending.reviewer, id, 'discharge', { dischargeReason: 'settled' })).code).toBe(200);
      const [now] = await world.sql(
        `select f.status, (select count(*)::int from kit.transition_history h where h.entity = 'device.fence'
           and h.entity_id = f.id and h.name = 'end') as steps from device.fence f where f.id = $1`,
        [fence?.id],
      );
      return now;
    };
    expect(await discharged(true, false)).toEqual({ status: 'ended', steps: 1 });
    expect(await discharged(true, true)).toEqual({ status: 'active', steps: 0 });
    expect(await discharged(false, false)).toEqual({ status: 'active', steps: 0 });
  });
});
