import { outermost, within } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { regionChildrenOf } from '#modules/platform/server/index.ts';
import * as contract from '#modules/registry/contract/principal/principal-grants.ts';
import { reach } from '../reach.ts';
import { assign } from './assign-jurisdiction.ts';
import { readConfigs, saveConfigs } from './configs.ts';
import { editSystems, readSystems } from './systems.ts';
import { mayGiveOf, unitOf } from './unit.ts';

/** What a unit was given and how it works: regions, systems, parameters. */
export const grantRoutes = (): Route[] => [
  serve('registry', contract.principalRegionsByParent, async (call) => {
    const { parentCode, principalId } = call.query;
    const unit = await unitOf(call as unknown as Call, principalId ?? call.actor.principalId);
    const limits = await mayGiveOf(call as unknown as Call);
    const held = (await reach(call.database, call.actor.tenantNo, unit.id))?.regions ?? [];
    const isNear = (code: number) => limits.some((limit) => within(code, limit) || within(limit, code));
    return regionChildrenOf(parentCode ?? null, limits)
      .filter((one) => isNear(one.code))
      .map(({ code, name, level, hasChildren }) => ({
        regionCode: code,
        name,
        level,
        hasChildren,
        checked: held.some((one) => within(code, one))
          ? ('all' as const)
          : held.some((one) => within(one, code))
            ? ('part' as const)
            : ('none' as const),
        assignable: limits.some((limit) => within(code, limit)),
      }));
  }),
  serve('registry', contract.jurisdictionOf, async (call) => {
    const unit = await unitOf(call as unknown as Call, call.query.principalId);
    return { regionCodes: outermost((await reach(call.database, call.actor.tenantNo, unit.id))?.regions ?? []) };
  }),
  serve('registry', contract.assignJurisdiction, (call) => assign(call, false)),
  serve('registry', contract.assignJurisdictionBySuperior, (call) => assign(call, true)),
  serve('registry', contract.principalSystems, readSystems),
  serve('registry', contract.editPrincipalSystems, editSystems),
  serve('registry', contract.principalConfigs, readConfigs),
  serve('registry', contract.savePrincipalConfigs, saveConfigs),
];
