import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { tellReason } from '#kit/server/http/reasons.ts';
import { today } from '#kit/server/today.ts';
import { postWeights } from '#modules/device/server/index.ts';
import type { Judged } from '#modules/farm/contract/sale/sale.ts';
import { type Block, lockAnimals, wouldRefuse } from '#modules/registry/server/index.ts';

export interface Going {
  readonly kind: 'handover' | 'saleOut';
  readonly purpose: string;
  readonly toPrincipalId?: number | null;
  readonly on?: string;
  readonly certNo?: string | null;
  /** Written down now, led away later: the certificate is asked for on that day. */
  readonly isPlan?: boolean;
}
interface Seen {
  animalId: number;
  earTag: string;
  farmNo: string | null;
  species: string;
  kg: number | null;
  weightOn: string | null;
  penName: string | null;
  principalId: number;
  status: string;
}

export const seenSql = `select a.id as "animalId", a.ear_tag as "earTag", f.farm_no as "farmNo", a.species,
    a.weight as kg, to_char(a.weight_on, 'YYYY-MM-DD') as "weightOn", p.hovel || ' ' || p.pen_no as "penName",
    a.principal_id as "principalId", a.status
  from farm.animal_seen a left join farm.farm_animal f on f.animal_id = a.id and f.status = 'live'
    left join farm.pen_seen p on p.id = a.pen_id`;

async function refusalsOf(tx: Tx, animalIds: readonly number[], going: Going): Promise<readonly Block[]> {
  if (animalIds.length === 0) return [];
  const { kind, purpose, on = today(), toPrincipalId, certNo, isPlan } = going;
  const facts = { ...(toPrincipalId && { toPrincipalId }), ...(certNo && { quarantineCertNo: certNo }) };
  const blocks = await wouldRefuse(tx, { kind, purpose, animalIds, on, facts });
  return isPlan ? blocks.filter((one) => one.bizCode !== 'needCertificate') : blocks;
}

/** R22: each animal with what every guard there is says to its going. */
export async function judgeAnimals(
  call: Call,
  tx: Tx,
  farmId: number,
  ids: readonly number[],
  going: Going,
): Promise<Judged[]> {
  const seen = await tx.query<Seen>(`${seenSql} where a.id = any ($1) order by a.id`, [ids]);
  const own = seen.filter((one) => one.principalId === farmId && one.status === 'inStock').map((one) => one.animalId);
  const blocked = await refusalsOf(tx, own, { ...going, isPlan: true });
  const listener = { say: call.say, may: (one: string) => call.actor.actions.has(one) };
  const why = new Map(blocked.map((one) => [one.animalId, tellReason(listener, one).words]));
  return seen.map(({ principalId, status, ...one }) => ({
    ...one,
    refusal:
      principalId === farmId && status === 'inStock'
        ? (why.get(one.animalId) ?? null)
        : call.say('farm.tradeRefusal.notHere', { tag: one.earTag }),
    cost: null,
    amount: null,
  }));
}

/** The same with the animals locked, so that nobody takes one between the question and the answer. */
export async function mustMayGo(call: Call, farmId: number, ids: readonly number[], going: Going): Promise<void> {
  await lockAnimals(call.tx, ids);
  const seen = await call.tx.query<Seen>(`${seenSql} where a.id = any ($1)`, [ids]);
  const elsewhere = seen.find((one) => one.principalId !== farmId || one.status !== 'inStock');
  if (elsewhere || seen.length !== ids.length)
    throw refusal('notHere', 'farm.tradeRefusal.notHere', { tag: elsewhere?.earTag ?? '' });
  const [first, ...more] = await refusalsOf(call.tx, ids, going);
  if (first) throw refusal(first.bizCode, first.key, first.args ?? {}, { causes: [first, ...more] });
}

/** R10: what is typed here is a weighing by hand; no kilogram is kept twice. */
export async function weighByHand(
  tx: Tx,
  farm: { principalId: number; regionCode: number },
  purpose: string,
  weights: readonly { animalId: number; kg: number }[],
  note?: string,
): Promise<void> {
  if (weights.length === 0) return;
  const kgOf = new Map(weights.map((one) => [one.animalId, one.kg]));
  const animals = await tx.query<{ id: number; earTag: string; species: string }>(
    'select id, ear_tag as "earTag", species from farm.animal_seen where id = any ($1) order by id',
    [[...kgOf.keys()]],
  );
  for (const [species, same] of Map.groupBy(animals, (one) => one.species))
    await postWeights(tx, {
      ...farm,
      species,
      purpose,
      at: new Date().toISOString(),
      records: same.map((one) => ({ earTag: one.earTag, kg: kgOf.get(one.id) as number })),
      ...(note && { note }),
    });
}

export const regionOfFarm = async (tx: Tx, principalId: number): Promise<number> =>
  (await tx.query<{ code: number }>('select region_code as code from farm.unit_seen where id = $1', [principalId]))[0]
    ?.code ?? 0;
