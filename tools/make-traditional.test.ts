import { expect, test } from 'vitest';
import { toTraditional } from './make-traditional.ts';

test.for([
  ['登录账号', '登入帳號'],
  ['发布台账', '發布臺帳'],
  ['视频监控', '視訊監控'],
  ['关闭标签页', '關閉分頁'],
  ['默认{{n}}条数据', '預設{{n}}筆資料'],
] as const)('%s', ([simplified, traditional]) => {
  expect(toTraditional(simplified)).toBe(traditional);
});
