import { randomUUID } from 'node:crypto';
import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insider, type Outsider, outsiders, ownRows, ownTenant, rowSource } from '#apps/server/testing/outsiders.ts';
import { sampleOf } from '#apps/server/testing/samples.ts';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { Field } from '#kit/contract/field.ts';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { mapOf, type TableMap } from '#kit/server/resource/columns.ts';
import { allResources } from '#modules/index.contract.ts';

/**
 * T4, generated: every resource of every module × every call that could show or change a row × everybody who stands outside of it,
 * each holding every permission. Rows that are not theirs carry a mark, so that no answer may hold it, whatever its form.
 */
/** Another one for each outsider: what one of them may not see, the next may see as the name of a reference. */
let mark = '越界标记';

interface Victim {
  readonly id: number;
  readonly version: number;
}

let world: World;
let outside: Outsider[];
let inside: Person;
let calls = 0;

beforeAll(async () => {
  world = await openWorld({ pool: 4 });
  outside = await outsiders(world);
  inside = await insider(world);
  // Marks are put on rows that triggers would defend.
  await world.sql('set session_replication_role = replica');
}, 60_000);
afterAll(() => world.close());

const tableOf = (resource: AnyResource): TableMap => {
  const map = mapOf(fullName(resource));
  if (!map) throw new Error(`${fullName(resource)} is served by nobody`);
  return map;
};

async function victimsOf(resource: AnyResource, who: Outsider['name']): Promise<Victim[] | null> {
  const { table } = tableOf(resource);
  const own = await ownRows(world, table, who);
  if (!own) return null;
  return world.sql<Victim>(
    `select t.id::float8 as id, coalesce((to_jsonb(t) ->> 'version')::int, 0) as version
     from ${await rowSource(world, table)} t where ${own} order by t.id desc limit 1`,
  );
}

/** The title, where it is a plain text of the table. */
async function markRows(resource: AnyResource, victims: readonly Victim[]): Promise<void> {
  const { table, sql } = tableOf(resource);
  const column = sql(resource.title).replace(/^t\./, '');
  const [text] = await world.sql(
    `select 1 from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attrelid = $1::regclass and a.attname = $2 and a.atttypid = 'text'::regtype and a.attgenerated = ''`,
    [table, column],
  );
  if (!text || !/^[a-z_]+$/.test(column)) return;
  for (const { id } of victims)
    await world
      .sql(`update ${table} set ${column} = $2 where id = $1 and ${column} not like $2 || '%'`, [id, `${mark}${id}`])
      // A check on its form: this one goes without a mark.
      .catch(() => []);
}

const sumOf = (table: string, ids: readonly number[]) =>
  world.sql(`select t.id, md5(t::text) as sum from ${table} t where t.id = any ($1) order by 1`, [ids]);

/** Read here and not in a thread of its own, as imports are: these files are ours, and there are hundreds. */
async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const row of streamXlsxRows(new Blob([new Uint8Array(bytes)]).stream())) rows.push(row.values);
  return rows;
}

const isSheet = (type: string) => type.includes('spreadsheetml');

