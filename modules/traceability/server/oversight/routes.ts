import { notFound } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { ofUnit } from '#modules/registry/server/index.ts';
import { traceScan } from '#modules/traceability/contract/oversight/oversight.ts';
import { animalFile, traceAnimal, verifyChains } from '#modules/traceability/contract/oversight/trace-animal.ts';
import { traceSeal, traceVerifyRun } from '#modules/traceability/contract/seal/trace-seal.ts';
import { reading } from '../common/reading.ts';
import { checkLives, checkSeals, type Found, keepRun } from '../seal/verify-run.ts';
import { fileOfAnimal } from './animal-file.ts';
import { noteChain } from './trace-animal.ts';
import { equipmentRoutes } from './trace-equipment.ts';
import { feedbackRoutes } from './trace-feedback.ts';
import { inspectionRoutes } from './trace-inspection.ts';

/** R1: of those the caller sees; on record, whatever it finds. */
async function verifyNow(call: Call<typeof verifyChains>): Promise<Found> {
  const { scope, animalIds } = call.body;
  const startedAt = new Date();
  const seen = await call.tx.query<{ id: number; tag: string }>(
    'select id, ear_tag as tag from traceability.animal_seen where id = any ($1) order by id',
    [animalIds],
  );
  if (scope === 'animal' && seen.length === 0) throw notFound();
  return inTenant(call.tx, call.actor.tenantNo, 'verifyChains', async (all) => {
    const found =
      scope === 'animal'
        ? await checkLives(
            all,
            seen.map((one) => one.id),
          )
        : await checkSeals(all, 7);
    const subject =
      scope === 'animal'
        ? seen
            .slice(0, 3)
            .map((one) => one.tag)
            .join('、')
        : null;
    await keepRun(all, scope, found, { subject, startedAt, by: call.actor.userId });
    if (scope === 'animal' && found.broken.length > 0)
      await noteChain(
        all,
        found.broken.map((one) => one.subject),
        'broken',
      );
    call.answer.msg = call.say('ok.done');
    return found;
  });
}

export const oversightRoutes = (): Route[] => [
  serve('traceability', verifyChains, verifyNow),
  serve('traceability', animalFile, (call) =>
    reading(call, async (tx) => {
      const file = await fileOfAnimal(tx, call.query.animalId, call.language);
      if (!file) throw notFound();
      return file;
    }),
  ),
  ...serveResource(traceAnimal)({ match: { principalId: ofUnit } }),
  ...serveResource(traceScan)({ match: { principalId: ofUnit } }),
  ...serveResource(traceSeal)({}),
  ...serveResource(traceVerifyRun)({}),
  ...equipmentRoutes(),
  ...inspectionRoutes(),
  ...feedbackRoutes(),
];
