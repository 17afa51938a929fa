import { refusal } from '#kit/contract/errors.ts';
import { rangeOf, within } from '#kit/contract/region.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { registerAdder } from '#kit/server/sheets/import-rows.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';
import { isHolder } from './check.ts';
import { mayGive } from './grants/unit.ts';

/**
 * An administrator of the tenant, or of a farm, sees no rows by region and yet adds organisations: below the own unit, in the area the own
 * organisation speaks for (an authority's regions, else the own county). Holders are added by those who work in their villages.
 */
export function addByParty(route: Route): Route {
  if (route.endpoint.path !== 'pri/principal/info/add') return route;
  const added = addWithin(route);
  // A file is read in as if each of its rows were added at the screen.
  registerAdder(principal, async (call, values) => {
    const checked = Object.create(call, { body: { value: values } }) as Call;
    return added.handle(checked, await added.prepare?.(checked));
  });
  return added;
}

function addWithin(route: Route): Route {
  return {
    ...route,
    handle: async (call, prepared) => {
      const { tx, actor } = call;
      if (actor.scope.regions.length > 0) return route.handle(call, prepared);
      const body = call.body as { principalUnitType: string; regionCode: number; parentId: number | null };
      if (isHolder(body.principalUnitType)) throw refusal('holderElsewhere', 'registry.principal.holderElsewhere');
      const parentId = body.parentId ?? actor.principalId;
      if (!actor.scope.principals.includes(parentId))
        throw refusal('notSubordinate', 'registry.principal.notBelow', {}, { field: 'parentId' });
      const given = await mayGive(tx, actor);
      const limits = given.length > 0 ? given : [await countyOf(call)];
      if (!limits.some((limit) => within(body.regionCode, limit)))
        throw refusal('regionOutside', 'registry.jurisdiction.regionOutside');
      return inTenant(tx, actor.tenantNo, 'addByParty', async (whole) => {
        const inner = Object.create(call, {
          tx: { value: whole },
          body: { value: { ...body, parentId } },
          audited: { value: false, writable: true },
        }) as Call;
        const saved = await route.handle(inner, prepared);
        call.audited = inner.audited;
        return saved;
      });
    },
  };
}

async function countyOf({ tx, actor }: Call): Promise<number> {
  const [own] = await tx.query<{ code: number }>('select region_code as code from registry.principal where id = $1', [
    actor.principalId,
  ]);
  const [lo] = rangeOf(Math.floor((own?.code ?? 0) / 1e6) * 1e6);
  return lo;
}