/** What an outsider is answered about rows that are not theirs; every entry is a leak. */
async function leaksOf(
  resource: AnyResource,
  { name, person }: Outsider,
  victims: readonly Victim[],
): Promise<string[]> {
  const leaks: string[] = [];
  const ids = victims.map((one) => one.id);
  const { path, operations } = resource;
  const table = await rowSource(world, tableOf(resource).table);
  const before = await sumOf(table, ids);
  const shows = (answer: Answer) => {
    const text = JSON.stringify(answer.data ?? null);
    const rows: { id?: number }[] = Array.isArray(answer.data) ? answer.data : [answer.data ?? {}];
    return text.includes(mark) || rows.some((row) => ids.includes(Number(row?.id)));
  };
  const tell = (verb: string, answer: Answer, isLeak: boolean) => {
    calls += 1;
    // The caller holds every permission: a 403 says nothing of the wall.
    if (isLeak || answer.status >= 500 || answer.code === 403)
      leaks.push(
        `${fullName(resource)} ${verb} as ${name}: ${answer.code} ${JSON.stringify(answer.data)?.slice(0, 120)}`,
      );
  };
  const offers = (one: string) => operations.includes(one as never);

  if (offers('list')) {
    const all = await person.get(`${path}/list?pageSize=500`);
    tell('list', all, all.code !== 200 || shows(all));
    if (resource.list.search)
      tell('list?keyword', ...(await both(person.get(`${path}/list?keyword=${encodeURIComponent(mark)}`), shows)));
  }
  for (const { id, version } of victims) {
    if (offers('detail')) tell('detail', ...(await both(person.get(`${path}/${id}`), (one) => one.code === 200)));
    if (offers('detail'))
      tell(
        'history',
        ...(await both(
          person.get(`sys/history/list?entity=${fullName(resource)}&id=${id}`),
          (one) => one.code === 200,
        )),
      );
    tell('ref', ...(await both(person.get(`sys/ref/options?resource=${fullName(resource)}&id=${id}`), shows)));
    if (offers('edit')) {
      const form = Object.fromEntries(
        resource.form
          .filter((field: string) => !(resource.fields[field] as Field).fixed)
          .map((field: string) => [field, null]),
      );
      tell('edit', ...(await both(person.post(`${path}/edit`, { id, version, ...form }), (one) => one.code === 200)));
    }
    for (const transition of Object.keys(resource.transitions ?? {})) {
      const move = { id, version, name: transition, remark: '越界' };
      tell(transition, ...(await both(person.post(`${path}/transition`, move), (one) => one.code === 200)));
    }
  }
  tell(
    'ref?keyword',
    ...(await both(
      person.get(`sys/ref/options?resource=${fullName(resource)}&keyword=${encodeURIComponent(mark)}`),
      shows,
    )),
  );
  const [transition] = Object.keys(resource.transitions ?? {});
  if (transition)
    tell(
      'batch',
      ...(await both(
        person.post(`${path}/transition`, { items: victims, name: transition, remark: '越界' }),
        (one) => one.code === 200 && one.data.ok > 0,
      )),
    );
  if (offers('remove'))
    tell(
      'remove',
      ...(await both(person.post(`${path}/remove`, { idArr: ids }), (one) => one.code === 200 && one.data.removed > 0)),
    );
  if (offers('export')) leaks.push(...(await exportLeaks(resource, { name, person }, ids)));
  leaks.push(...(await fileLeaks(resource, { name, person }, victims)));
  const after = await sumOf(table, ids);
  if (JSON.stringify(after) !== JSON.stringify(before))
    leaks.push(`${fullName(resource)}: rows were changed as ${name}`);
  return leaks;
}

const both = async (asked: Promise<Answer>, isLeak: (answer: Answer) => boolean): Promise<[Answer, boolean]> => {
  const answer = await asked;
  return [answer, isLeak(answer)];
};

/** The file of an export, opened: by ids it has no row, and whole it has the rows of the list and no other. */
async function exportLeaks(
  resource: AnyResource,
  { name, person }: Outsider,
  ids: readonly number[],
): Promise<string[]> {
  const leaks: string[] = [];
  const what = `${fullName(resource)} export as ${name}`;
  calls += 2;
  const byId = await world.download(person, `${resource.path}/export`, { idArr: ids });
  if (isSheet(byId.type)) {
    const rows = await rowsOf(byId.bytes);
    if (rows.length > 1) leaks.push(`${what} by ids: ${rows.length - 1} rows`);
  } else if (JSON.parse(byId.bytes.toString()).code === 200)
    leaks.push(`${what} by ids: ${byId.bytes.toString().slice(0, 100)}`);
  const whole = await world.download(person, `${resource.path}/export`, {});
  if (!isSheet(whole.type)) return leaks;
  const rows = await rowsOf(whole.bytes);
  if (JSON.stringify(rows).includes(mark)) leaks.push(`${what}: a marked row`);
  const list = await person.get(`${resource.path}/list?pageSize=1`);
  if (list.total !== undefined && list.total <= 10_000 && rows.length - 1 !== list.total)
    leaks.push(`${what}: ${rows.length - 1} rows where the list has ${list.total}`);
  return leaks;
}

