import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import { postWeights } from '#modules/device/server/index.ts';
import type { CallOfThird } from '#modules/platform/server/index.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';
import {
  type IcarKind,
  type IcarResource,
  type icarAddBirth,
  type icarAddWeight,
  icarSchemes,
} from '#modules/traceability/contract/icar/icar.ts';
import { keepKey, type ToldEvent, takeEvent } from './icar-event.ts';
import { type Asking, readEvent } from './reads.ts';

const dayIn = (at: string) => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10);
const notLater = (field: string, at: string) => {
  if (Date.parse(at) > Date.now()) throw invalid([{ field, key: 'traceability.icar.future' }]);
};

/** Records an event under the partner's number, or finds what it was recorded as; answers it as a reader would see it. */
async function standOnce(
  tx: Tx,
  reads: IcarKind,
  asking: Asking,
  told: ToldEvent,
  record: () => Promise<string>,
): Promise<IcarResource> {
  let key = await takeEvent(tx, told);
  if (key === null) {
    key = await record();
    await keepKey(tx, told, key);
  }
  const event = await readEvent(tx, reads, asking, key);
  if (!event) throw notFound();
  return event;
}

const kilograms: Readonly<Record<string, number>> = { KGM: 1, GRM: 0.001, LBR: 0.453_592_37 };

export function addWeight(tx: Tx, call: CallOfThird<typeof icarAddWeight>, asking: Asking): Promise<IcarResource> {
  const { meta, animal, eventDateTime: at, weight, remark } = call.body;
  const principalId = asking.place.holderId;
  const told = { principalId, clientId: asking.clientId, kind: 'weight', sourceId: meta.sourceId } as const;
  return standOnce(tx, 'weights', asking, told, async () => {
    notLater('eventDateTime', at);
    const [found] = await tx.query<{ regionCode: number; species: string }>(
      `select region_code as "regionCode", species from traceability.animal_seen
       where tenant_no = kit.tenant() and principal_id = $1 and ear_tag = $2 and status = 'inStock'`,
      [principalId, animal.id],
    );
    if (!found) throw notFound();
    const sessionId = await postWeights(tx, {
      principalId,
      ...found,
      purpose: 'routine',
      at,
      records: [{ earTag: animal.id, kg: Math.round(weight.measurement * (kilograms[weight.units] ?? 1) * 100) / 100 }],
      // Without words of the partner's a weight that looks odd is refused (device R45).
      ...(remark && { note: remark }),
    });
    const [made] = await tx.query<{ key: string }>(
      'select key from traceability.icar_weight where tenant_no = kit.tenant() and session_id = $1',
      [sessionId],
    );
    return made?.key ?? '';
  });
}

const speciesOf = { Cattle: 'cattle', Sheep: 'sheep', Goat: 'goat' } as const;

export function addBirth(tx: Tx, call: CallOfThird<typeof icarAddBirth>, asking: Asking): Promise<IcarResource> {
  const { meta, animal, eventDateTime, animalDetail: young } = call.body;
  const principalId = asking.place.holderId;
  const told = { principalId, clientId: asking.clientId, kind: 'birth', sourceId: meta.sourceId } as const;
  const parent = (gender: 'Female' | 'Male', scheme: string) =>
    young.parentage?.find((one) => one.gender === gender && one.identifier.scheme === scheme)?.identifier.id ?? null;
  return standOnce(tx, 'births', asking, told, async () => {
    notLater('eventDateTime', eventDateTime);
    const species = speciesOf[young.specie];
    if (!lookups().dictHas(`breed_${species}`, young.primaryBreed.id, call.client.tenantNo))
      throw invalid([{ field: 'animalDetail.primaryBreed', key: 'error.field.dict' }]);
    const { entryId, animalIds } = await registerAnimals(tx, {
      entryKind: 'born',
      principalId,
      wornOn: today(),
      staffId: null,
      source: 'icar',
      requestId: `icar:${asking.clientId}:${meta.sourceId}`,
      animals: [
        {
          tag: animal.id,
          electronicTag: young.alternativeIdentifiers?.find((one) => one.scheme === icarSchemes.chip)?.id ?? null,
          species,
          breed: young.primaryBreed.id,
          sex: young.gender === 'Female' ? 'female' : 'male',
          birthDate: dayIn(young.birthDate),
          coatColor: young.coatColor ?? null,
          motherTag: parent('Female', icarSchemes.earTag),
          fatherCode: parent('Male', icarSchemes.sire),
        },
      ],
    });
    return `entry-${entryId}-${animalIds[0]}`;
  });
}
