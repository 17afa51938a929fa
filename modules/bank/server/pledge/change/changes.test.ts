import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { type Lending, makeLending, owes, pledging, scanned } from '#modules/bank/testing/lending.ts';
import { inStock } from '#modules/depot/testing/fixtures.ts';
import { makeHerd } from '#modules/insurance/testing/herd.ts';
import { changeAnimals, replaceTag, wouldRefuse } from '#modules/registry/server/index.ts';
import { executeChanges } from './effects.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 20 });
});
afterAll(() => world.close());

const rowOf = async (id: number) =>
  (
    await world.sql(
      `select version, status, to_char(release_until, 'YYYY-MM-DD') as until from bank.pledge_change where id = $1`,
      [id],
    )
  )[0];
const move = async (who: Person, id: number, name: string, more: object = {}) =>
  who.post('bank/change/transition', { id, version: (await rowOf(id)).version, name, ...more });
const stateOf = async (animalId: number) =>
  (
    await world.sql<{ state: string; pledged: boolean }>(
      `select i.state, a.pledged from bank.pledge_item i join registry.animal a on a.id = i.animal_id
       where i.animal_id = $1 order by i.id desc limit 1`,
      [animalId],
    )
  )[0];
const sell = (animalIds: readonly number[], principalId: number) =>
  inStock(world, (tx) =>
    changeAnimals({ ...tx, scope: { ...tx.scope, principals: [principalId] } } as typeof tx, {
      changeType: 'saleOut',
      animalIds,
      buyerName: '某买方',
      source: 'registry',
    }),
  );
const owe = (lending: Lending, cents: number) => owes(world, lending.creditLineId, cents);

describe('what a pledged animal may not do', () => {
  it('R19, acceptance 7: refused at every door with the bank named to the client alone, and the bank hears of each attempt', async () => {
    const lending = await makeLending(world);
    await pledging(world, lending).active(lending.herd);
    const [cow] = lending.herd;
    const id = cow?.id ?? 0;
    await expect(sell([id], lending.holder.id)).rejects.toMatchObject({ bizCode: 'pledged' });
    for (const kind of ['saleOut', 'homeSlaughter', 'slaughter', 'cull'] as const) {
      const blocks = await inStock(world, (tx) => wouldRefuse(tx, { kind, animalIds: [id], on: '2026-11-18' }));
      expect(blocks.map((one) => one.bizCode)).toContain('pledged');
      expect(JSON.stringify(blocks.filter((one) => one.key.startsWith('bank.')))).not.toContain('示范农商行');
    }
    const handover = await inStock(world, (tx) =>
      wouldRefuse(tx, {
        kind: 'handover',
        animalIds: [id],
        on: '2026-11-18',
        facts: { toPrincipalId: lending.bankId },
      }),
    );
    expect(handover.map((one) => one.bizCode)).toContain('pledged');
    const base = systemScope(1505, 'test');
    const own = await world.database.transaction(
      makeScope({ ...base, principals: [lending.holder.id] }, base.system),
      (tx) => wouldRefuse(tx, { kind: 'saleOut', animalIds: [id], on: '2026-11-18' }),
    );
    expect(own.find((one) => one.key === 'bank.guard.pledgedBy')?.args?.bank).toBeTruthy();
    const alarms = await world.sql<{ n: number }>(
      `select count(*)::int as n from platform.alarm where kind = 'moveAttempt' and animal_id = $1 and bank_id = $2`,
      [id, lending.bankId],
    );
    expect(alarms[0]?.n).toBe(1);
    expect(await stateOf(id)).toEqual({ state: 'pledged', pledged: true });
  });

  it('R32: another tag keeps the pledge, the second within 90 days is told', async () => {
    const lending = await makeLending(world);
    await pledging(world, lending).active(lending.herd);
    const [cow] = lending.herd;
    for (const last of ['1', '2'])
      await inStock(world, (tx) =>
        replaceTag(tx, {
          animalId: cow?.id ?? 0,
          tagKind: 'ear',
          newTag: `21505218${String(process.pid % 1000).padStart(3, '0')}${String((cow?.id ?? 0) % 1000).padStart(3, '0')}${last}`,
          reason: 'lost',
          on: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
          staffId: null,
        } as never),
      );
    expect(await stateOf(cow?.id ?? 0)).toMatchObject({ state: 'pledged' });
    const [alarm] = await world.sql<{ n: number }>(
      `select count(*)::int as n from platform.alarm where kind = 'retag' and animal_id = $1`,
      [cow?.id],
    );
    expect(alarm?.n).toBe(1);
  });

  it('R31, acceptance 13: a death ends the item with its alarm, a loss keeps it, a recovery brings it back', async () => {
    const lending = await makeLending(world);
    await pledging(world, lending).active(lending.herd);
    const [dead, lost] = lending.herd;
    const change = (changeType: string, animalId: number | undefined, more: object = {}) =>
      inStock(world, (tx) =>
        changeAnimals(tx, { changeType, animalIds: [animalId ?? 0], confirmedBy: lending.bankId, ...more } as never),
      );
    await change('death', dead?.id, { cause: 'disease' });
    expect(await stateOf(dead?.id ?? 0)).toEqual({ state: 'dead', pledged: false });
    await change('missing', lost?.id);
    expect(await stateOf(lost?.id ?? 0)).toMatchObject({ state: 'missing' });
    await change('recover', lost?.id);
    expect(await stateOf(lost?.id ?? 0)).toEqual({ state: 'pledged', pledged: true });
    const kinds = await world.sql<{ kind: string }>(
      `select distinct kind from platform.alarm where animal_id = any ($1) order by kind`,
      [[dead?.id, lost?.id]],
    );
    expect(kinds.map((one) => one.kind)).toEqual(['pledgeDeath', 'pledgeMissing']);
  });
});

