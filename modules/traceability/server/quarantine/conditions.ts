import type { TextArgs } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { immunityOf, programmeFor, testsOf, zonesHit } from '#modules/prevention/server/index.ts';
import { earTagPattern } from '#modules/registry/contract/animal/animal-rules.ts';
import { type Block, wouldRefuse } from '#modules/registry/server/index.ts';
import {
  type ConditionCode,
  conditionCodes,
  type Level,
  levelOf,
  type Scope,
  terms,
} from '#modules/traceability/contract/quarantine/conditions.ts';
import { receiversOf } from '#modules/traceability/contract/subject/licences.ts';
import { inOpenMovement } from '../movement/movement-animal.ts';
import { banHits } from '../movement/movement-ban.ts';
import { subjectsOf } from '../subject/trace-subject.ts';
import { vehicleOf } from '../subject/trace-vehicle.ts';
import { inOpenDeclaration } from './quarantine-declaration-animal.ts';

/** What is asked for: a declaration as it stands, saved or not. */
export interface Asked {
  /** Its own lines are no obstacle to it. */
  readonly declarationId?: number | null;
  readonly principalId: number;
  readonly animalIds: readonly number[];
  readonly purpose: string;
  readonly species: string;
  readonly scope: Scope;
  readonly toPrincipalId: number | null;
  readonly toRegionCode: number;
  readonly departAt: string;
  readonly plateNo: string | null;
  readonly hasApproval: boolean;
  readonly submittedAt: string | null;
  /** Null before the inspection: nobody has looked at them yet. */
  readonly clinical: ReadonlyMap<number, 'pass' | 'fail'> | null;
  /** At issue, what holds an animal back today counts even if it ends before the departure. */
  readonly isIssue?: boolean;
}

/** Why a condition is red: of one animal, or of the declaration where `animalId` is null. */
export interface Reason {
  readonly animalId: number | null;
  readonly tag: string | null;
  readonly key: string;
  readonly args: TextArgs;
  readonly wayOut: string | null;
}

export interface Condition {
  readonly code: ConditionCode;
  readonly level: Level;
  readonly ok: boolean;
  readonly reasons: readonly Reason[];
}

interface Animal {
  readonly id: number;
  readonly tag: string;
  readonly species: string;
  readonly stage: string;
  readonly breed: string | null;
  readonly sex: string | null;
  readonly birthDate: string | null;
  readonly status: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly pendingChangeId: number | null;
}

const animalsOf = (tx: Tx, ids: readonly number[]): Promise<Animal[]> =>
  tx.query<Animal>(
    `select id, ear_tag as tag, species, stage, breed, sex, to_char(birth_date, 'YYYY-MM-DD') as "birthDate", status,
       principal_id as "principalId", region_code as "regionCode", pending_change_id as "pendingChangeId"
     from traceability.animal_seen where tenant_no = kit.tenant() and id = any ($1) order by ear_tag`,
    [ids],
  );

/** The condition a guard's refusal belongs to; what nobody foresaw still blocks, as something that holds the animal back. */
const conditionOf: Readonly<Record<string, ConditionCode>> = {
  pledged: 'pledge',
  quarantined: 'flag',
  isolating: 'flag',
  withdrawal: 'withdrawal',
};

