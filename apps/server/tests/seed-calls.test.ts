import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo as photoOf } from '#apps/server/testing/sample-files.ts';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';

/**
 * The platform's calls as the customer's own table writes them: method, path, what is sent, and the envelope that comes back. Nothing
 * here is read from our declarations, so that a renamed path or field is found by whoever holds the table.
 */
let world: World;
let admin: Person;
let guard: Person;
let operator: Person;
let reader: Person;

beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('tl_admin');
  guard = await world.as('tl_sec');
  operator = await world.as('op_admin');
  reader = await world.as('tl_leader');
});
afterAll(() => world.close());

const web = { clientType: 'web' };
const get = async (who: Person, path: string) => enveloped(await who.get(path));
const post = async (who: Person, path: string, body: object) => enveloped(await who.post(path, { ...body, ...web }));
const remove = async (who: Person, path: string) => {
  const response = await world.app.inject({
    method: 'DELETE',
    url: `/api/${path}`,
    headers: { authorization: who.token },
  });
  return enveloped({ ...response.json<Answer>(), status: response.statusCode, headers: response.headers });
};

/** Success is 200 in the body and beside it; every answer has a message, data and a number to ask about it. */
function enveloped(answer: Answer): Answer {
  expect(answer, JSON.stringify(answer).slice(0, 400)).toMatchObject({ code: 200, status: 200 });
  expect(typeof answer.msg).toBe('string');
  expect(answer.traceId).toMatch(/^\w+$/);
  expect(answer).toHaveProperty('data');
  return answer;
}
const keys = (row: object) => Object.keys(row);
const unique = () => `s${Date.now().toString(36)}`;

