import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowSource } from '#apps/server/testing/outsiders.ts';
import {
  asked,
  exact,
  inputs,
  isEmptyList,
  leaveOut,
  needed,
  ordered,
  reasons,
} from '#apps/server/testing/resource-filters.ts';
import { sampleOf } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { tryLines } from '#apps/server/testing/try-lines.ts';
import type { Answer, Person, World } from '#apps/server/testing/world.ts';
import { openWorlds, type Worlds } from '#apps/server/testing/worlds.ts';
import { root } from '#db/settings.ts';
import { languages } from '#kit/contract/envelope.ts';
import type { Field, Fields } from '#kit/contract/field.ts';
import { commonLabelKey, snake } from '#kit/contract/naming.ts';
import { maskOf } from '#kit/contract/pii.ts';
import {
  fullName,
  isRange,
  labelKey,
  lineNoun,
  linesIn,
  type Operation,
  permissionsOf,
  rowSchema,
  transitionKey,
  transitionPermission,
} from '#kit/contract/resource.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { mapOf, tableOf } from '#kit/server/resource/columns.ts';
import { allResources } from '#modules/index.contract.ts';
import { builtPages } from '#tools/built-pages.ts';

let worlds: Worlds;
/** Holds every permission there is, in another tenant: only the wall between tenants can refuse them. */
let neighbour: Person;
beforeAll(async () => {
  worlds = await openWorlds();
  const elsewhere = await worlds.of('cf_mgr');
  await elsewhere.sql(`update platform.sys_tenant set status = 'active', expire_on = current_date + 365`);
  await makeMaster(elsewhere, 'neighbour', 'cf_mgr');
  neighbour = elsewhere.person(await openSession(elsewhere, 'neighbour'));
});
afterAll(() => worlds.close());

const texts = new Texts(root);

type Row = Record<string, any> & { id: number };