/** The one place where a certificate is judged: screen, call and every later step ask here. Runs under the tenant's own sight. */
export async function judge(tx: Tx, asked: Asked): Promise<Condition[]> {
  const animals = await animalsOf(tx, asked.animalIds);
  const found = new Map<ConditionCode, Reason[]>(conditionCodes.map((code) => [code, []]));
  const red = (
    code: ConditionCode,
    one: Animal | null,
    word: string,
    args: TextArgs = {},
    wayOut: string | null = null,
  ) =>
    found.get(code)?.push({
      animalId: one?.id ?? null,
      tag: one?.tag ?? null,
      key: `traceability.condition.${word}`,
      args: { ...(one && { tag: one.tag }), ...args },
      wayOut: wayOut && `traceability.wayOut.${wayOut}`,
    });
  const departOn = dayOf(asked.departAt);

  await judgeOwner(tx, asked, animals, red);
  await judgeTags(tx, animals, red);
  const own = animals.filter(
    (one) => one.principalId === asked.principalId && one.status === 'inStock' && one.pendingChangeId === null,
  );
  for (const block of await guardsOf(tx, asked, own, departOn)) {
    // Held for a sale or a slaughter: the certificate is what it waits for.
    if (block.bizCode === 'reserved') continue;
    const code = conditionOf[block.bizCode] ?? 'owner';
    // Declared in time for a day on which the withdrawal is over.
    if (code === 'withdrawal' && !asked.isIssue && String(block.args?.date) < departOn) continue;
    const one = own.find((other) => other.id === block.animalId);
    found.get(code)?.push({
      animalId: block.animalId,
      tag: one?.tag ?? null,
      key: block.key,
      args: block.args ?? {},
      wayOut: block.wayOut ?? (code === 'pledge' ? 'traceability.wayOut.releasePledge' : null),
    });
  }
  await judgeImmunity(tx, asked, animals, departOn, red);
  await judgeTests(tx, asked, animals, red);
  await judgeZones(tx, asked, departOn, red);
  await judgeWay(tx, asked, animals.length, departOn, red);
  for (const one of animals) {
    if (!one.breed || !one.sex || !one.birthDate) red('file', one, 'fileGaps');
    if (asked.clinical?.get(one.id) === 'fail') red('clinical', one, 'clinicalFail');
    if (asked.clinical && !asked.clinical.has(one.id)) red('clinical', one, 'notInspected');
  }
  return conditionCodes
    .filter((code) => code !== 'clinical' || asked.clinical !== null)
    .map((code) => {
      const reasons = found.get(code) ?? [];
      return { code, level: levelOf(code, asked.scope), ok: reasons.length === 0, reasons };
    });
}

type Red = (code: ConditionCode, one: Animal | null, word: string, args?: TextArgs, wayOut?: string | null) => void;

/** R11: in stock at the declarer, in no change, movement or other declaration. */
async function judgeOwner(tx: Tx, asked: Asked, animals: readonly Animal[], red: Red): Promise<void> {
  const known = new Set(animals.map((one) => one.id));
  if (asked.animalIds.some((id) => !known.has(id))) red('owner', null, 'unknownAnimal');
  const ids = [...known];
  const moving = await inOpenMovement(tx, ids);
  const declared = await inOpenDeclaration(tx, ids, asked.declarationId ?? null);
  for (const one of animals) {
    if (one.principalId !== asked.principalId || one.status !== 'inStock') red('owner', one, 'notYours');
    else if (one.species !== asked.species) red('owner', one, 'otherSpecies');
    if (one.pendingChangeId !== null) red('owner', one, 'changePending', {}, 'settleChange');
    const movement = moving.get(one.id);
    if (movement) red('owner', one, 'inMovement', { docNo: movement });
    const declaration = declared.get(one.id);
    if (declaration) red('owner', one, 'inDeclaration', { docNo: declaration });
  }
}

/** A live official number, and no open alarm that it is worn twice. */
async function judgeTags(tx: Tx, animals: readonly Animal[], red: Red): Promise<void> {
  for (const one of animals) if (!earTagPattern.test(one.tag)) red('tag', one, 'noTag', {}, 'wearTag');
  const twice = await tx.query<{ code: string }>(
    `select a.args ->> 'code' as code from traceability.alarm_seen a
     where a.tenant_no = kit.tenant() and a.kind = 'duplicateCode' and a.status <> 'closed'
       and a.args ->> 'code' = any ($1)`,
    [animals.map((one) => one.tag)],
  );
  for (const { code } of twice) {
    const one = animals.find((other) => other.tag === code);
    if (one) red('tag', one, 'tagTwice', {}, 'settleTag');
  }
}

