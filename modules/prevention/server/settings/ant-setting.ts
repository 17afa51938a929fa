import { invalid, notFound, staleVersion } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import {
  dropSetting,
  listSettings,
  type SaidSetting,
  saveSetting,
} from '#modules/prevention/contract/settings/ant-setting.ts';
import { type SettingCode, settingCodes } from '#modules/prevention/contract/settings/settings.ts';
import { refuseElsewhere } from './programme.ts';

const saidSql = `select s.id, s.version, s.code, s.region_code as "regionCode", s.value::float8 as value, s.updated_at as "changedAt",
    (select u.nickname from platform.sys_user u where u.id = s.updated_by) as "changedBy"
  from prevention.ant_setting s where s.tenant_no = kit.tenant() order by s.code, platform.region_width(s.region_code) desc, s.region_code`;

const log = (call: Call, id: number, code: string, action: string, before: object, after: object) =>
  audit(call.tx, call, {
    module: 'prevention',
    entity: 'antSetting',
    entityId: id,
    entityName: code,
    action,
    before,
    after,
  });

async function save(call: Call<typeof saveSetting>) {
  const { code, regionCode, value } = call.body;
  const { min, max } = settingCodes[code];
  if (value < min || value > max || !Number.isInteger(value))
    throw invalid([{ field: 'value', key: 'error.field.range', args: { min, max } }]);
  const plain = call as unknown as Call;
  refuseElsewhere(plain, regionCode);
  if (lookups().regionName(regionCode, call.language) === null)
    throw invalid([{ field: 'regionCode', key: 'error.field.region' }]);
  const [before] = await call.tx.query<{ value: string }>(
    'select value from prevention.ant_setting where tenant_no = kit.tenant() and code = $1 and region_code = $2 for update',
    [code, regionCode],
  );
  const [saved] = await call.tx.query<{ id: number; version: number }>(
    `insert into prevention.ant_setting as s (tenant_no, region_code, code, value, created_by, updated_by) values ($1, $2, $3, $4, $5, $5)
     on conflict (tenant_no, region_code, code) do update set value = excluded.value, version = s.version + 1, updated_by = excluded.updated_by, updated_at = now()
     returning id, version`,
    [call.actor.tenantNo, regionCode, code, String(value), call.actor.userId],
  );
  if (!saved) throw notFound();
  await log(plain, saved.id, code, 'edit', { regionCode, value: before?.value ?? null }, { regionCode, value });
  call.answer.msg = call.say('ok.saved');
  return saved;
}

export const settingRoutes = (): Route[] => [
  serve('prevention', listSettings, async (call) => {
    const [rows] = await call.database.read<[Omit<SaidSetting, 'regionName'> & { code: SettingCode }]>(
      call.actor.scope,
      {
        text: saidSql,
        values: [],
      },
    );
    return Object.entries(settingCodes).map(([code, { value, min, max, unit }]) => ({
      code: code as SettingCode,
      unit,
      usual: value,
      min,
      max,
      said: rows
        .filter((row) => row.code === code)
        .map(({ code: _, ...row }) => ({ ...row, regionName: lookups().regionName(row.regionCode, call.language) })),
    }));
  }),
  serve('prevention', saveSetting, save),
  serve('prevention', dropSetting, async (call) => {
    const { id, version } = call.body;
    const [row] = await call.tx.query<{ code: string; value: string; region: number; version: number }>(
      'select code, value, region_code as region, version from prevention.ant_setting where id = $1 for update',
      [id],
    );
    if (!row) throw notFound();
    refuseElsewhere(call as unknown as Call, row.region);
    if (row.version !== version) throw staleVersion();
    await call.tx.query('delete from prevention.ant_setting where id = $1', [id]);
    await log(call as unknown as Call, id, row.code, 'remove', { regionCode: row.region, value: row.value }, {});
    call.answer.msg = call.say('ok.removed');
    return null;
  }),
];
