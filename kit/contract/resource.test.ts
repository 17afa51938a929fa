import { describe, expect, expectTypeOf, it } from 'vitest';
import { languageOf } from './envelope.ts';
import { field } from './field.ts';
import { inOrderOfNeed } from './module.ts';
import { holdsAll, holdsAny, mayEnter, needs } from './permission.ts';
import {
  defineResource,
  endpointsOf,
  formSchema,
  listQuery,
  permissionFor,
  permissionsOf,
  type RowOf,
} from './resource.ts';

const note = defineResource({
  module: 'test',
  name: 'note',
  path: 'test/note',
  screen: '/test/note',
  permission: 'test:note',
  actions: { remove: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    title: field.text({ max: 10 }),
    code: field.text({ max: 5, fixed: true }),
    due: field.date({ optional: true }),
    size: field.int({ min: 1, optional: true }),
    status: field.state('note_status', 'draft', 'sent'),
  },
  title: 'title',
  list: { columns: ['title', 'status'], filters: ['status', 'due', 'title'], sorts: ['title'] },
  form: ['title', 'code', 'due', 'size'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
  transitions: { send: { from: ['draft'], to: 'sent' } },
});

describe('a declared resource', () => {
  it('derives its calls and permission strings', () => {
    expect(Object.values(endpointsOf(note)).map((one) => `${one.method} ${one.path}`)).toEqual([
      'GET test/note/list',
      'GET test/note/:id',
      'POST test/note/add',
      'POST test/note/edit',
      'POST test/note/remove',
      'POST test/note/transition',
    ]);
    expect(permissionsOf(note)).toEqual(['test:note:list', 'test:note:add', 'test:note:edit', 'test:note:send']);
    expect(permissionFor(note, 'detail')).toBe('test:note:list');
  });

  it('types rows, and takes only the form’s fields; a fixed one only when adding', () => {
    expectTypeOf<RowOf<typeof note>['due']>().toEqualTypeOf<string | null>();
    expectTypeOf<RowOf<typeof note>['status']>().toEqualTypeOf<'draft' | 'sent'>();
    expect(formSchema(note, false).safeParse({ title: ' a ', code: 'x' }).data).toEqual({
      title: 'a',
      code: 'x',
      due: null,
      size: null,
    });
    expect(formSchema(note, false).safeParse({ title: 'a', code: 'x', status: 'sent' }).success).toBe(false);
    expect(formSchema(note, true).safeParse({ id: 1, version: 0, title: 'a', code: 'x' }).success).toBe(false);
  });

  it('has a closed list of filters, ranges for dates and numbers', () => {
    expect(Object.keys(listQuery(note).shape)).toEqual([
      'pageNum',
      'pageSize',
      'sort',
      'after',
      'keyword',
      'status',
      'dueFrom',
      'dueTo',
      'title',
    ]);
    expect(listQuery(note).safeParse({ status: 'draft,sent', pageSize: '50' }).data).toMatchObject({
      status: ['draft', 'sent'],
      pageSize: 50,
      pageNum: 1,
    });
  });

  it('refuses a transition to nowhere and a derived field in a form', () => {
    // @ts-expect-error `lost` is no state
    const toNowhere = () => defineResource({ ...note, transitions: { lose: { from: ['draft'], to: 'lost' } } });
    expect(toNowhere).toBeTypeOf('function');
    expect(() => defineResource({ ...note, form: ['status'] } as never)).toThrow(/derived/);
  });
});

describe('text that cannot be stored', () => {
  it.each(['a\0b', 'lone \ud800 surrogate'])('is refused: %j', (text) => {
    expect(field.text({ max: 50 }).schema.safeParse(text).success).toBe(false);
  });
});

describe('R54: guards', () => {
  const held = new Set(['a', 'b']);
  it.each([
    ['a', true, true],
    [['a', 'b'], true, true],
    [['a', 'c'], false, true],
    [['c'], false, false],
    [[], true, false],
  ] as const)('%j: strict %s, any %s', (wanted, all, any) => {
    expect([holdsAll(held, wanted), holdsAny(held, wanted)]).toEqual([all, any]);
  });

  it('an endpoint lets in holders of any one of its permissions; one that names none cannot be declared', () => {
    expect(mayEnter(held, needs('c', 'b'))).toBe(true);
    expect(mayEnter(held, needs('c'))).toBe(false);
    expect(() => needs()).toThrow();
  });
});

describe('modules', () => {
  const one = (name: string, ...wants: string[]) => ({ name, needs: wants, resources: [], endpoints: [] });
  it('stand in order of need', () => {
    expect(() => inOrderOfNeed([one('a'), one('b', 'a')])).not.toThrow();
    expect(() => inOrderOfNeed([one('b', 'a'), one('a')])).toThrow(/needs a/);
  });
});

it('reads the language of a request, Simplified Chinese otherwise', () => {
  expect(['en-GB,en', 'zh-TW', 'zh-CN', 'fr', undefined].map(languageOf)).toEqual([
    'en',
    'zh_TW',
    'zh_CN',
    'zh_CN',
    'zh_CN',
  ]);
});

describe('field.json()', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i += 1) value = i % 2 ? [value] : { a: value };
    return value;
  };

  it('takes JSON of sensible depth and refuses what would exhaust the stack', () => {
    const { schema } = field.json();
    for (const value of [1, 'x', null, true, { a: [1, { b: null }] }, nested(15)])
      expect(schema.safeParse(value).success).toBe(true);
    for (const depth of [25, 1_000, 200_000]) expect(schema.safeParse(nested(depth)).success).toBe(false);
    expect(schema.safeParse({ a: () => 1 }).success).toBe(false);
    expect(schema.safeParse(undefined).success).toBe(false);
  });
});
