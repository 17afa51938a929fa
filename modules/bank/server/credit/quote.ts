import { forbidden, invalid, notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { offerable, quoteCredit } from '#modules/bank/contract/credit/credit.ts';
import { clientRow } from '../client/bank-client.write.ts';
import { requireConsent } from '../client/consent.ts';
import { judgeAnimals, judgeHerd, wordsOf } from '../pledge/eligibility.ts';
import { computedLimit, productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';

interface Herd {
  readonly principalId: number;
  readonly regionCode: number | null;
}
/** Whose herd is meant: the caller's own, or a client's who has opened its stock to the bank (R1). */
async function herdOf(call: Call, clientId: number | undefined): Promise<Herd> {
  if (clientId !== undefined) {
    const client = await clientRow(call.tx, clientId);
    if (!client) throw notFound();
    if (!call.actor.scope.principals.includes(client.principalId))
      await requireConsent(call.tx, { ...client, scope: 'stock' });
    return { principalId: client.principalId, regionCode: client.regionCode };
  }
  const { principalId } = call.actor;
  const [own] = await call.tx.query<{ keeper: boolean }>('select bank.is_keeper() as keeper');
  if (!own?.keeper || principalId === null) throw forbidden();
  return { principalId, regionCode: null };
}

async function quote(call: Call<typeof quoteCredit>) {
  const { clientId, productId, animalIds = [], headsOffered, day } = call.body;
  if (animalIds.length === 0 && !headsOffered) throw invalid([{ field: 'headsOffered', key: 'error.field.required' }]);
  const product = await productOf(call.tx, productId);
  if (product.status !== 'onSale') throw refuse('productOff');
  const herd = await herdOf(call, clientId);
  const judged =
    animalIds.length > 0 ? await judgeAnimals(call.tx, animalIds, { clientId: herd.principalId, product }) : [];
  // Of animals that are another's nothing is told, not even that they are there.
  const own = judged.filter((one) => one.animal.principalId === herd.principalId);
  const fit = own.filter((one) => one.codes.length === 0).map((one) => one.animal.animalId);
  const limit = await computedLimit(call.tx, {
    productId,
    ...(animalIds.length > 0 ? { animalIds: fit } : { headsOffered: headsOffered ?? {} }),
    ...(herd.regionCode !== null && { regionCode: herd.regionCode }),
    ...(day !== undefined && { day }),
  });
  return {
    valueCents: limit.valueCents,
    limitCents: limit.cents,
    steps: [...limit.steps],
    refused: own
      .filter((one) => one.codes.length > 0)
      .map((one) => ({
        animalId: one.animal.animalId,
        earTag: one.animal.earTag,
        words: wordsOf(call.say, one),
      })),
  };
}

/** Single animals are the client's own sight; a bank sees them once they are declared (R2). */
async function offer(call: Call<typeof offerable>) {
  const product = await productOf(call.tx, call.query.productId);
  if (product.status !== 'onSale') throw refuse('productOff');
  const herd = await herdOf(call, undefined);
  const judged = await judgeHerd(call.tx, { clientId: herd.principalId, product });
  return {
    animals: judged.map((one) => ({
      animalId: one.animal.animalId,
      earTag: one.animal.earTag,
      species: one.animal.species,
      stage: one.animal.stage,
      pen: one.animal.penNo,
      words: wordsOf(call.say, one),
    })),
  };
}

export const quoteRoutes = (): Route[] => [serve('bank', quoteCredit, quote), serve('bank', offerable, offer)];
