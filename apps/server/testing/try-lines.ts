import { expect } from 'vitest';
import type { Field } from '#kit/contract/field.ts';
import { type AnyResource, lineNoun, linesIn } from '#kit/contract/resource.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { tableOf } from '#kit/server/resource/columns.ts';
import type { Person, World } from './world.ts';

interface Parts {
  readonly world: World;
  readonly keeper: Person;
  /** Another line than that of the form, where one line may not stand twice. */
  line?(world: World): Promise<Record<string, unknown>>;
  add(): Promise<{ id: number; version: number; form: Record<string, unknown> }>;
  logRows(id: number, action: string): Promise<readonly { after: Record<string, unknown> }[]>;
}

/** Lines are saved with their head: by id, once, all or nothing. */
export async function tryLines(
  resource: AnyResource,
  { world, keeper, add, line: other, logRows }: Parts,
): Promise<void> {
  const base = resource.path;
  const [name = ''] = linesIn(resource);
  const { id, version, form } = await add();
  const { id: _, ...neighbour } = await add();
  const detail = (await keeper.get(`${base}/${id}`)).data;
  const [line] = form[name] as object[];
  const second = (await other?.(world)) ?? (line as object);
  const [stored] = detail[name];
  const editable = Object.fromEntries(Object.entries(form).filter(([one]) => !(resource.fields[one] as Field).fixed));
  const edit = (lines: object[], at = version) =>
    keeper.post(`${base}/edit`, { id, version: at, ...editable, [name]: lines });
  // A line of another record is nobody's to take, and a wrong one is named with its place.
  const foreign = (await keeper.get(`${base}/${id + 1}`)).data?.[name]?.[0]?.id ?? 999_999_999;
  expect(await edit([{ ...line, id: foreign }])).toMatchObject({ code: 422, errors: [{ field: `${name}.0.id` }] });
  const wrong = await edit([line as object, { ...line, [Object.keys(line as object)[0] ?? '']: '\0' }]);
  expect(wrong.errors?.[0]?.field).toMatch(new RegExp(`^${name}\\.1\\.`));
  expect((await keeper.get(`${base}/${id}`)).data).toMatchObject({ version, [name]: [{ id: stored.id }] });
  expect(await edit([{ ...line, id: stored.id }, second])).toMatchObject({ code: 200 });
  const after = (await keeper.get(`${base}/${id}`)).data[name];
  expect(after.map((one: { id: number }) => one.id)).toEqual([stored.id, expect.any(Number)]);
  expect(await edit([], version)).toMatchObject({
    code: expect.toSatisfy((code: number) => code === 409 || code === 422),
  });
  expect((await keeper.get(`${base}/${id}`)).data[name]).toHaveLength(2);
  const [row] = await logRows(id, 'edit');
  expect(row?.after[name]).toMatchObject([{ lineNo: 2 }]);
  expect(neighbour.version).toBe(version);
  // Nobody without the head sees a line, whatever statement asks; what is the whole tenant's everybody of it sees.
  const scope = makeScope({ tenantNo: resource.scope === 'tenant' ? 1504 : 1505, userId: 1 });
  expect(
    await world.database.transaction(scope, (tx) =>
      tx.query(`select 1 from ${tableOf(lineNoun(resource, name))} where parent_id = $1`, [id]),
    ),
  ).toEqual([]);
}
