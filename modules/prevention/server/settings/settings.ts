import type { Tx } from '#kit/server/db/database.ts';
import { type SettingCode, settingCodes } from '#modules/prevention/contract/settings/settings.ts';

export type Settings = Readonly<Record<SettingCode, number>>;

/**
 * How a place works: what the nearest region above it says, else the default.
 *
 * @example
 * const { farAwayKm } = await settingsFor(tx, holder.regionCode);
 */
export async function settingsFor(tx: Tx, regionCode: number): Promise<Settings> {
  const said = await tx.query<{ code: SettingCode; value: string }>(
    `select distinct on (code) code, value from prevention.ant_setting
     where tenant_no = kit.tenant() and $1 >= region_code and $1 < region_code + platform.region_width(region_code)
     order by code, platform.region_width(region_code)`,
    [regionCode],
  );
  const own = new Map(said.map((one) => [one.code, Number(one.value)]));
  return Object.fromEntries(
    Object.entries(settingCodes).map(([code, { value }]) => [code, own.get(code as SettingCode) ?? value]),
  ) as unknown as Settings;
}
