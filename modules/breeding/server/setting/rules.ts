import type { Tx } from '#kit/server/db/database.ts';
import { nearest } from '#kit/server/db/nearest.ts';
import { type Rules, rulesFrom, type SettingRow } from '#modules/breeding/contract/setting/parameters.ts';

/** What holds in a place: the defaults, and over them what the nearest region above says. */
export async function rulesFor(tx: Pick<Tx, 'query' | 'scope'>, regionCode: number): Promise<Rules> {
  const rows = await nearest<SettingRow>(tx, 'breeding.breed_setting', regionCode, {
    keys: ['code', 'species'],
    select: 't.code, t.species, t.value',
  });
  return rulesFrom(rows);
}
