import { type IcarResource, icarSchemes } from '#modules/traceability/contract/icar/icar.ts';

/** What every row of the `icar_` views tells beside its facts. */
export interface Told {
  readonly key: string;
  readonly modified: string;
  readonly created: string;
  readonly deleted: boolean;
  readonly animalId: number;
  readonly earTag: string;
  /** The partner's own number of it, where the reader told it. */
  readonly sourceId: string | null;
}

/** Where the reader asks: the address of the API and the holder's number. */
export interface Place {
  readonly base: string;
  readonly holderId: number;
}

const source = 'cn.mulian';
const utc = (at: string) => new Date(at).toISOString();
/** A day without an hour is told at noon in China, which is the same day in UTC. */
export const noon = (day: string) => utc(`${day}T12:00:00+08:00`);
/** The last moment of a day in China. */
const endOf = (day: string) => utc(`${day}T23:59:59+08:00`);
const tag = (id: string) => ({ id, scheme: icarSchemes.earTag });

const species: Readonly<Record<string, string>> = { cattle: 'Cattle', sheep: 'Sheep', goat: 'Goat' };
const genderOf = (sex: string, castrated: boolean) =>
  sex === 'female' ? 'Female' : sex === 'male' ? (castrated ? 'MaleNeuter' : 'Male') : 'Unknown';

const metaOf = (row: Told) => ({
  source,
  ...(row.sourceId && { sourceId: row.sourceId }),
  isDeleted: row.deleted,
  modified: utc(row.modified),
  created: utc(row.created),
});
const locationOf = ({ holderId }: Place) => ({ id: String(holderId), scheme: icarSchemes.unit });

const event = (resourceType: string, row: Told, place: Place, eventDateTime: string) => ({
  resourceType,
  id: row.key,
  meta: metaOf(row),
  location: locationOf(place),
  eventDateTime,
  animal: tag(row.earTag),
});

export interface AnimalRow extends Told {
  readonly electronicTag: string | null;
  readonly species: string;
  readonly breed: string;
  readonly sex: string;
  readonly castrated: boolean;
  readonly birthDate: string;
  readonly coatColor: string | null;
  readonly motherTag: string | null;
  readonly fatherCode: string | null;
  readonly status: string | null;
}

const statuses: Readonly<Record<string, string>> = {
  inStock: 'Alive',
  sold: 'OffFarm',
  slaughtered: 'Dead',
  dead: 'Dead',
  culled: 'Dead',
};

function parentsOf(row: AnimalRow): object[] {
  const parent = (gender: string, identifier: object) => ({
    parentOf: tag(row.earTag),
    gender,
    relation: 'Genetic',
    identifier,
  });
  return [
    ...(row.motherTag ? [parent('Female', tag(row.motherTag))] : []),
    ...(row.fatherCode ? [parent('Male', { id: row.fatherCode, scheme: icarSchemes.sire })] : []),
  ];
}

export function animalOf(row: AnimalRow, place: Place): IcarResource {
  const address = `${place.base}/locations/${icarSchemes.unit}/${place.holderId}/animals/${icarSchemes.earTag}`;
  const parentage = parentsOf(row);
  return {
    resourceType: 'icarAnimalCoreResource',
    '@self': `${address}/${row.earTag}`,
    meta: metaOf(row),
    location: locationOf(place),
    identifier: tag(row.earTag),
    ...(row.electronicTag && { alternativeIdentifiers: [{ id: row.electronicTag, scheme: icarSchemes.chip }] }),
    specie: species[row.species],
    gender: genderOf(row.sex, row.castrated),
    birthDate: noon(row.birthDate),
    primaryBreed: { id: row.breed, scheme: icarSchemes.breed },
    ...(row.coatColor && { coatColor: row.coatColor }),
    ...(row.status && { status: statuses[row.status] ?? 'Unknown' }),
    ...(parentage.length > 0 && { parentage }),
  };
}

export interface BirthRow extends AnimalRow {
  readonly entryKind: string;
  readonly wornOn: string;
}
export const birthOf = (row: BirthRow, place: Place): IcarResource => {
  const isBorn = row.entryKind === 'born';
  return {
    ...event('icarMovementBirthEventResource', row, place, noon(isBorn ? row.birthDate : row.wornOn)),
    registrationReason: isBorn ? 'Born' : 'Registered',
    animalDetail: animalOf(row, place),
  };
};