describe('changes', () => {
  it('R27, R29, acceptance 7: the gate opens after the repayment; of four, three are sold and the fourth is pledged again at midnight', async () => {
    const lending = await makeLending(world);
    const pledgeId = await pledging(world, lending).active(lending.herd);
    // Six cows of 12,000 at 70 %: 50,400 may be owed; with two left 16,800.
    await owe(lending, 2_000_000);
    const out = lending.herd.slice(0, 4).map((one) => one.id);
    const asked = await lending.client.post('bank/change/add', {
      pledgeId,
      kind: 'saleRelease',
      out,
      in: [],
      reason: '卖牛还款',
      buyerName: '屠宰场',
      price: 5_000_000,
    });
    expect(asked.code).toBe(200);
    const { id } = asked.data;
    expect((await move(lending.client, id, 'approve', { form: {} })).bizCode).toBe('samePerson');
    const over = await move(lending.reviewer, id, 'approve', { form: {} });
    expect(over.bizCode).toBe('ltvOver');
    const view = await lending.reviewer.get(`bank/change/${id}/view`);
    expect(view.data.preview).toMatchObject({ valueOut: 4_800_000, repayFirst: 320_000, headAfter: 2 });
    expect((await move(lending.reviewer, id, 'approve', { form: { repayBefore: 320_000 } })).code).toBe(200);
    await expect(sell(out.slice(0, 1), lending.holder.id)).rejects.toMatchObject({ bizCode: 'pledged' });
    const [manager] = await world.sql<{ id: number }>(
      'select manager_user_id::int as id from bank.credit_line where id = $1',
      [lending.creditLineId],
    );
    await world.sql(
      `insert into bank.credit_payment (tenant_no, doc_no, kind, credit_line_id, bank_id, head_bank_id, principal_id,
         amount, interest_part, happened_on, maker_id, executed_at, status)
       values (1505, 'LPT' || $1::bigint, 'interest', $1::bigint, $2, $2, $3, 320000, 320000, current_date, $4, now(), 'executed')`,
      [lending.creditLineId, lending.bankId, lending.holder.id, manager?.id],
    );
    await world.database.transaction(systemScope(1505, 'test'), (tx) => executeChanges(tx, lending.creditLineId));
    expect(await stateOf(out[0] ?? 0)).toEqual({ state: 'releasing', pledged: false });
    await sell(out.slice(0, 3), lending.holder.id);
    expect(await stateOf(out[0] ?? 0)).toEqual({ state: 'released', pledged: false });
    const [due] = await world.sql<{ at: string; until: string }>(
      `select to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at,
         (select to_char(release_until + 1, 'YYYY-MM-DD') from bank.pledge_change where id = $1) as until
       from kit.due where kind = 'bank.releaseEnds' and ref = $1::text`,
      [id],
    );
    expect(due?.at).toBe(`${due?.until} 00:00:00`);
    await world.sql(
      `update kit.due set due_at = now() - interval '1 second' where kind = 'bank.releaseEnds' and ref = $1::text`,
      [id],
    );
    await workDue(world.database);
    expect(await stateOf(out[3] ?? 0)).toEqual({ state: 'pledged', pledged: true });
    expect((await rowOf(id)).status).toBe('lapsed');
  });

  it('R26, R28, R30, acceptance 8: a swap needs as much value, new heads scanned, and never shows fewer pledged', async () => {
    const lending = await makeLending(world);
    const pledgeId = await pledging(world, lending).active(lending.herd);
    const spare = await makeHerd(world, lending.holder, 3);
    const out = lending.herd.slice(0, 3).map((one) => one.id);
    const ask = (more: object) =>
      lending.client.post('bank/change/add', { pledgeId, kind: 'swap', reason: '更新', out, in: [], ...more });
    const two = spare.slice(0, 2).map((one) => one.id);
    expect((await ask({ in: two })).bizCode).toBe('valueLess');
    const asked = await ask({ in: spare.map((one) => one.id) });
    expect(asked.code).toBe(200);
    expect((await ask({ in: [], kind: 'release', out: out.slice(0, 1) })).bizCode).toBe('changeHeld');
    const all = lending.herd.map((one) => one.id);
    expect((await ask({ kind: 'release', out: all })).code).not.toBe(200);
    const { id } = asked.data;
    expect((await move(lending.manager, id, 'check')).bizCode).toBe('notScanned');
    const scans = await Promise.all(spare.map((one) => scanned(world, lending.manager, one.earTag)));
    expect((await lending.manager.post('bank/change/scan', { id, scans })).data).toEqual({ found: 3, left: 0 });
    expect((await move(lending.manager, id, 'check')).code).toBe(200);
    expect((await move(lending.manager, id, 'approve', { form: {} })).bizCode).toBe('samePerson');
    const seen: number[] = [];
    let isOver = false;
    const probe = (async () => {
      while (!isOver) {
        const [row] = await world.sql<{ n: number }>(
          `select count(*)::int as n from bank.pledge_item where pledge_id = $1 and state in ('pledged', 'releasing', 'missing')`,
          [pledgeId],
        );
        seen.push(row?.n ?? 0);
      }
    })();
    expect((await move(lending.reviewer, id, 'approve', { form: {} })).code).toBe(200);
    isOver = true;
    await probe;
    expect(Math.min(...seen)).toBe(6);
    expect(await stateOf(out[0] ?? 0)).toEqual({ state: 'swappedOut', pledged: false });
    expect(await stateOf(spare[0]?.id ?? 0)).toEqual({ state: 'pledged', pledged: true });
    expect((await rowOf(id)).status).toBe('done');
  });
});
