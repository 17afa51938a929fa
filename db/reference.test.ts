import { expect, it } from 'vitest';
import { spoken } from '#modules/platform/server/reference/region/place-names.ts';

it('names places as people do, not their committees', () => {
  const names = [
    '一村村民委员会',
    '二村委会',
    '西归力村委会',
    '民主嘎查',
    '哈拉嘎查村委会',
    '采石矿社区居委会',
    '站前居委会',
    '吐尔基山水库社区',
  ];
  expect(names.map(spoken)).toEqual([
    '一村',
    '二村',
    '西归力村',
    '民主嘎查',
    '哈拉嘎查',
    '采石矿社区',
    '站前社区',
    '吐尔基山水库社区',
  ]);
});