/** A file that hangs on the row is no more theirs than the row is. */
async function fileLeaks(
  resource: AnyResource,
  { name, person }: Outsider,
  victims: readonly Victim[],
): Promise<string[]> {
  const leaks: string[] = [];
  for (const { id } of victims.slice(0, 1)) {
    const [file] = await world.sql<{ id: number }>(
      `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type, biz_id, status)
       values (${ownTenant}, (select id from platform.sys_user where username = 'kzzq_mgr'), $1, 'image/png', 1, $1, $1, $2, $3, 'linked') returning id::float8`,
      [`${mark}${randomUUID()}`, fullName(resource), id],
    );
    calls += 1;
    const answer = await person.get(`sys/file/link/${file?.id}`);
    if (answer.code === 200 || answer.status >= 500)
      leaks.push(`${fullName(resource)} file as ${name}: ${answer.code}`);
  }
  return leaks;
}

const wholeTenant = 'its scope class shows it to the whole tenant';
const noRow = 'there is no row and none could be made';
/** Resources without a row of the county's own; the other tenant is asked about them all the same. */
const reasons: Readonly<Record<string, string>> = {
  'commerce.commodity': 'belongs to a supplier, and those of the demo have their seat in another county',
  'commerce.commodityLink': 'belongs to a supplier, and those of the demo have their seat in another county',
  'commerce.commodityReview': 'belongs to a supplier, and those of the demo have their seat in another county',
  'insurance.insClerk': 'belongs to an insurer whose region is the whole prefecture',
  'prevention.labInstrument': 'belongs to a laboratory whose region is the whole prefecture',
  'prevention.sampleTask':
    'is given by the prefecture for all its counties; what the county has of it is assignments and samples',
};

/** Rows of the county's own: those of the demo, else one that the resource's sample makes. */
async function someVictims(resource: AnyResource, who: Outsider['name']): Promise<readonly Victim[] | string> {
  const there = await victimsOf(resource, who);
  if (!there) return wholeTenant;
  if (there.length > 0) return there;
  const sample = sampleOf(resource);
  await world.sql('set session_replication_role = origin');
  try {
    if (sample.make) await sample.make(world);
    else if (resource.operations.includes('add')) {
      const keeper = (await sample.person?.(world)) ?? (await world.as(sample.keeper));
      await keeper.post(`${resource.path}/add`, await sample.form(world));
    }
  } finally {
    await world.sql('set session_replication_role = replica');
  }
  const made = (await victimsOf(resource, who)) ?? [];
  return made.length > 0 ? made : noRow;
}

const walled = allResources.filter((one) => one.scope !== 'global');

describe.each(['other tenant', 'other county', 'other party'] as const)('objects, asked for by the %s', (who) => {
  it('no row is shown, exported, moved, changed or removed', async () => {
    const outsider = outside.find((one) => one.name === who) as Outsider;
    mark = `${{ 'other tenant': '外租户', 'other county': '外县', 'other party': '外主体' }[who]}越界`;
    const before = calls;
    const leaks: string[] = [];
    const tried: string[] = [];
    const left: string[] = [];
    for (const resource of walled) {
      const victims = await someVictims(resource, who);
      if (typeof victims === 'string') {
        left.push(`${fullName(resource)}: ${victims}`);
        continue;
      }
      await markRows(resource, victims);
      leaks.push(...(await leaksOf(resource, outsider, victims)));
      tried.push(fullName(resource));
    }
    console.log(`T4 ${who}: ${tried.length} of ${walled.length} resources, ${calls - before} calls`);
    console.log(left.join('\n'));
    expect(leaks).toEqual([]);
    expect(left.filter((one) => !one.endsWith(wholeTenant) && !((one.split(':')[0] as string) in reasons))).toEqual([]);
    // Only the scope class may say that a neighbour inside the tenant sees everything.
    if (who === 'other tenant') expect(left).toEqual([]);
    expect(tried.length + left.length).toBe(walled.length);
  }, 360_000);
});