/** What every guard there is would say: withdrawal, pledge, isolation, keeping for another, and whatever modules add. */
async function guardsOf(tx: Tx, asked: Asked, own: readonly Animal[], on: string): Promise<Block[]> {
  if (own.length === 0) return [];
  const facts = {
    toPrincipalId: asked.toPrincipalId,
    byPrincipalId: asked.principalId,
    source: 'traceability',
  };
  // A day to come is judged as of that day; what holds an animal back today holds it still.
  const kind = asked.toPrincipalId !== null && asked.toPrincipalId !== asked.principalId ? 'handover' : 'saleOut';
  const blocks = await wouldRefuse(tx, {
    kind,
    purpose: asked.purpose,
    animalIds: own.map((one) => one.id),
    on: on < today() ? today() : on,
    facts,
  });
  return [...blocks];
}

async function judgeImmunity(tx: Tx, asked: Asked, animals: readonly Animal[], on: string, red: Red): Promise<void> {
  if (animals.length === 0) return;
  const diseases = await tx.query<{ code: string; name: string }>(
    `select code, name_zh as name from traceability.disease_seen
     where tenant_no = kit.tenant() and compulsory and status = 'enabled' and $1 = any (species) order by code`,
    [asked.species],
  );
  const byId = new Map(animals.map((one) => [one.id, one]));
  const nameOf = new Map(diseases.map((one) => [one.code, one.name]));
  const required = new Map<string, boolean>();
  const isRequired = async (one: Animal, diseaseCode: string): Promise<boolean> => {
    const key = `${diseaseCode} ${one.stage} ${one.regionCode}`;
    const known = required.get(key);
    if (known !== undefined) return known;
    const { species, stage, regionCode } = one;
    const there = (await programmeFor(tx, { diseaseCode, species, stage, regionCode, on })) !== null;
    required.set(key, there);
    return there;
  };
  const state = await immunityOf(tx, [...byId.keys()], [...nameOf.keys()], on);
  for (const one of state) {
    const animal = byId.get(one.animalId);
    if (!animal) continue;
    const disease = nameOf.get(one.diseaseCode) ?? one.diseaseCode;
    if (!one.protected && one.reason !== 'tooYoung' && (await isRequired(animal, one.diseaseCode)))
      red(
        'immune',
        animal,
        one.lastOn ? 'immuneLapsed' : 'immuneNever',
        { disease, on: one.validUntil ?? '-' },
        'immunise',
      );
    if (one.diseaseCode !== 'fmd' || !one.protected || !one.lastOn) continue;
    const days = Math.round((Date.parse(on) - Date.parse(one.lastOn)) / 86_400_000);
    if (days < terms.fmdDays.from) red('immuneAge', animal, 'immuneYoung', { days, least: terms.fmdDays.from });
    if (days > terms.fmdDays.to) red('immuneAge', animal, 'immuneOld', { days, most: terms.fmdDays.to });
  }
}

async function judgeTests(tx: Tx, asked: Asked, animals: readonly Animal[], red: Red): Promise<void> {
  if (!terms.breedingPurposes.includes(asked.purpose) || animals.length === 0) return;
  const since = new Date(Date.parse(today()) - terms.testDays * 86_400_000).toISOString().slice(0, 10);
  const ids = animals.map((one) => one.id);
  const tests = await testsOf(tx, ids, terms.testDiseases, since);
  for (const one of animals)
    for (const diseaseCode of terms.testDiseases) {
      // Newest first: a later good result does not undo a bad one of the same day's sheet.
      const newest = tests.find((test) => test.animalId === one.id && test.diseaseCode === diseaseCode);
      if (!newest) red('lab', one, 'testMissing', { days: terms.testDays }, 'sample');
      else if (newest.conclusion !== 'negative') red('lab', one, 'testBad', { on: newest.testedOn });
    }
}