describe('the seed’s calls', () => {
  it('GET /sys/user/getUserInfo, GET /sys/user/getUserWebMenuByFirstMenuId', async () => {
    const { data } = await get(reader, 'sys/user/getUserInfo');
    expect(keys(data)).toEqual(
      expect.arrayContaining(
        'userId username nickname avatar phone sex roleFlag roles actions menus firstMenus principalId principalName principalLevel principalType tenantNo tenantName tenantStatus villageLatitude villageLongitude regionCode regionName jurisdiction deptName posts lastLoginTime passwordDaysLeft mfaEnabled permVersion serverTime'.split(
          ' ',
        ),
      ),
    );
    expect(data.roles[0]).toMatchObject({ roleCode: expect.any(String), roleName: expect.any(String) });
    const menus = (await get(reader, `sys/user/getUserWebMenuByFirstMenuId?menuId=${data.firstMenus[0].id}`)).data;
    expect(keys(menus[0])).toEqual(
      expect.arrayContaining(
        'id menuName menuNameTw menuNameEn visible menuType orderNum parentId path icon permission linkType keepAlive systemId'.split(
          ' ',
        ),
      ),
    );
    expect((await get(reader, 'sys/user/getUserWebMenuByFirstMenuId')).data).toEqual(menus);
  });

  it('POST /sys/notice/info/list, POST /sys/notice/info/update', async () => {
    const asked = { page: 1, pageSize: 1000, isRead: 0, farmId: null };
    const { data } = await post(reader, 'sys/notice/info/list', asked);
    expect(data).toMatchObject({ list: expect.any(Array), total: expect.any(Number) });
    expect(keys(data.unread).sort()).toEqual(['notice', 'reminder', 'system', 'warning']);
    const all = (await post(reader, 'sys/notice/info/list', { ...asked, isRead: undefined })).data.list;
    expect(keys(all[0])).toEqual(
      expect.arrayContaining([
        'noticeId',
        'noticeReceiverId',
        'title',
        'content',
        'noticeDate',
        'animalNumber',
        'icon',
      ]),
    );
    const idArr = all.slice(0, 2).map((one: { noticeReceiverId: number }) => one.noticeReceiverId);
    expect((await post(reader, 'sys/notice/info/update', { idArr })).data).toMatchObject({
      updated: expect.any(Number),
    });
    expect((await post(reader, 'sys/notice/info/update', { idArr })).data).toMatchObject({
      updated: expect.any(Number),
    });
  });

  it('GET /sys/function/schema/selectFunctionSchemaBySystemId: systemId, 1 when absent', async () => {
    const { data } = await get(admin, 'sys/function/schema/selectFunctionSchemaBySystemId');
    expect(data[0]).toMatchObject({ systemId: 1, isDefault: true, groups: expect.any(Array) });
    expect((await get(admin, 'sys/function/schema/selectFunctionSchemaBySystemId?systemId=1')).data).toEqual(data);
  });

  it('GET /sys/dictData/list, /sys/dictData/{id}; POST /add, /edit, /remove, /getDictDataByCode', async () => {
    const list = await get(admin, 'sys/dictData/list?dictCode=breed_use&pageNum=1&pageSize=5');
    expect(list).toMatchObject({ total: expect.any(Number), data: expect.any(Array) });
    const [type] = await world.sql<{ dict_code: string }>(
      'select dict_code from platform.sys_dict_type where extensible and status = $1 order by 1 limit 1',
      ['enabled'],
    );
    const dictCode = type?.dict_code;
    const form = { dictCode, dictValue: unique(), labelZhCn: '试验', orderNum: 9, isDefault: false, status: 'enabled' };
    const added = (await post(admin, 'sys/dictData/add', form)).data;
    expect(added).toEqual({ id: expect.any(Number), version: 0 });
    const row = (await get(admin, `sys/dictData/${added.id}`)).data;
    expect(row).toMatchObject({ labelZhCn: '试验', labelEn: '试验', tenantNo: 1505 });
    const dictRow =
      'id dictCode dictLabel dictValue labelZhCn labelZhTw labelEn orderNum color isDefault locked status source version';
    expect(keys(row)).toEqual(expect.arrayContaining(dictRow.split(' ')));
    expect(row).toMatchObject({ dictLabel: '试验', source: 'own' });
    const sought = await get(admin, `sys/dictData/list?dictCode=${dictCode}&dictLabel=${encodeURIComponent('试验')}`);
    expect(sought.data.map((one: { id: number }) => one.id)).toEqual([added.id]);
    const plain = { dictCode, dictValue: unique(), labelZhCn: '少填', labelEn: 'Less' };
    const less = (await post(admin, 'sys/dictData/add', plain)).data;
    const seen = await admin.get(`sys/dictData/${less.id}`, { 'accept-language': 'en' });
    expect(seen.data).toMatchObject({ isDefault: false, status: 'enabled', orderNum: 0, dictLabel: 'Less' });
    const { dictCode: _c, dictValue: _v, ...some } = plain;
    await post(admin, 'sys/dictData/edit', { ...some, id: less.id, version: 0, status: 'disabled' });
    await post(admin, 'sys/dictData/edit', { ...some, id: less.id, version: 1 });
    expect((await get(admin, `sys/dictData/${less.id}`)).data).toMatchObject({ status: 'disabled', version: 2 });
    await post(admin, 'sys/dictData/remove', { idArr: [less.id] });
    // Code and value are fixed once they are made.
    const { dictCode: _code, dictValue: _value, ...labels } = form;
    const edited = await post(admin, 'sys/dictData/edit', { ...labels, id: added.id, version: 0, labelZhCn: '试验二' });
    expect(edited.data).toEqual({ id: added.id, version: 1 });
    const found = (await post(admin, 'sys/dictData/getDictDataByCode', { dictCode, exclude: [] })).data;
    expect(found.map((one: { dictValue: string }) => one.dictValue)).toContain(form.dictValue);
    expect(keys(found[0])).toEqual(expect.arrayContaining(dictRow.split(' ')));
    const without = (await post(admin, 'sys/dictData/getDictDataByCode', { dictCode, exclude: form.dictValue })).data;
    expect(without.map((one: { dictValue: string }) => one.dictValue)).not.toContain(form.dictValue);
    expect((await post(admin, 'sys/dictData/getDictDataByCode', { dictCode: 'no_such' })).data).toEqual([]);
    expect((await post(admin, 'sys/dictData/remove', { idArr: [added.id] })).data).toEqual({ removed: 1 });
  });

  it('GET /sys/menu/web/list, /getMenuAction; POST /add, /edit; DELETE /remove/{id}', async () => {
    const list = (await get(operator, 'sys/menu/web/list')).data;
    expect(new Set(list.map((one: { menuType: number }) => one.menuType))).toEqual(new Set([1, 2, 3, 4]));
    const page = list.find((one: { path: string | null }) => one.path === '/system/postInfo');
    const [action] = (await get(operator, `sys/menu/web/getMenuAction?menuId=${page.id}`)).data;
    expect(action.menuId).toBe(page.id);
    expect(action.actions).toContainEqual(expect.objectContaining({ permission: 'sys:post:edit', checked: false }));
    const form = {
      parentId: page.id,
      menuName: '试验动作',
      menuType: 4,
      permission: `try:${unique()}:list`,
      orderNum: 9,
      systemId: page.systemId,
    };
    const { id, version } = (await post(operator, 'sys/menu/web/add', form)).data;
    const edited = await post(operator, 'sys/menu/web/edit', { ...form, id, version, menuName: '试验动作二' });
    expect(edited.data).toEqual({ id, version: version + 1 });
    expect((await remove(operator, `sys/menu/web/remove/${id}`)).data).toEqual({ removed: 1 });
  });

  it('GET /sys/user/list, /{id}, /getUserSelectByPrincipalId; POST /add, /edit, /changeStatus, /resetPassword; DELETE /remove/{id}', async () => {
    const list = await get(admin, 'sys/user/list?pageNum=1&pageSize=5');
    expect(list.total).toBeGreaterThan(5);
    expect(keys(list.data[0])).toEqual(
      expect.arrayContaining(
        'id avatar username nickname organizationName principalId phone sex createTime status locked version'.split(
          ' ',
        ),
      ),
    );
    const unit = list.data[0].principalId;
    const [role] = await world.sql<{ id: number }>(
      "select id::int from platform.sys_role where role_code = 'ant_worker' and tenant_no = 0",
    );
    const form = {
      username: unique(),
      nickname: '试验',
      realName: '试验',
      phone: '13847512345',
      principalId: unit,
      roleIds: [role?.id],
    };
    const added = (await post(admin, 'sys/user/add', form)).data;
    expect(added).toMatchObject({ id: expect.any(Number), version: expect.any(Number), status: 'pending' });
    const row = (await get(admin, `sys/user/${added.id}`)).data;
    expect(row).toMatchObject({ username: form.username, roleIds: [role?.id], phone: '138****2345' });
    const { username: _, roleIds: __, ...rest } = form;
    await post(admin, 'sys/user/edit', { ...rest, id: added.id, version: row.version, nickname: '试验二' });
    const now = (await get(guard, `sys/user/${added.id}`)).data;
    await post(guard, 'sys/user/transition', {
      id: added.id,
      version: now.version,
      name: 'authorise',
      form: { roleIds: [role?.id], regionCodes: [] },
    });
    const some = (await get(admin, `sys/user/getUserSelectByPrincipalId?principalId=${unit}`)).data;
    expect(some).toContainEqual(expect.objectContaining({ id: added.id, nickname: '试验二', username: form.username }));
    const reset = (await post(admin, 'sys/user/resetPassword', { id: added.id, reason: '忘记' })).data;
    expect(reset).toEqual({ initialPassword: expect.any(String), validUntil: expect.any(String) });
    const { version } = (await get(admin, `sys/user/${added.id}`)).data;
    const off = { id: added.id, status: 'disabled', version, reason: '离岗' };
    expect((await post(admin, 'sys/user/changeStatus', off)).data).toMatchObject({ status: 'disabled' });
    expect((await remove(admin, `sys/user/remove/${added.id}`)).data).toEqual({ removed: 1 });
  });

  it('POST /sys/user/updatePassword, /system/user/updateProfileInfo, /updateProfileUserHead, /sys/file/upload, /sys/file/uploadMenu', async () => {
    const person = await world.as('farm1');
    const refused = await person.post('sys/user/updatePassword', {
      oldPassword: 'wrong Password 1',
      newPassword: 'Another-password-1',
      repeatNewPassword: 'Another-password-1',
      ...web,
    });
    expect(refused.code).not.toBe(400);
    expect(JSON.stringify(refused)).not.toContain('Another-password-1');
    const saved = await post(person, 'system/user/updateProfileInfo', { nickname: '韩梅', sex: 'female', email: null });
    expect(saved.data).toMatchObject({ nickname: '韩梅', username: 'farm1' });
    const photo = enveloped(
      await world.upload(person, 'sys/file/upload', await photoOf(), { bizType: 'platform.avatar' }, 'head.jpg'),
    );
    expect(keys(photo.data)).toEqual(expect.arrayContaining(['fileId', 'fileName', 'url', 'size', 'mime', 'sha256']));
    const head = await post(person, 'system/user/updateProfileUserHead', { fileId: photo.data.fileId });
    expect(head.data).toEqual({ avatar: expect.any(String) });
    const icon = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>');
    const menu = enveloped(await world.upload(operator, 'sys/file/uploadMenu', icon, {}, 'icon.svg'));
    expect(menu.data).toEqual({ fileId: expect.any(Number), url: expect.any(String) });
  });

  it('GET /sys/tenant/principal/list, /configList; POST /setConfig', async () => {
    const list = await get(admin, 'sys/tenant/principal/list?pageNum=1&pageSize=5');
    expect(list.total).toBeGreaterThan(0);
    expect(keys(list.data[0])).toEqual(
      expect.arrayContaining(
        'tenantNo principalId principalUnitName principalUnitTypeName regionName systems userCount configCount isRoot status'.split(
          ' ',
        ),
      ),
    );
    const { principalId } = list.data[0];
    const configs = [{ configCode: 'sys_title', configValue: '试验标题' }];
    expect(
      (await post(admin, 'sys/tenant/principal/setConfig', { tenantNo: 1505, principalId, configs })).data,
    ).toEqual({
      changed: 1,
    });
    const shown = (await get(admin, `sys/tenant/principal/configList?tenantNo=1505&principalId=${principalId}`)).data;
    expect(shown).toContainEqual(
      expect.objectContaining({ configCode: 'sys_title', configValue: '试验标题', source: 'principal' }),
    );
    const outside = await world.person('').get('sys/tenant/principal/configList?tenantNo=1505');
    expect(enveloped(outside).data.map((one: { configCode: string }) => one.configCode)).toContain('sys_title');
  });
});
