import { forbidden, invalid, notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { applicant, offerable, quoteCredit } from '#modules/bank/contract/credit/credit.ts';
import { clientRow } from '../client/bank-client.write.ts';
import { requireConsent } from '../client/consent.ts';
import { judgeAnimals, judgeHerd, wordsOf } from '../pledge/eligibility.ts';
import { computedLimit, productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';
import { reading } from './reading.ts';

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

interface Client {
  readonly id: number;
  readonly clientName: string;
  readonly bankId: number;
  readonly bankName: string;
  readonly headBankId: number;
  readonly hasConsent: boolean;
  readonly consentTo: string | null;
}
interface Sold {
  readonly id: number;
  readonly bankId: number;
  readonly bankName: string;
  readonly name: string;
  readonly species: string[];
  readonly stages: string[];
  readonly maxLtv: number;
  readonly maxAmount: number;
  readonly termFromMonths: number;
  readonly termToMonths: number;
  readonly rate: number;
  readonly insuranceNeeded: boolean;
  readonly deviceNeed: string;
}
/** Both by the row rules of the caller: a client sees its own banks and what is on sale, a manager its branch and its products. */
async function whoApplies(call: Call<typeof applicant>) {
  const [own] = await call.tx.query<{ keeper: boolean }>('select bank.is_keeper() as keeper');
  const clients = await call.tx.query<Client>(
    `select c.id, c.client_name as "clientName", c.bank_id as "bankId", registry.principal_name(c.bank_id) as
      "bankName",
       bank.head_office(c.bank_id) as "headBankId", to_char(c.consent_to, 'YYYY-MM-DD') as "consentTo",
       c.consent_ended_at is null and coalesce($1::date between c.consent_from and c.consent_to, false) as "hasConsent"
     from bank.bank_client c where c.status in ('prospect', 'active', 'watch')
     order by c.manager_user_id = kit.user_id() desc, c.client_name limit 500`,
    [today()],
  );
  const products = await call.tx.query<Sold>(
    `select p.id, p.bank_id as "bankId", registry.principal_name(p.bank_id) as "bankName", p.name, p.species, p.stages,
       p.max_ltv::float8 as "maxLtv", p.max_amount as "maxAmount", p.term_from_months as "termFromMonths",
       p.term_to_months as "termToMonths", p.rate::float8 as rate, p.insurance_needed as "insuranceNeeded",
       p.device_need as "deviceNeed"
     from bank.bank_product p where p.status = 'onSale' order by p.bank_id, p.product_code limit 200`,
  );
  return { isKeeper: own?.keeper ?? false, clients, products };
}

export const quoteRoutes = (): Route[] => [
  serve('bank', applicant, reading(whoApplies)),
  serve('bank', quoteCredit, reading(quote)),
  serve('bank', offerable, reading(offer)),
];