/** R30: no ban and no ring of an open investigation at either end. */
async function judgeZones(tx: Tx, asked: Asked, on: string, red: Red): Promise<void> {
  const [from] = await tx.query<{ regionCode: number; longitude: number | null; latitude: number | null }>(
    `select region_code as "regionCode", longitude, latitude from traceability.unit_seen where id = $1`,
    [asked.principalId],
  );
  const [to] = asked.toPrincipalId
    ? await tx.query<{ regionCode: number; longitude: number | null; latitude: number | null }>(
        `select region_code as "regionCode", longitude, latitude from traceability.unit_seen where id = $1`,
        [asked.toPrincipalId],
      )
    : [];
  const ends = [
    {
      word: 'From',
      direction: 'out' as const,
      ...(from ?? { regionCode: asked.toRegionCode, longitude: null, latitude: null }),
    },
    {
      word: 'To',
      direction: 'in' as const,
      ...(to ?? { regionCode: asked.toRegionCode, longitude: null, latitude: null }),
    },
  ];
  for (const { word, direction, regionCode, longitude, latitude } of ends) {
    const bans = await banHits(tx, {
      regionCode,
      species: asked.species,
      direction,
      purpose: asked.purpose,
      at: asked.departAt,
    });
    for (const ban of bans)
      red('zone', null, `banned${word}`, { docNo: ban.paperNo ?? String(ban.id), reason: ban.reason });
    const place = longitude !== null && latitude !== null ? { longitude, latitude } : { regionCode };
    const [ring] = await zonesHit(tx, place, on < today() ? today() : on);
    if (ring) red('zone', null, `ring${word}`, { docNo: ring.docNo });
  }
}

/** Vehicle, receiver, approval, and time enough for the station. */
async function judgeWay(tx: Tx, asked: Asked, heads: number, on: string, red: Red): Promise<void> {
  const vehicle = asked.plateNo ? await vehicleOf(tx, asked.plateNo) : null;
  if (!vehicle)
    red(
      'vehicle',
      null,
      asked.plateNo ? 'vehicleUnknown' : 'vehicleNone',
      { plate: asked.plateNo ?? '' },
      'fileVehicle',
    );
  else {
    if (vehicle.status !== 'active' || vehicle.validTo < on)
      red('vehicle', null, 'vehicleInvalid', { plate: vehicle.plateNo, on: vehicle.validTo }, 'fileVehicle');
    if (vehicle.capacity < heads) red('vehicle', null, 'vehicleSmall', { n: vehicle.capacity, heads });
  }
  if (asked.toPrincipalId !== null) {
    const wanted = receiversOf[asked.purpose];
    const subjects = await subjectsOf(tx, [asked.toPrincipalId]);
    const fits = subjects.some(
      (one) => one.status === 'active' && (!wanted || one.roles.some((role) => wanted.includes(role))),
    );
    if (wanted && !fits) red('subject', null, 'subjectInactive', {}, 'fileSubject');
  }
  const needsApproval = asked.scope === 'crossProvince' && terms.breedingPurposes.includes(asked.purpose);
  if (needsApproval && !asked.hasApproval) red('approval', null, 'approvalMissing', {}, 'addApproval');
  const hours = asked.purpose === 'slaughter' ? terms.leadHours.slaughter : terms.leadHours.other;
  const asOf = asked.submittedAt ? Date.parse(asked.submittedAt) : Date.now();
  if (Date.parse(asked.departAt) - asOf < hours * 3_600_000) red('lead', null, 'leadShort', { hours });
}

const dayOf = (at: string): string => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10);

export const redBlocks = (conditions: readonly Condition[]): Condition[] =>
  conditions.filter((one) => !one.ok && one.level === 'block');
export const redWarnings = (conditions: readonly Condition[]): Condition[] =>
  conditions.filter((one) => !one.ok && one.level === 'warn');

/** Animals that no block stands in the way of; none where the declaration itself is blocked. */
export function fitAnimals(asked: Asked, conditions: readonly Condition[]): number[] {
  const reasons = redBlocks(conditions).flatMap((one) => one.reasons);
  if (reasons.some((one) => one.animalId === null)) return [];
  const unfit = new Set(reasons.map((one) => one.animalId));
  return asked.animalIds.filter((id) => !unfit.has(id));
}
