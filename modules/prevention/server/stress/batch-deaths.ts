import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { openAlarm, regionName } from '#modules/platform/server/index.ts';
import { countyAuthority } from '../alert/authorities.ts';
import { settingsFor } from '../settings/settings.ts';

const days = 7;
const deathsInTown = 3;
/** Below so many heads a rate of ten thousand says nothing. */
const headsForRate = 1000;

/** R35: three deaths on one lot in a township within a week, or too many of all it was given to: the county hears of it at once. */
export async function watchLot(
  tx: Tx,
  one: { lotId: number | null; lotNo: string; vaccineName: string; regionCode: number },
): Promise<void> {
  const { lotId } = one;
  if (lotId === null) return;
  const town = Math.floor(one.regionCode / 1000) * 1000;
  await inTenant(tx, tx.scope.tenantNo, 'stressWatch', async (all) => {
    const [count] = await all.query<{ near: number; deaths: number; heads: number }>(
      `select (select count(*)::int from prevention.stress_case c where c.tenant_no = $1 and c.lot_id = $2 and c.outcome = 'died' and c.status not in ('withdrawn', 'rejected')
           and c.died_at > now() - make_interval(days => $4) and c.region_code >= $3 and c.region_code < $3 + 1000) as near,
         (select count(*)::int from prevention.stress_case c where c.tenant_no = $1 and c.lot_id = $2 and c.outcome = 'died' and c.status not in ('withdrawn', 'rejected')) as deaths,
         (select coalesce(sum(n.tagged_head + coalesce((select sum(e.value::int) from jsonb_each(n.untagged) s, jsonb_each_text(s.value) e), 0)), 0)::int
            from prevention.immunisation_line n join prevention.immunisation_visit v on v.tenant_no = n.tenant_no and v.id = n.visit_id where n.tenant_no = $1 and n.lot_id = $2 and v.counted) as heads`,
      [tx.scope.tenantNo, lotId, town, days],
    );
    if (!count) return;
    const { batchDeathRate } = await settingsFor(all, one.regionCode);
    const rate = count.heads > 0 ? Math.round((count.deaths * 1_000_000) / count.heads) / 100 : 0;
    const isRate = count.heads >= headsForRate && rate > batchDeathRate;
    if (count.near < deathsInTown && !isRate) return;
    const authority = await countyAuthority(all, one.regionCode);
    if (!authority) return;
    const receivers = await all.query<{ id: number }>(
      "select u.id from platform.sys_user u where u.tenant_no = $1 and u.principal_id = $2 and u.status = 'active' and platform.user_holds(u.id, 'ant:alert:list') limit 50",
      [tx.scope.tenantNo, authority],
    );
    await openAlarm(all, {
      kind: 'batchDeaths',
      dedupKey: `batchDeaths:${lotId}:${town}`,
      subject: { entity: 'depot.lot', id: lotId, name: one.lotNo },
      regionCode: town,
      principalId: authority,
      receivers: receivers.map((row) => row.id),
      args: { place: regionName(town) ?? '', vaccine: one.vaccineName, lotNo: one.lotNo, days, n: count.near, rate },
      evidence: { lotId, deaths: count.deaths, heads: count.heads },
    });
  });
}
