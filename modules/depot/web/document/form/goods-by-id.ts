import { ApiError, call } from '#kit/web/api/client.ts';
import { t } from '#kit/web/i18n/i18n.ts';
import { findGoods, type Goods } from '#modules/depot/contract/document/doc-view.ts';

/** As many as the server answers at once. */
const most = 200;

export async function goodsById(ids: readonly number[]): Promise<ReadonlyMap<number, Goods>> {
  const wanted = [...new Set(ids)];
  const found = new Map<number, Goods>();
  for (let at = 0; at < wanted.length; at += most) {
    const part = wanted.slice(at, at + most).join(',');
    for (const one of await call(findGoods, { query: { ids: part }, quiet: true })) found.set(one.id, one);
  }
  return found;
}

/** Lines with their goods, all or none: a line left out here would be deleted by the next save. */
export async function withGoods<L extends { readonly materialId: number }>(
  lines: readonly L[],
): Promise<{ line: L; goods: Goods }[]> {
  const found = await goodsById(lines.map((line) => line.materialId));
  return lines.map((line) => {
    const goods = found.get(line.materialId);
    if (!goods) throw new ApiError({ code: 404, msg: t('depot.docForm.noGoods') });
    return { line, goods };
  });
}
