import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

interface Part {
  key: string;
  columns: string[];
  rows: string[][];
}

const day = (daysAgo: number) => new Date(Date.now() + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);
const [from, to] = [day(700), day(0)];

async function printed(who: string, principalId: number): Promise<Record<string, Record<string, string>[]>> {
  const person = await world.as(who);
  const { code, data, msg } = await person.get(`pri/mainFile/${principalId}/print?from=${from}&to=${to}`);
  expect(code, msg).toBe(200);
  return Object.fromEntries(
    data.parts.map(({ key, columns, rows }: Part) => [
      key,
      rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))),
    ]),
  );
}

describe('parts of the printed farm archive that other modules keep', () => {
  it('lists feed and drugs of the use documents, and the programme for the kinds kept', async () => {
    const [farm] = await world.sql(
      "select principal_id::int as id, (select count(*)::int from depot.stock_doc d join depot.stock_doc_line x on x.doc_id = d.id join depot.material m on m.id = x.material_id where d.principal_id = u.principal_id and d.doc_type = 'useOut' and d.status = 'posted' and d.reversal_of is null and m.kind in ('feed', 'drug') and d.biz_date between $1 and $2) as uses from platform.sys_user u where username = 'farm1'",
      [from, to],
    );
    const { inputs, programme } = await printed('farm1', farm.id);
    expect(farm.uses).toBeGreaterThan(0);
    // What the farm fed by its own sheets stands there as well.
    const issued = inputs?.filter((row) => row.note === '育肥舍投料') ?? [];
    expect(issued).toHaveLength(farm.uses);
    expect(issued[0]?.amount).toMatch(/^\d+(\.\d+)? 公斤$/);
    const [rule] = (programme ?? []).filter((row) => row.disease?.includes('口蹄疫'));
    expect(rule).toMatchObject({ age: expect.stringMatching(/日龄起$/), method: expect.stringMatching(/./) });
    expect(rule?.vaccine).not.toBe('');
  });

  it('lists every vaccine of every visit that counts, with its lot, maker and who came', async () => {
    const [holder] = await world.sql(
      `select v.principal_id::int as id, count(*)::int as lines from prevention.immunisation_visit v join prevention.immunisation_line x on x.visit_id = v.id where v.tenant_no = 1505 and v.counted and (x.tagged_head > 0 or x.untagged <> '{}') and v.staff_id is not null and v.visited_on between $1 and $2 group by 1 order by 2 desc, 1 limit 1`,
      [from, to],
    );
    const { immunisation } = await printed('ant_pref1', holder.id);
    expect(immunisation).toHaveLength(holder.lines);
    for (const row of immunisation ?? []) {
      expect(Number(row.immunised)).toBeGreaterThan(0);
      expect(row.batchNo, JSON.stringify(row)).not.toBe('');
      expect(row.operator, JSON.stringify(row)).not.toBe('');
    }
    expect((immunisation ?? []).some((row) => row.maker)).toBe(true);
  });

  it('counts released results by item, and no others', async () => {
    const [holder] = await world.sql(
      "select r.principal_id::int as id, count(*) filter (where r.status = 'released')::int as released from prevention.sample_result r join prevention.sample s on s.id = r.sample_id join prevention.sample_log g on g.id = s.log_id where r.tenant_no = 1505 and g.sampled_on between $1 and $2 group by 1 order by 2 desc, 1 limit 1",
      [from, to],
    );
    expect(holder.released).toBeGreaterThan(0);
    const { monitoring } = await printed('ant_pref1', holder.id);
    const sum = (monitoring ?? []).reduce((all, row) => all + Number(row.samples), 0);
    expect(sum).toBe(holder.released);
    expect(monitoring?.[0]).toMatchObject({ unit: expect.stringMatching(/./), item: expect.stringMatching(/./) });
    await world.sql("update prevention.sample_result set status = 'reviewed' where principal_id = $1", [holder.id]);
    expect((await printed('ant_pref1', holder.id)).monitoring).toEqual([]);
  });
});
