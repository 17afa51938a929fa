import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { sampleOf } from '#apps/server/testing/samples.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { HistoryEntry } from '#modules/platform/contract/audit/history.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';

let world: World;
let keeper: Person;
const sample = sampleOf(principal);
const base = principal.path;

beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as(sample.keeper);
});
afterAll(() => world.close());

const historyOf = (who: Person, id: number, language = 'zh-CN') =>
  who.get<HistoryEntry[]>(`sys/history/list?entity=registry.principal&id=${id}`, { 'accept-language': language });

/** A record that was added, renamed and moved on. */
async function lived(): Promise<number> {
  const form = await sample.form(world);
  const { id, version } = (await keeper.post(`${base}/add`, form)).data;
  const { principalUnitType: _fixed, ...rest } = form as Record<string, unknown>;
  const edited = await keeper.post(`${base}/edit`, { ...rest, id, version, contactName: '乌云', principalLevel: 5 });
  expect(edited, JSON.stringify(edited)).toMatchObject({ code: 200 });
  const moved = await keeper.post(`${base}/transition`, {
    id,
    version: edited.data.version,
    name: 'suspend',
    form: { untilOn: '2027-01-31' },
    remark: '资料不全',
  });
  expect(moved, JSON.stringify(moved)).toMatchObject({ code: 200 });
  return id;
}

describe('the history of a record', () => {
  it('tells who did what, newest first, in words and field by field', async () => {
    const id = await lived();
    const { data } = await historyOf(keeper, id);
    expect(data.map(({ action, name }) => name ?? action)).toEqual(['suspend', 'edit', 'add']);
    const [suspend, edit, add] = data as [HistoryEntry, HistoryEntry, HistoryEntry];
    expect(suspend).toMatchObject({
      from: '正常',
      remark: '资料不全',
      changes: [{ field: 'untilOn', before: null, after: '2027-01-31' }],
    });
    expect(edit.changes.find((one) => one.field === 'contactName')?.after).toBe('乌云');
    // Only what changed, and nothing the page does not show.
    expectAll(edit.changes, (one) => one.before !== one.after);
    expect(data.flatMap((one) => one.changes.map(({ field }) => field))).not.toContain('namePinyin');
    expect(add.who).toBeTruthy();
    // Codes, regions and personal numbers never as they are stored.
    const entered = new Map(add.changes.map((one) => [one.field, one.after]));
    expect(entered.get('regionCode')).not.toMatch(/^\d+$/);
    expect(entered.get('contactPhone')).toMatch(/\*/);

    const english = (await historyOf(keeper, id, 'en')).data;
    expect(english[0]?.from).toMatch(/^[A-Z][a-z]+$/);
  });

  it('says nothing of a record the caller cannot open, nor of what is no record', async () => {
    const id = await lived();
    const stranger = await world.as(sample.stranger);
    expect((await historyOf(stranger, id)).code).toBe(404);
    expect((await historyOf(keeper, 987_654_321)).code).toBe(404);
    expect((await keeper.get('sys/history/list?entity=kit.operLog&id=1')).code).toBe(404);
    // Seen by region, but without the permission of the detail.
    await world.sql(
      "delete from platform.sys_role_menu where menu_id in (select id from platform.sys_menu where permission = 'pri:principal:list')",
    );
    await world.sql('update platform.sys_user set perm_version = perm_version + 1');
    const without = world.person((await world.login(sample.keeper)).data.token);
    expect((await historyOf(without, id)).code).toBe(404);
  });
});