export interface MoveRow extends Told {
  readonly kind: string;
  readonly purpose: string | null;
  readonly cause: string | null;
  readonly happenedOn: string;
  readonly docNo: string;
  readonly certificateNo: string | null;
}
const consignment = ({ docNo, certificateNo }: MoveRow) => ({
  consignment: {
    ...(certificateNo && { id: { id: certificateNo, scheme: icarSchemes.certificate } }),
    transportReference: docNo,
  },
});

const deathReasons: Readonly<Record<string, string>> = {
  disease: 'Disease',
  afterImmunisation: 'Other',
  calving: 'Parturition',
  accident: 'Accident',
  predator: 'Accident',
  weather: 'Accident',
  poison: 'Other',
};
const deathMethods: Readonly<Record<string, string>> = { death: 'Perished', cull: 'Culled', missing: 'Lost' };
export const deathOf = (row: MoveRow, place: Place): IcarResource => ({
  ...event('icarMovementDeathEventResource', row, place, noon(row.happenedOn)),
  deathReason:
    row.kind === 'missing'
      ? 'Missing'
      : row.kind === 'cull'
        ? 'Culled'
        : row.kind === 'homeSlaughter'
          ? 'Consumption'
          : (deathReasons[row.cause ?? ''] ?? 'Unknown'),
  deathMethod: deathMethods[row.kind] ?? 'Slaughter',
});

/** A handover says in its purpose what it is for; the rest sells. */
const handovers: Readonly<Record<string, string>> = {
  slaughter: 'Slaughter',
  entrust: 'Agistment',
  returned: 'AgistmentReturn',
  show: 'Show',
  gift: 'Other',
};
export const departureOf = (row: MoveRow, place: Place): IcarResource => {
  const kind = row.kind === 'slaughter' ? 'Slaughter' : (handovers[row.purpose ?? ''] ?? 'Sale');
  return {
    ...event('icarMovementDepartureEventResource', row, place, noon(row.happenedOn)),
    departureKind: kind,
    departureReason: kind === 'Slaughter' || kind === 'Sale' ? kind : 'Other',
    ...consignment(row),
  };
};

export const arrivalOf = (row: MoveRow, place: Place): IcarResource => ({
  ...event('icarMovementArrivalEventResource', row, place, noon(row.happenedOn)),
  arrivalReason: row.kind === 'donated' ? 'Other' : (handovers[row.purpose ?? ''] ?? 'Purchase'),
  ...consignment(row),
});

export interface WeightRow extends Told {
  readonly at: string;
  readonly kg: number;
  readonly manual: boolean;
}
export const weightOf = (row: WeightRow, place: Place): IcarResource => ({
  ...event('icarWeightEventResource', row, place, utc(row.at)),
  // Of a weight told by hand nobody says how it was taken.
  weight: { measurement: row.kg, units: 'KGM', ...(!row.manual && { method: 'LoadCell' }) },
});

export interface InseminationRow extends Told {
  readonly servedAt: string;
  readonly servedUntil: string | null;
  readonly method: string;
  readonly shotNo: number;
  readonly sireCode: string;
  readonly lotNo: string | null;
}
export const inseminationOf = (row: InseminationRow, place: Place): IcarResource => {
  const sireIdentifiers = [{ id: row.sireCode, scheme: icarSchemes.sire }];
  const isNatural = row.method === 'natural';
  return {
    ...event('icarReproInseminationEventResource', row, place, utc(row.servedAt)),
    rank: row.shotNo,
    inseminationType: isNatural ? (row.servedUntil ? 'RunWithBull' : 'NaturalService') : 'Insemination',
    sireIdentifiers,
    ...(isNatural && row.servedUntil && { eventEndDateTime: endOf(row.servedUntil) }),
    ...(!isNatural && {
      straw: {
        resourceType: 'icarReproSemenStrawResource',
        ...(row.lotNo && { batch: row.lotNo }),
        sireIdentifiers,
        preservationType: row.method === 'frozenAi' ? 'Frozen' : 'Liquid',
      },
    }),
  };
};

