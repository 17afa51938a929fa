import { refusal } from '#kit/contract/errors.ts';
import { outermost, rangeOf, within } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import {
  clipTo,
  clipUserRegions,
  normalised,
  raisePermVersion,
  regionChildrenOf,
} from '#modules/platform/server/index.ts';
import type { Assigned, assignJurisdiction } from '#modules/registry/contract/principal/principal-grants.ts';
import { clipSubAdmins } from '../../extension-points.ts';
import { reachOf } from '../reach.ts';
import { setPrincipalRegions } from './principal-jurisdiction.ts';
import { mayGive, unitIn } from './unit.ts';

/** R11: these see what they are a party to; a region is theirs only by the word of the tenant's administrator. */
const byPartyOnly = new Set(['household', 'farm', 'cooperative', 'supplier', 'insurer', 'bank']);

interface Held {
  readonly id: number;
  readonly name: string;
  readonly regions: number[];
}

/** R8 to R11: the unit's whole set, with everything below it cut to what remains. */
export async function assign(call: Call<typeof assignJurisdiction>, onlyBelow: boolean): Promise<Assigned> {
  const { tx, actor } = call;
  const { principalId, regionCodes, dryRun = false } = call.body;
  const unit = await unitIn(tx, principalId);
  const below = (await reachOf(tx, actor.principalId))?.subordinates ?? [];
  if (onlyBelow && !below.includes(principalId))
    throw refusal('notSubordinate', 'registry.jurisdiction.notSubordinate');
  if (byPartyOnly.has(unit.type) && !actor.roles.includes('tenant_admin'))
    throw refusal('byPartyOnly', 'registry.jurisdiction.byPartyOnly');
  const limits = await mayGive(tx, actor);
  const answer = await inTenant(tx, actor.tenantNo, 'jurisdiction', async (inside) => {
    const [tenant] = await inside.query<{ region: number }>(
      'select region_code as region from platform.sys_tenant where tenant_no = $1',
      [actor.tenantNo],
    );
    const before = outermost((await reachOf(inside, principalId))?.regions ?? []);
    const wrong = regionCodes.some((code) => !before.includes(code) && !limits.some((limit) => within(code, limit)));
    if (wrong) throw refusal('regionOutside', 'registry.jurisdiction.regionOutside');
    // What somebody else gave beyond the caller's own area is not the caller's to take.
    const beyond = before.filter((code) => !limits.some((limit) => within(code, limit)));
    const after = normalised(
      [...regionCodes, ...beyond],
      (code) => regionChildrenOf(code, []).map((one) => one.code),
      tenant?.region ?? 0,
    );
    const cut = await cutBelow(inside, principalId, before, after);
    const all = new Map<number, readonly number[]>([
      [principalId, after],
      ...cut.map((one) => [one.id, one.left] as const),
    ]);
    const loses = cut.length > 0 || clipTo(before, after).join() !== before.join();
    const userCount = loses ? await countUsers(inside, all) : 0;
    const subAdminCount = loses ? await clipSubAdmins(inside, all, dryRun) : 0;
    if (!dryRun) {
      for (const [id, regions] of all) {
        await setPrincipalRegions(inside, id, regions, actor.userId);
        await clipUserRegions(inside, id, regions);
      }
      await raisePermVersion(inside, { principalIds: [...all.keys()] });
    }
    return {
      name: unit.name,
      before,
      after,
      clipped: cut.map(({ id, name, lost }) => ({ principalId: id, name, lost })),
      userCount,
      subAdminCount,
      covers: await covers(inside, after),
    };
  });
  if (!dryRun) {
    await audit(tx, call as unknown as Call, {
      module: 'registry',
      entity: 'principal',
      entityId: principalId,
      entityName: unit.name,
      action: 'assign',
      before: { regions: answer.before },
      after: { regions: answer.after, clipped: answer.clipped.map((one) => one.principalId) },
    });
    call.answer.msg = call.say('ok.saved');
  }
  return answer;
}

/** R10: a region held through this unit goes where the unit's goes; what a unit below was given from elsewhere stays. */
async function cutBelow(tx: Tx, principalId: number, before: readonly number[], after: readonly number[]) {
  const below = await tx.query<Held>(
    `select p.id, p.principal_unit_name as name, array_agg(j.region_code order by j.region_code) as regions
     from registry.principal_reach($1, $2) r join registry.principal p on p.id = any (r.subordinates)
     join registry.principal_jurisdiction j on j.principal_id = p.id group by p.id, p.principal_unit_name order by p.id`,
    [tx.scope.tenantNo, principalId],
  );
  return below.flatMap(({ id, name, regions }) => {
    const through = regions.filter((code) => before.some((one) => within(code, one)));
    const left = outermost([...regions.filter((code) => !through.includes(code)), ...clipTo(through, after)]);
    const lost = regions.filter((code) => !left.some((one) => within(code, one)));
    return lost.length > 0 ? [{ id, name, left, lost }] : [];
  });
}

/** Accounts that will see less: those that see what their organisation does, and those whose own regions are touched. */
async function countUsers(tx: Tx, all: ReadonlyMap<number, readonly number[]>): Promise<number> {
  const rows = await tx.query<{ principal: number; regions: number[] }>(
    `select u.principal_id as principal, array(select j.region_code from platform.sys_user_jurisdiction j where j.user_id = u.id order by 1) as regions
     from platform.sys_user u where u.principal_id = any ($1) and u.status = 'active'`,
    [[...all.keys()]],
  );
  return rows.filter(
    ({ principal, regions }) =>
      regions.length === 0 || clipTo(regions, all.get(principal) ?? []).join() !== regions.join(),
  ).length;
}

async function covers(tx: Tx, codes: readonly number[]): Promise<Assigned['covers']> {
  const ranges = codes.map(rangeOf);
  const [row] = await tx.query<Assigned['covers']>(
    `with r as materialized (select * from unnest($1::bigint[], $2::bigint[]) r(lo, hi))
     select (select count(*)::int from platform.sys_region s join r on s.code >= r.lo and s.code < r.hi where s.level = 5 and s.status = 'active') as villages,
       (select count(*)::int from registry.principal p join r on p.region_code >= r.lo and p.region_code < r.hi
        where p.tenant_no = $3 and p.principal_unit_type = 'household' and p.status = 'active') as households,
       (select coalesce(sum(n), 0)::int from (
          select n from kit.rollup where tenant_no = $3 and name = 'registry.stock' and region_code = any ($4::bigint[])
          union all select d.n from kit.rollup_delta d join r on d.region_code >= r.lo and d.region_code < r.hi where d.tenant_no = $3 and d.name = 'registry.stock'
        ) stock) as head`,
    [ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi), tx.scope.tenantNo, codes],
  );
  return row ?? { villages: 0, households: 0, head: 0 };
}
