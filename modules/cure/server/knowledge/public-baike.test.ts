import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

interface Listed {
  id: number;
  title: string;
}

let visitor = 0;
const read = async (path: string, from = `10.78.${visitor >> 8}.${visitor++ & 255}`) => {
  const answer = await world.app.inject({
    url: `/api/public/cure/baike/${path}`,
    headers: { 'x-forwarded-for': from, 'accept-language': 'zh-CN' },
    remoteAddress: '127.0.0.1',
  });
  return answer.json();
};
async function every(query = ''): Promise<Listed[]> {
  const rows: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const { code, data } = await read(`list?page=${page}${query}`);
    expect(code).toBe(200);
    rows.push(...data.rows);
    if (data.rows.length === 0 || rows.length >= data.total) return rows;
  }
}

describe('the public encyclopedia', () => {
  it('shows every published article and no other, in the list and by its address', async () => {
    const articles = await world.sql('select id::int as id, title, status from platform.sys_encyclopedia order by id');
    const published = articles.filter((one) => one.status === 'published');
    const hidden = articles.filter((one) => one.status !== 'published');
    expect(hidden.map((one) => one.status).sort()).toEqual(['draft', 'withdrawn']);
    expect((await every()).map((one) => one.id).sort((a, b) => a - b)).toEqual(published.map((one) => one.id));
    for (const { id, title } of hidden) {
      expect((await read(String(id))).code).toBe(404);
      expect((await read(`list?q=${encodeURIComponent(title)}`)).data.rows).toEqual([]);
    }
  });

  it('R77 shows a tenant its own public articles in their approved text, and none that is hidden, withdrawn or in review', async () => {
    const own = await world.sql<{ id: number }>(
      `select id::int as id from cure.knowledge_article where tenant_no = 1505 and status = 'published' and public_flag order by id`,
    );
    expect(own.length).toBeGreaterThan(12);
    const [hidden, withdrawn, edited] = own.map((one) => one.id);
    await world.sql('update cure.knowledge_article set public_flag = false where id = $1', [hidden]);
    await world.sql(`update cure.knowledge_article set status = 'withdrawn' where id = $1`, [withdrawn]);
    await world.sql(`update cure.knowledge_article set title = '未审标题', content = '未审正文' where id = $1`, [
      edited,
    ]);
    const shown = await every('&t=1505');
    expect(shown.map((one) => one.id).sort((x, y) => x - y)).toEqual(own.slice(2).map((one) => one.id));
    for (const id of [hidden, withdrawn]) expect((await read(`${id}?t=1505`)).code).toBe(404);
    expect(JSON.stringify(await read(`${edited}?t=1505`))).not.toContain('未审');
  });

  it('tells nobody’s name, cleans its HTML, and finds by words and category', async () => {
    const [row] = await every();
    const secret = '写稿人甲';
    await world.sql(
      'update platform.sys_encyclopedia set author = $2, content = \'<h2>要点</h2><p>冷链独词</p><img data-file="7" alt="" />\' where id = $1',
      [row?.id, secret],
    );
    const article = await read(String(row?.id));
    expect(JSON.stringify(article)).not.toContain(secret);
    expect(article.data.content).toContain('src="/api/sys/file/public/7"');
    const found = (await read(`list?q=${encodeURIComponent('冷链独词')}`)).data;
    expect(found).toMatchObject({ total: 1, rows: [{ id: row?.id, summary: '冷链独词' }] });
    expect(JSON.stringify(found)).not.toContain(secret);
    const { categories } = (await read('list')).data;
    const one = await every(`&category=${categories[0].value}`);
    expect(one).toHaveLength(categories[0].n);
  });

  it('answers an address sixty times a minute', async () => {
    const codes: number[] = [];
    for (let n = 0; n < 61; n += 1) codes.push((await read('999999999', '10.79.0.1')).code);
    expect(new Set(codes.slice(0, 60))).toEqual(new Set([404]));
    expect(codes.at(-1)).toBe(429);
    expect((await read('list', '10.79.0.1')).code).toBe(200);
  });
});
