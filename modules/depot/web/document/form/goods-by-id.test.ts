import { describe, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { withGoods } from './goods-by-id.ts';

const goods = 'GET pri/depot/doc/goods';
const lines = Array.from({ length: 230 }, (_, at) => ({ materialId: at + 1 }));
const serve = (isThere: (id: number) => boolean) =>
  fakeServer({
    [goods]: ({ query }) => ({
      data: (query.ids ?? '')
        .split(',')
        .map((id) => ({ id: Number(id) }))
        .filter(({ id }) => isThere(id)),
    }),
  });

describe('withGoods', () => {
  it('finds the goods of every line, however many', async () => {
    const made = serve(() => true);
    const found = await withGoods([...lines, { materialId: 7 }]);
    expect(found.map((one) => one.goods.id)).toEqual([...lines.map((one) => one.materialId), 7]);
    expect(made.get(goods)).toHaveLength(2);
  });

  it('leaves no line out: it would be deleted by the next save', async () => {
    serve((id) => id !== 70);
    await expect(withGoods(lines)).rejects.toMatchObject({ code: 404 });
  });
});