describe.each(allResources.map((resource) => [fullName(resource), resource] as const))('%s', (_name, resource) => {
  const sample = sampleOf(resource);
  const base = resource.path;
  let world: World;
  let keeper: Person;
  let stranger: Person;
  beforeAll(async () => {
    world = await worlds.of(sample.keeper);
    keeper = (await sample.person?.(world)) ?? (await world.as(sample.keeper));
    stranger = await world.as(sample.stranger);
  });
  const offers = (operation: Operation) => resource.operations.includes(operation);
  const add = async () => {
    if (sample.make) return { ...(await sample.make(world)), form: await sample.form(world) };
    const form = await sample.form(world);
    const saved = await keeper.post<{ id: number; version: number }>(`${base}/add`, form);
    expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200, status: 200 });
    return { ...saved.data, form };
  };
  const source = () => rowSource(world, mapOf(fullName(resource))?.table ?? '');
  const rowOfTheKeepersTenant = async (): Promise<{ id: number; version: number } | undefined> => {
    const [row] = await world.sql(
      `select t.id, coalesce((to_jsonb(t) ->> 'version')::int, 0) as version from ${await source()} t
       where t.tenant_no = (select tenant_no from platform.sys_user where username = $1) order by t.id desc limit 1`,
      [sample.keeper],
    );
    return row;
  };
  const logRows = (id: number, action: string) =>
    world.sql('select * from kit.oper_log where entity = $1 and entity_id = $2 and action = $3 and result = $4', [
      resource.name,
      id,
      action,
      'ok',
    ]);

  it('has a column for every field, and the scope class its migration declares', async () => {
    // A module may look at another's rows with words of its own: they lie in that one's table.
    const [own] = await world.sql('select to_regclass($1) as name', [tableOf(resource)]);
    const table = own?.name ? tableOf(resource) : (mapOf(fullName(resource))?.table ?? '');
    const columns = await world.sql<{ attname: string }>(
      'select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [table],
    );
    const there = new Set(columns.map((row) => row.attname));
    const map = mapOf(fullName(resource));
    const missing = Object.entries(resource.fields as Fields)
      .filter(
        ([name, one]: [string, Field]) =>
          one.kind !== 'point' &&
          !one.lines &&
          !there.has(one.pii ? `${snake(name)}_enc` : snake(name)) &&
          map?.sql(name) === `t.${snake(name)}`,
      )
      .map(([name]) => name);
    expect(missing).toEqual([]);
    for (const name of linesIn(resource)) {
      const line = lineNoun(resource, name);
      const own = await world.sql<{ attname: string }>(
        'select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
        [tableOf(line)],
      );
      const wanted = ['parent_id', 'line_no', ...Object.keys(line.fields).map(snake)];
      expect(wanted.filter((column) => !own.some(({ attname }) => attname === column))).toEqual([]);
      const [above] = await world.sql("select options ->> 'above' as name from kit.table_scope where table_name = $1", [
        tableOf(line),
      ]);
      expect(above?.name).toBe(tableOf(resource));
    }
    // A view is seen through: its rows are those of the table beneath it.
    const [scope] = await world.sql(
      `select scope_class from kit.table_scope where table_name = $1 or table_name in (
         select d.refobjid::regclass::text from pg_rewrite r join pg_depend d on d.objid = r.oid and d.refclassid = 'pg_class'::regclass
         where r.ev_class = $1::regclass and d.refobjid <> r.ev_class)`,
      [table],
    );
    expect(scope?.scope_class).toBe(resource.scope);
  });

  it('has labels in three languages, a screen in the catalogue and a page for it', async () => {
    const keys = [
      labelKey(resource, '_title'),
      ...Object.keys(resource.fields).map((name) => labelKey(resource, name)),
      ...Object.keys(resource.transitions ?? {}).map((name) => transitionKey(resource, name)),
      ...linesIn(resource).flatMap((name) =>
        ['_title', ...Object.keys(lineNoun(resource, name).fields)].map((one) =>
          labelKey(lineNoun(resource, name), one),
        ),
      ),
    ];
    for (const language of languages)
      expect(
        keys.filter((key) => !texts.has(key, language) && !texts.has(commonLabelKey(key), language)),
        language,
      ).toEqual([]);
    const [menu] = await world.sql(
      'select status, permission from platform.sys_menu where path = $1 and menu_type = 3',
      [resource.screen],
    );
    expect(menu).toMatchObject({ status: 'enabled' });
    expect(builtPages(root).has(resource.screen)).toBe(true);
    const known = await world.sql<{ permission: string }>(
      'select permission from platform.sys_menu where permission is not null',
    );
    expect(permissionsOf(resource).filter((one) => !known.some((row) => row.permission === one))).toEqual([]);
  });

  it('lists in the envelope, every row as its schema says', async () => {
    const answer = await keeper.get(`${base}/list?pageSize=10`);
    expect(answer).toMatchObject({ code: 200, status: 200, traceId: expect.any(String) });
    expect(answer.total).toBeGreaterThan(0);
    for (const row of answer.data) expect(rowSchema(resource).parse(row).id).toBe(row.id);
  });

  it('refuses sort names, filters and page sizes it does not declare', async () => {
    for (const query of [
      'sort=password_hash:asc',
      'sort=id:sideways',
      'noSuchFilter=1',
      'pageSize=501',
      'pageNum=0',
      'pageNum=501',
      'after=xxx',
    ]) {
      expect([query, (await keeper.get(`${base}/list?${query}`)).code]).toEqual([query, 422]);
    }
    expect((await keeper.get(`${base}/list?sort=id:desc`)).code).toBe(200);
  });

  it('sorts by every name it offers, both ways', async () => {
    const { total } = await keeper.get(`${base}/list?pageSize=1`);
    for (const name of ['id', ...((resource.list.sorts as string[] | undefined) ?? [])]) {
      for (const way of ['asc', 'desc'] as const) {
        const answer = await keeper.get(`${base}/list?sort=${name}:${way}&pageSize=100`);
        expect([name, way, answer.code, answer.total]).toEqual([name, way, 200, total]);
        if (!ordered.has((resource.fields[name] as Field).kind)) continue;
        const values = answer.data.map((row: Row) => row[name]).filter((value: unknown) => value != null);
        const sorted = values.toSorted((a: never, b: never) => (a < b ? -1 : a > b ? 1 : 0));
        expect([name, way, values]).toEqual([name, way, way === 'asc' ? sorted : sorted.reverse()]);
      }
    }
  });

  /** Asked once for all filters: what the tests before them left is there, and they change nothing. */
  let shown: Promise<Row[]> | undefined;
  const rows = () => {
    shown ??= keeper.get(`${base}/list?pageSize=500`).then((answer) => answer.data);
    return shown;
  };

  // A personal number is found by its hash, which no list shows: personal-data.test.ts.
  it.for((resource.list.filters as string[]).filter((name) => !(resource.fields[name] as Field).pii))(
    'filters by %s',
    async (name, context) => {
      const field = resource.fields[name] as Field;
      const row = (await rows()).find((one) => one[name] != null && one[name] !== '' && !isEmptyList(one[name]));
      const what = `${fullName(resource)} filter ${name}`;
      if (!row || reasons[what]) return leaveOut(context, what);
      const first = Array.isArray(row[name]) ? row[name][0] : row[name];
      const text = asked(first, field);
      const value = encodeURIComponent(text);
      const query = isRange(field) ? `${name}From=${value}&${name}To=${value}` : `${name}=${value}`;
      const found = await keeper.get(`${base}/list?${query}&pageSize=500`);
      expect(found, query).toMatchObject({ code: 200 });
      expect([query, (found.total ?? 0) > 500 || found.data.some((one: Row) => one.id === row.id)]).toEqual([
        query,
        true,
      ]);
      if (exact.has(field.kind) && !mapOf(fullName(resource))?.match[name])
        for (const one of found.data)
          expect([query, [one[name]].flat().map(String)]).toEqual([query, expect.arrayContaining([text])]);
    },
  );

  it.runIf(offers('detail'))('shows in the detail what the list shows', async () => {
    const [row] = (await keeper.get(`${base}/list?pageSize=1`)).data;
    const detail = await keeper.get(`${base}/${row.id}`);
    expect(detail).toMatchObject({ code: 200, data: { id: row.id, version: row.version } });
    const shown = (resource.list.columns as string[]).map((name) => [name, detail.data[name]]);
    expect(shown).toEqual((resource.list.columns as string[]).map((name) => [name, row[name]]));
  });

  it.runIf(offers('export'))('exports the row that was chosen, and no other', async () => {
    const [row] = (await keeper.get(`${base}/list?pageSize=1`)).data;
    const file = await world.download(keeper, `${base}/export`, { idArr: [row.id] });
    expect(file.type, file.bytes.toString().slice(0, 200)).toContain('spreadsheetml');
    const rows: unknown[][] = [];
    for await (const one of streamXlsxRows(new Blob([new Uint8Array(file.bytes)]).stream())) rows.push(one.values);
    expect(rows).toHaveLength(2);
  });

  it('answers 401 without a session and 403 without the permission, and leaves a trace of a denied change', async () => {
    const nobody = world.person('');
    const log = await worlds.of(sample.stranger);
    const form = await sample.form(world);
    for (const call of [
      () => nobody.get(`${base}/list`),
      () => world.person('made-up').get(`${base}/list`),
      ...(offers('add') ? [() => nobody.post(`${base}/add`, form)] : []),
    ]) {
      expect(await call()).toMatchObject({ code: 401, status: 401 });
    }
    expect(await stranger.get(`${base}/list`)).toMatchObject({ code: 403, status: 403 });
    if (offers('detail')) expect(await stranger.get(`${base}/1`)).toMatchObject({ code: 403 });
    for (const verb of ['add', 'edit', 'remove'].filter((one) => resource.operations.includes(one as never))) {
      const denied = await stranger.post(`${base}/${verb}`, form);
      expect(denied).toMatchObject({ code: 403, status: 403 });
      const trace = await log.sql('select action, result from kit.oper_log where trace_id = $1', [denied.traceId]);
      expect(trace).toEqual([{ action: 'denied', result: 'refused' }]);
    }
  });

  it.runIf(offers('add'))('saves what was sent, once, with one row in the operation log', async () => {
    const { id, form } = await add();
    const detail = await keeper.get(`${base}/${id}`);
    expect(detail.code).toBe(200);
    for (const [name, value] of Object.entries(form)) {
      const { pii: kind, lines } = resource.fields[name] as Field;
      if (lines) expect(detail.data[name]).toMatchObject(value as object[]);
      else if (value !== null)
        expect([name, detail.data[name]]).toEqual([name, kind ? maskOf(kind, String(value)) : value]);
    }
    expect(await logRows(id, 'add')).toHaveLength(1);
  });

  it.runIf(offers('add'))('refuses wrong input field by field and writes nothing', async () => {
    const before = await world.sql(`select count(*)::int as n from ${tableOf(resource)}`);
    const form = await sample.form(world);
    const wrongs: Record<string, unknown>[] = [{ ...form, ...sample.wrong }, { ...form, noSuchField: 1 }, {}];
    const title = resource.title as string;
    if (resource.form.includes(title))
      wrongs.push({ ...form, [title]: 'x'.repeat(2000) }, { ...form, [title]: 'nul \0 byte' }, { ...form, [title]: 7 });
    for (const wrong of wrongs) {
      const answer = await keeper.post(`${base}/add`, wrong);
      expect(answer, JSON.stringify(wrong).slice(0, 200)).toMatchObject({ code: 422, status: 422 });
      expect(answer.errors?.length).toBeGreaterThan(0);
    }
    expect(await world.sql(`select count(*)::int as n from ${tableOf(resource)}`)).toEqual(before);
  });

  it.runIf(offers('edit') && linesIn(resource).length > 0)(
    'saves lines with their head: by id, once, all or nothing',
    () => tryLines(resource, { world, keeper, add, logRows, ...(sample.line && { line: sample.line }) }),
  );

  it.runIf(offers('edit'))('refuses an edit of a stale version and keeps the first one', async () => {
    const { id, version, form } = await add();
    await sample.open?.(world, id);
    const editable = Object.fromEntries(
      Object.entries(form).filter(([name]) => !(resource.fields[name] as Field).fixed),
    );
    expect(await keeper.post(`${base}/edit`, { id, version, ...editable })).toMatchObject({
      code: 200,
      data: { version: version + 1 },
    });
    expect(await keeper.post(`${base}/edit`, { id, version, ...editable })).toMatchObject({ code: 409, status: 409 });
    expect(await logRows(id, 'edit')).toHaveLength(1);
  });

  it('tells nothing apart between a row that is not there and one of another tenant', async (context) => {
    const missing = await keeper.get(`${base}/999999999`);
    expect(missing).toMatchObject({ code: 404, status: 404 });
    if (resource.scope === 'global') return context.skip('its rows are those of all tenants');
    const row = offers('add') || sample.make ? await add() : await rowOfTheKeepersTenant();
    if (!row) return leaveOut(context, `${fullName(resource)} tenant`);
    const { id, version } = row;
    const answers: [string, Answer][] = [];
    if (offers('detail')) answers.push(['detail', await neighbour.get(`${base}/${id}`)]);
    if (offers('remove')) answers.push(['remove', await neighbour.post(`${base}/remove`, { idArr: [id] })]);
    const [transition] = Object.keys(resource.transitions ?? {});
    if (transition)
      answers.push([
        'transition',
        await neighbour.post(`${base}/transition`, { id, version, name: transition, remark: '-' }),
      ]);
    expect(answers.map(([verb, answer]) => [verb, answer.code, answer.msg])).toEqual(
      answers.map(([verb]) => [verb, 404, missing.msg]),
    );
    const list = await neighbour.get(`${base}/list?pageSize=500`);
    expect(list).toMatchObject({ code: 200 });
    expect(list.data.map((one: Row) => one.id)).not.toContain(id);
    const kept = await world.sql(
      `select coalesce((to_jsonb(t) ->> 'version')::int, 0) as version from ${await source()} t where t.id = $1`,
      [id],
    );
    expect(kept).toEqual([{ version }]);
  });

  it.runIf(offers('remove'))('removes what it offers to remove, all or nothing', async () => {
    const first = await add();
    const rows = await keeper.get(`${base}/${first.id}`);
    const answer = await keeper.post(`${base}/remove`, { idArr: [first.id, 999_999_999] });
    expect(answer.code).toBe(rows.data._can.includes('remove') ? 404 : 403);
    expect((await keeper.get(`${base}/${first.id}`)).code).toBe(200);
    if (!rows.data._can.includes('remove')) return;
    expect(await keeper.post(`${base}/remove`, { idArr: [first.id] })).toMatchObject({
      code: 200,
      data: { removed: 1 },
    });
    expect((await keeper.get(`${base}/${first.id}`)).code).toBe(404);
    expect(await logRows(first.id, 'remove')).toHaveLength(1);
  });

  if (resource.transitions && Object.keys(resource.transitions).length > 0) {
    const transitions = Object.entries(
      resource.transitions as Record<string, { from: readonly string[]; to: string; form?: Fields }>,
    );
    const inputOf = (form: Fields | undefined) =>
      Object.fromEntries(
        Object.entries(form ?? {})
          .filter(([, one]) => !one.optional)
          .map(([name, one]) => [name, inputs[one.kind] ?? 'x']),
      );
    const column = snake(resource.stateField as string);

    it.each(transitions)(
      'transition %s moves from its own states only, and leaves history and log',
      async (name, transition) => {
        const states = (resource.fields[resource.stateField as string] as Field).states ?? [];
        // A refused move changes nothing: one row is tried in every state it must not leave, and then moved.
        const leaves = (state: string) => Number(transition.from.includes(state));
        const inOrder = states.toSorted((a, b) => leaves(a) - leaves(b));
        const fresh = async () => {
          const row = await add();
          await sample.ready?.(world, name, row.id);
          return row;
        };
        const put = (id: number, state: string) =>
          world.sql(`update ${tableOf(resource)} set ${column} = $2 where id = $1`, [id, state]);
        let made: { id: number; version: number } | undefined;
        for (const state of inOrder) {
          made ??= await fresh();
          // Some states are left by nobody, past every rule: what stands in one stays there.
          await put(made.id, state).catch(async () => {
            made = await fresh();
            await put(made.id, state);
          });
          const { id, version } = made;
          const by = sample.movers?.[name];
          const mover = by ? await world.as(by) : keeper;
          const row = await mover.get(`${base}/${id}`);
          const allowed = transition.from.includes(state);
          if (allowed) made = undefined;
          expect([state, row.data._can.includes(name)]).toEqual([state, allowed]);
          const moved = await mover.post(`${base}/transition`, {
            id,
            version,
            name,
            remark: '试验',
            form: (await sample.inputs?.[name]?.(world)) ?? inputOf(transition.form),
          });
          expect([state, moved.code]).toEqual([state, allowed ? 200 : 409]);
          if (sample.decider && allowed) {
            const decider = await world.as(sample.decider);
            const asked = (await decider.get(`sys/approval/${moved.data.approvalId}`)).data;
            const decision = { id: asked.id, version: asked.version, decision: 'approve' };
            expect((await decider.post('sys/approval/decide', decision)).data.status).toBe('executed');
          }
          const history = await world.sql(
            'select name, from_status, to_status, remark from kit.transition_history where entity = $1 and entity_id = $2',
            [fullName(resource), id],
          );
          expect(history).toEqual(
            allowed ? [{ name, from_status: state, to_status: transition.to, remark: '试验' }] : [],
          );
          expect(await logRows(id, 'transition')).toHaveLength(allowed ? 1 : 0);
        }
      },
    );

    it('asks each transition for its own permission', async () => {
      const { id, version } = await add();
      const limited = await world.as('kzzq_worker1');
      for (const [name] of transitions) {
        const info = await limited.get('sys/user/getUserInfo');
        if (info.data.actions.includes(transitionPermission(resource, name))) continue;
        expect([name, (await limited.post(`${base}/transition`, { id, version, name, remark: '-' })).code]).toEqual([
          name,
          403,
        ]);
      }
    });
  }
});

it('R101: none of the answers above told a personal number in clear', () => {
  const watches = worlds.all.map((one) => one.watch);
  expect(watches.flatMap((one) => one.told)).toEqual([]);
  expect(watches.reduce((sum, one) => sum + one.looked, 0)).toBeGreaterThan(allResources.length * 20);
});

it('every reason for leaving something out is still needed', () => {
  expect(Object.keys(reasons).filter((one) => !needed.has(one))).toEqual([]);
});
