import { describe, expect, it } from 'vitest';
import { modules } from '#modules/index.contract.ts';
import { findDemos, inLoadingOrder, type ModuleDemo } from './part.ts';

const run = async () => {};
const names = (demos: readonly ModuleDemo[]) => inLoadingOrder(demos, modules).map((part) => part.name);

describe('the parts of the demo', () => {
  it('come in the order the world depends on, found by their folders', async () => {
    const found = names(await findDemos());
    expect(found.slice(0, 13)).toEqual([
      'platform/tenants',
      'registry/units',
      'platform/accounts',
      'registry/enterprises',
      'platform/messages',
      'registry/papers',
      'platform/township-staff',
      'registry/animals',
      'registry/people',
      'depot/stock',
      'prevention/campaign',
      'registry/quality',
      'prevention/laboratory',
    ]);
    expect(found.slice(-4)).toEqual([
      'platform/logs',
      'prevention/alerts',
      'platform/neighbours',
      'traceability/seals',
    ]);
  });

  it('of a new module come after the modules it needs and before the closing ones, with no other file touched', async () => {
    const own: ModuleDemo = { module: 'farm', parts: ['farm/animals', 'farm/feed'].map((name) => ({ name, run })) };
    const found = names([own, ...(await findDemos())]);
    const at = (name: string) => found.indexOf(name);
    expect(at('farm/animals')).toBeGreaterThan(at('cure/accounts'));
    expect(at('farm/feed')).toBe(at('farm/animals') + 1);
    expect(at('farm/feed')).toBeLessThan(at('platform/logs'));
  });

  it.each([
    ['names a part that is not there', [{ name: 'sign/tags', after: ['sign/bags'], run }], /sign\/bags/],
    ['waits for a later one', [{ name: 'sign/tags', after: ['platform/logs'], run }], /wait for each other/],
    ['has the name of another', [{ name: 'depot/stock', run }], /same name/],
  ] as const)('are refused if one %s', async (_, parts, words) => {
    const wrong: ModuleDemo = { module: 'sign', parts };
    const all = [...(await findDemos()), wrong];
    expect(() => inLoadingOrder(all, modules)).toThrow(words);
  });
});
