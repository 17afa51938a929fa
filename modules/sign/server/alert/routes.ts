import { notFound } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { openAlarm, serveAlerts } from '#modules/platform/server/index.ts';
import { reportDuplicate, signAlarmKinds, signAlert, signAlertCalls } from '#modules/sign/contract/home/alert.ts';
import { official, showCode } from '#modules/sign/contract/numbers/code.ts';
import { unitsOf } from '../numbers/holders.ts';
import { usesOf } from '../numbers/tag-use.ts';

/** R41: kept apart from the entry that was refused: this one stands. */
async function duplicate(call: Call<typeof reportDuplicate>) {
  const { code, principalId, photos, text } = call.body;
  return inTenant(call.tx, call.actor.tenantNo, 'tags', async (all) => {
    const [use] = await usesOf(all, official, [code]);
    if (!use) throw notFound();
    const unit = (await unitsOf(all, [principalId])).get(principalId);
    const alarmId = await openAlarm(all, {
      kind: 'duplicateCode',
      dedupKey: `duplicateCode ${code}`,
      subject: { entity: 'sign.tagUse', id: use.id, name: showCode(code) },
      animalId: use.animalId,
      regionCode: unit?.regionCode ?? use.regionCode,
      principalId,
      args: { code: String(code), shown: showCode(code), holder: unit?.name ?? '-' },
      evidence: { code, animalId: use.animalId, holders: [...use.holderIds, principalId], photos, text: text ?? null },
    });
    return { alarmId };
  });
}

export const alertRoutes = (): Route[] => [
  ...serveAlerts({
    module: 'sign',
    resource: signAlert,
    calls: signAlertCalls,
    sources: ['sign'],
    kinds: signAlarmKinds,
    handle: 'sign:alert:handle',
  }),
  serve('sign', reportDuplicate, duplicate),
];