export interface CheckRow extends Told {
  readonly checkedOn: string;
  readonly method: string;
  readonly result: string;
  readonly fetusDays: number | null;
  readonly twins: boolean;
}
const checkMethods: Readonly<Record<string, string>> = {
  ultrasound: 'Echography',
  rectal: 'Palpation',
  blood: 'Blood',
  observe: 'Visual',
};
export const checkOf = (row: CheckRow, place: Place): IcarResource => ({
  ...event('icarReproPregnancyCheckEventResource', row, place, noon(row.checkedOn)),
  method: checkMethods[row.method] ?? 'Other',
  result:
    row.result === 'pregnant' ? (row.twins ? 'Multiple' : 'Pregnant') : row.result === 'suspect' ? 'Unknown' : 'Empty',
  ...(row.fetusDays !== null && { foetalAge: row.fetusDays }),
  ...(row.twins && { foetusCount: 2 }),
  ...(row.result === 'aborted' && { exceptions: ['ABORTED'] }),
});

interface Young {
  readonly sex: string;
  readonly alive: boolean;
  readonly kg: number | null;
  readonly tag: string | null;
  readonly taggedOn: string | null;
  readonly state: string;
}
export interface ParturitionRow extends Told {
  readonly calvedOn: string;
  readonly parity: number;
  readonly ease: string;
  readonly total: number;
  readonly alive: number;
  readonly species: string;
  readonly young: readonly Young[] | null;
}
const eases: Readonly<Record<string, string>> = {
  normal: 'EasyUnassisted',
  assisted: 'EasyAssisted',
  hard: 'DifficultExtraAssistance',
  caesarean: 'CaesareanOrSurgery',
};
const birthStatus = ({ alive, state }: Young) =>
  !alive ? 'Stillborn' : state === 'dead' ? 'DiedBeforeTaggingDate' : 'Alive';
export const parturitionOf = (row: ParturitionRow, place: Place): IcarResource => ({
  ...event('icarReproParturitionEventResource', row, place, noon(row.calvedOn)),
  damParity: row.parity,
  liveProgeny: row.alive,
  totalProgeny: row.total,
  ...(eases[row.ease] && { calvingEase: eases[row.ease] }),
  progenyDetails: (row.young ?? []).map((one) => ({
    resourceType: 'icarProgenyDetailsResource',
    ...(one.tag && { identifier: tag(one.tag) }),
    specie: species[row.species],
    gender: genderOf(one.sex, false),
    ...(one.taggedOn && { taggingDate: noon(one.taggedOn) }),
    birthStatus: birthStatus(one),
    ...(one.kg !== null && { birthWeight: { measurement: Number(one.kg), units: 'KGM' } }),
  })),
});

export interface TreatmentRow extends Told {
  readonly treatedOn: string;
  readonly cause: string;
  readonly medicineCode: string | null;
  readonly medicine: string | null;
  readonly route: string | null;
  readonly lotNo: string | null;
  readonly doseUnit: string | null;
  readonly dose: number | null;
  readonly meatUntil: string | null;
}
/** UN/CEFACT has no word for a head's dose or a piece; those are left out rather than called something else. */
const doseUnits: Readonly<Record<string, string>> = { mL: 'MLT', L: 'LTR', g: 'GRM', mg: 'MGM', bottle: 'XVI' };
export const treatmentOf = (row: TreatmentRow, place: Place): IcarResource => ({
  ...event('icarTreatmentEventResource', row, place, noon(row.treatedOn)),
  procedure: row.route ?? row.cause,
  ...(row.medicine && {
    medicine: {
      name: row.medicine,
      registeredIdentifier: { id: row.medicineCode, scheme: icarSchemes.medicine },
    },
  }),
  ...(row.lotNo && { batches: [{ identifier: row.lotNo }] }),
  ...(row.meatUntil && { withdrawals: [{ productType: 'Meat', endDate: endOf(row.meatUntil) }] }),
  ...(row.dose !== null &&
    doseUnits[row.doseUnit ?? ''] && {
      dose: { doseQuantity: row.dose, doseUnits: doseUnits[row.doseUnit ?? ''] },
    }),
});
