import { describe, expect, it } from 'vitest';
import { permissionFor } from '#kit/contract/resource.ts';
import { allFinders } from '#kit/web/finders.ts';
import { recordEntities, recordPage } from '#kit/web/record-pages.ts';
import { finderResources } from '#kit/web/resource-finder.ts';
import { pages } from '../pages.ts';

const files = import.meta.glob<Record<string, unknown>>('../../../modules/*/web/locales/zh_CN.json', {
  eager: true,
  import: 'default',
});
const texts: Record<string, unknown> = Object.assign({}, ...Object.values(files));
const textOf = (key: string): unknown =>
  key.split('.').reduce((at: Record<string, unknown>, part) => at?.[part] as never, texts);

describe('the finders of all modules', () => {
  it('say what they find and lead to a page that is built', () => {
    const wrong = allFinders().filter((one) => typeof textOf(one.label) !== 'string' || !pages.has(one.page));
    expect(wrong.map((one) => one.key)).toEqual([]);
    expect(new Set(allFinders().map((one) => one.key)).size).toBeGreaterThan(30);
  });

  it.each([...finderResources()])('%s asks with the right of its list and names what it has', async (_key, one) => {
    const resource = await one.resource();
    expect(one.permission).toBe(permissionFor(resource, 'list'));
    if (one.by) expect(resource.list.filters).toContain(one.by);
    else expect(resource.list.search ?? []).not.toHaveLength(0);
    expect(
      one.name.filter((name) => !(name.replace(/Name$/, '') in resource.fields || name in resource.fields)),
    ).toEqual([]);
    for (const name of Object.keys(one.query ?? {})) expect(resource.list.filters).toContain(name);
  });
});

it('a record page of an entity is a page that is built', () => {
  const lost = recordEntities().filter((one) => !pages.has((recordPage(one, 1) ?? '').split('?')[0] ?? ''));
  expect(lost).toEqual([]);
  expect(recordEntities().length).toBeGreaterThan(15);
});
