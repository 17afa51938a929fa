import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['主体管理', 'ztgl'],
  ['字典类型', 'zdlx'],
  ['部门', 'bm'],
  ['牛羊 App 下载', 'ny app xz'],
])('%s → %s', (text, initials) => expect(initialsOf(text)).toBe(initials));