describe('what is not a resource', () => {
  const ask = async (person: Person, path: string) => (await person.get(path)).code;

  it('papers to print, of a holder and of an animal', async () => {
    const [holder] = await world.sql(
      `select p.id::float8 as id from registry.principal p join registry.animal a on a.principal_id = p.id where p.tenant_no = 1505 and p.region_code / 1000000 = 150521 and p.principal_unit_type = 'household' limit 1`,
    );
    const [animal] = await world.sql(`select id::float8 as id from registry.animal where principal_id = $1 limit 1`, [
      holder.id,
    ]);
    const papers = [
      `ant/print/recordBook/${holder.id}?from=2025&to=2026`,
      `pri/mainFile/${holder.id}/print?from=2026-01-01&to=2026-10-01`,
      `pri/mainFile/${holder.id}/tabs`,
    ];
    for (const paper of papers) {
      expect([paper, await ask(inside, paper)]).toEqual([paper, 200]);
      for (const { name, person } of outside)
        expect([name, paper, await ask(person, paper)]).toEqual([name, paper, 404]);
    }
    const certificate = `ant/print/certificate?ids=${animal.id}`;
    expect((await inside.get(certificate)).data).toHaveLength(1);
    for (const { name, person } of outside)
      expect([name, (await person.get(certificate)).data ?? []]).toEqual([name, []]);
  });

  it('saved views of others', async () => {
    const saved = await inside.post('sys/savedView/save', {
      list: 'registry.principal',
      name: `${mark}视图`,
      content: { filters: {}, sort: null },
      shared: true,
      isDefault: false,
    });
    expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200 });
    expect(JSON.stringify((await inside.get('sys/savedView/list?list=registry.principal')).data)).toContain(mark);
    for (const { name, person } of outside) {
      const list = await person.get('sys/savedView/list?list=registry.principal');
      expect([name, JSON.stringify(list.data).includes(mark)]).toEqual([name, false]);
      expect([name, (await person.post('sys/savedView/remove', { id: saved.data.id })).code]).toEqual([name, 404]);
      expect([name, (await person.post('sys/savedView/mark', { id: saved.data.id, shared: false })).code]).toEqual([
        name,
        404,
      ]);
    }
  });

  it('jobs of others, their files and the rows they refused', async () => {
    const [job] = await world.sql(
      `with stored as (
         insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type, status)
         select 1505, id, '${mark}.xlsx', 'application/zip', 1, 'job', 'job-file', 'kit.job', 'linked' from platform.sys_user where username = 'insider' returning id, user_id)
       insert into kit.job (tenant_no, user_id, kind, title, status, result_file_id)
       select 1505, user_id, 'export', '${mark}', 'succeeded', id from stored returning id::float8 as id, result_file_id::float8 as file`,
    );
    expect(await ask(inside, `sys/job/${job.id}`)).toBe(200);
    for (const { name, person } of outside) {
      for (const path of [
        `sys/job/${job.id}`,
        `sys/job/file/${job.id}`,
        `sys/job/errors/${job.id}`,
        `sys/file/link/${job.file}`,
      ])
        expect([name, path, await ask(person, path)]).toEqual([name, path, 404]);
      expect([name, (await person.post('sys/job/cancel', { id: job.id })).code]).toEqual([name, 404]);
      expect([name, (await person.post('sys/job/rerun', { id: job.id })).code]).toEqual([name, 404]);
    }
    // Of another tenant or another unit, whoever asks for everybody's.
    for (const { name, person } of outside.filter((one) => one.name === 'other tenant')) {
      const list = await person.get('sys/job/list?mine=false&pageSize=500');
      expect([name, JSON.stringify(list.data).includes(mark)]).toEqual([name, false]);
    }
  });
});

describe('controls', () => {
  it('the same questions from inside are answered, so the marks can be seen', async () => {
    const [resource] = allResources.filter((one) => fullName(one) === 'registry.principal') as [AnyResource];
    const victims = (await victimsOf(resource, 'other county')) ?? [];
    const leaks = await leaksOf(
      { ...resource, operations: ['list', 'detail', 'export'] } as AnyResource,
      { name: 'other county', person: inside },
      victims,
    );
    for (const verb of ['list', 'detail', 'history', 'ref', 'export'])
      expect(
        leaks.some((one) => one.includes(verb)),
        verb,
      ).toBe(true);
  });

  it('a policy that shows everything is caught', async () => {
    await world.sql('drop policy scope_select on registry.principal');
    await world.sql('create policy scope_select on registry.principal for select using (true)');
    const [resource] = allResources.filter((one) => fullName(one) === 'registry.principal') as [AnyResource];
    for (const outsider of outside) {
      const victims = (await victimsOf(resource, outsider.name)) ?? [];
      expect(await leaksOf(resource, outsider, victims)).not.toEqual([]);
    }
  });
});
