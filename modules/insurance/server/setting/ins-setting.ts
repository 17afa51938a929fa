import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { upwards } from '#kit/server/db/nearest.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insSetting, settingsHere } from '#modules/insurance/contract/setting/setting.ts';
import { isSettingCode, type SettingCode, settingCodes } from '#modules/insurance/contract/setting/setting-codes.ts';

/** R62: the nearest region wins, and in one region the insurer's own word. */
export async function settingOf(
  tx: Pick<Tx, 'query'>,
  code: SettingCode,
  regionCode: number,
  insurerId: number,
): Promise<string> {
  const [row] = await tx.query<{ value: string }>(
    `select value from insurance.ins_setting where tenant_no = kit.tenant() and code = $1 and region_code = any ($2)
       and insurer_id in (0, $3) order by region_code desc, insurer_id desc limit 1`,
    [code, upwards(regionCode), insurerId],
  );
  return row?.value ?? settingCodes[code].standard;
}
export const numberOf = async (tx: Pick<Tx, 'query'>, code: SettingCode, regionCode: number, insurerId: number) =>
  Number(await settingOf(tx, code, regionCode, insurerId));

function mustFit(code: string, value: string): void {
  if (!isSettingCode(code)) throw invalid([{ field: 'code', key: 'error.field.pattern' }]);
  if (!settingCodes[code].pattern.test(value)) throw invalid([{ field: 'value', key: 'error.field.pattern' }]);
}
const standards = Object.entries(settingCodes)
  .map(([code, { standard }]) => `('${code}', '${standard}')`)
  .join(', ');

async function here(call: Call<typeof settingsHere>) {
  const insurerId = call.actor.principalId ?? 0;
  const region = call.query.regionCode ?? call.actor.scope.regions[0] ?? 0;
  const [rows] = await call.database.read<
    [{ code: string; value: string; region: number; insurer: number; by: string | null; at: string }]
  >(call.actor.scope, {
    text: `select distinct on (t.code) t.code, t.value, t.region_code as region, t.insurer_id as insurer,
        (select u.nickname from platform.user_view u where u.id = t.updated_by) as by, t.updated_at as at
      from insurance.ins_setting t where t.tenant_no = kit.tenant() and t.insurer_id in (0, $2)
        and (cardinality($1::bigint[]) = 0 or t.region_code = any ($1))
      order by t.code, t.region_code desc, t.insurer_id desc`,
    values: [region ? upwards(region) : [], insurerId],
  });
  const found = new Map(rows.map((row) => [row.code, row]));
  return Object.entries(settingCodes).map(([code, { standard }]) => {
    const row = found.get(code);
    const from = !row ? null : row.insurer > 0 ? 'insurer' : 'region';
    return {
      code,
      value: row?.value ?? standard,
      standard,
      from,
      changedBy: row?.by ?? null,
      changedAt: row?.at ?? null,
    };
  });
}

export const settingRoutes = (): Route[] => [
  ...serveResource(insSetting)({
    expressions: {
      insurerId: 'nullif(t.insurer_id, 0)',
      standard: `(select s.standard from (values ${standards}) s(code, standard) where s.code = t.code)`,
    },
    before: {
      add: async (_call, values) => {
        mustFit(values.code, values.value);
        return { insurerId: values.insurerId ?? 0 };
      },
      edit: async (_call, values, row) => {
        mustFit(row.code, values.value);
        return undefined;
      },
    },
  }),
  serve('insurance', settingsHere, here),
];
