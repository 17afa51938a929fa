import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

/** Links by which somebody without an account asks to join. */
let world: World;
let soc1: Person;
let soc2: Person;
let societyId = 0;
beforeAll(async () => {
  world = await openWorld();
  soc1 = await world.as('soc1');
  soc2 = await world.as('soc2');
  societyId = (await one<{ id: number }>('select id::int as id from cure.society where tenant_no = 1505 limit 1')).id;
}, 60_000);
afterAll(() => world.close());

const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> =>
  (await world.sql<T>(text, values))[0] as T;
const publicly = async (path: string, body: object) =>
  (await world.app.inject({ method: 'POST', url: `/api/public/cure/invite/${path}`, payload: body })).json();
const linkOf = async (who: Person, kind: string) => {
  const made = await who.post('cure/society/joinLink', { societyId, kind });
  expect(made.code, made.msg).toBe(200);
  return { id: made.data.id as number, path: String(made.data.path), k: String(made.data.path).split('k=')[1] ?? '' };
};
/** Eighteen digits with a right check character, another one each time. */
const idCard = () => {
  const digits = `150502198${Math.floor(Math.random() * 10)}0101${Math.floor(100 + Math.random() * 900)}`;
  const sum = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2].reduce((n, w, at) => n + w * Number(digits[at]), 0);
  return digits + '10X98765432'[sum % 11];
};
const move = async (who: Person, path: string, table: string, id: number, name: string, form: object) => {
  const { version } = await one<{ version: number }>(`select version from cure.${table} where id = $1`, [id]);
  return who.post(`cure/${path}/transition`, { id, version, name, form });
};

describe('links to join by', () => {
  it('acceptance 17, R90 a unit registers by a link, once; two people take it in, and the clerk has a task', async () => {
    const unit = await one<{ id: number; name: string; code: string }>(
      `select p.id::int as id, p.principal_unit_name as name, p.credit_code as code from registry.principal p where p.tenant_no = 1505 and p.status = 'active' and p.credit_code is not null
         and not exists (select 1 from cure.society_member m where m.principal_id = p.id)
         and not exists (select 1 from cure.member_application a where a.principal_id = p.id) order by random() limit 1`,
    );
    const { k, path } = await linkOf(soc2, 'memberJoin');
    expect(path).toContain('/cure/invite?k=');
    const shown = await publicly('open', { k });
    expect(shown.data.kind, shown.msg).toBe('memberJoin');
    const level = shown.data.levels.find((each: { memberKind: string }) => each.memberKind === 'unit');
    const form = {
      kind: 'memberJoin',
      memberKind: 'unit',
      creditCode: unit.code,
      applicantName: unit.name,
      phone: '13947512345',
      levelId: level.id,
    };
    expect((await publicly('apply', { k, form: { ...form, creditCode: null } })).code).toBe(422);
    expect((await publicly('apply', { k, form: { ...form, phone: '12' } })).code).toBe(422);
    const sent = await publicly('apply', { k, form });
    expect(sent.code, sent.msg).toBe(200);
    expect((await publicly('apply', { k, form })).bizCode).toBe('memberExists');
    const row = await one<{ id: number; principal: number; phone: string; plain: boolean }>(
      `select id::int as id, principal_id::int as principal, phone_mask as phone, a::text like '%13947512345%' as plain
       from cure.member_application a where doc_no = $1`,
      [sent.data.docNo],
    );
    expect(row).toMatchObject({ principal: unit.id, phone: '139****2345', plain: false });
    const task = await one<{ n: number }>(
      "select count(*)::int as n from platform.sys_task where entity = 'cure.memberApplication' and entity_id = $1 and status not in ('done', 'closed')",
      [row.id],
    );
    expect(task.n).toBe(1);
    const check = { checkOpinion: '齐全' };
    expect((await move(soc2, 'memberApplication', 'member_application', row.id, 'check', check)).code).toBe(200);
    expect((await move(soc1, 'memberApplication', 'member_application', row.id, 'approve', {})).code).toBe(200);
    expect(
      (await one<{ n: number }>('select count(*)::int as n from cure.member_fee where application_id = $1', [row.id]))
        .n,
    ).toBe(1);
  });

  it('R84 an expert’s link serves one application; whoever tries it again, or one taken back, finds nothing', async () => {
    const { k, path } = await linkOf(soc1, 'expertJoin');
    expect(path).toContain('/cure/expertInvite?k=');
    const form = {
      kind: 'expertJoin',
      personName: '外院专家',
      phone: '13947512345',
      idCard: idCard(),
      employer: '某大学',
      title: '教授',
      species: ['cattle'],
      speaks: ['zh'],
    };
    expect((await publicly('apply', { k, form: { ...form, species: ['dragon'] } })).code).toBe(422);
    const sent = await publicly('apply', { k, form });
    expect(sent.code, sent.msg).toBe(200);
    for (const path of ['open', 'apply'])
      expect(await publicly(path, path === 'open' ? { k } : { k, form: { ...form, idCard: idCard() } })).toMatchObject({
        code: 404,
        bizCode: 'inviteInvalid',
      });
    const again = await linkOf(soc1, 'expertJoin');
    expect((await publicly('apply', { k: again.k, form })).bizCode).toBe('memberExists');
    expect((await soc2.post('cure/society/joinRevoke', { id: again.id })).code).toBe(404);
    expect((await soc1.post('cure/society/joinRevoke', { id: again.id })).code).toBe(200);
    expect((await publicly('open', { k: again.k })).bizCode).toBe('inviteInvalid');
  });

  it('R29 a link to join by opens no room and no case, and nobody else hands one out', async () => {
    const { k } = await linkOf(soc2, 'memberJoin');
    for (const [path, body] of [
      ['join', { k, shownName: '某人', media: 'none' }],
      ['answer', { k, accept: true }],
      ['coSign', { k, no: 1, agrees: true, text: '同意' }],
    ] as const)
      expect((await publicly(path, body)).bizCode, path).toBe('inviteInvalid');
    const vet = await world.as('vet1');
    expect((await vet.post('cure/society/joinLink', { societyId, kind: 'memberJoin' })).code).toBe(403);
    const [stored] = await world.sql<{ n: number }>(
      'select count(*)::int as n from cure.cure_invite i where i::text like $1',
      [`%${k.slice(k.indexOf('-') + 1)}%`],
    );
    expect(stored?.n).toBe(0);
  });
});
