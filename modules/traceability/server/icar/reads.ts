import type { Tx } from '#kit/server/db/database.ts';
import type { IcarKind, IcarQuery, IcarResource } from '#modules/traceability/contract/icar/icar.ts';
import {
  type AnimalRow,
  animalOf,
  arrivalOf,
  type BirthRow,
  birthOf,
  type CheckRow,
  checkOf,
  deathOf,
  departureOf,
  type InseminationRow,
  inseminationOf,
  type MoveRow,
  type ParturitionRow,
  type Place,
  parturitionOf,
  type Told,
  type TreatmentRow,
  treatmentOf,
  type WeightRow,
  weightOf,
} from './shapes.ts';

interface Source {
  readonly view: string;
  readonly columns: string;
  readonly only?: string;
  readonly shape: (row: never, place: Place) => IcarResource;
}

const animal = `v.electronic_tag as "electronicTag", v.species, v.breed, v.sex, v.castrated,
  v.birth_date as "birthDate", v.coat_color as "coatColor", v.mother_tag as "motherTag", v.father_code as "fatherCode"`;
const move = `v.purpose, v.happened_on as "happenedOn", v.doc_no as "docNo", v.quarantine_cert_no as "certificateNo"`;
const exit = `v.change_type as kind, v.cause, ${move}`;
const source = <Row extends Told>(
  view: string,
  columns: string,
  shape: (row: Row, place: Place) => IcarResource,
  only?: string,
): Source => ({ view, columns, shape, ...(only && { only }) });

const sources: Readonly<Record<IcarKind, Source>> = {
  animals: source<AnimalRow>('icar_animal', `${animal}, v.status`, animalOf),
  births: source<BirthRow>(
    'icar_birth',
    `${animal}, null as status, v.entry_kind as "entryKind", v.worn_on as "wornOn"`,
    birthOf,
  ),
  deaths: source<MoveRow>('icar_exit', exit, deathOf, "v.change_type in ('death', 'cull', 'missing', 'homeSlaughter')"),
  departures: source<MoveRow>('icar_exit', exit, departureOf, "v.change_type in ('handover', 'saleOut', 'slaughter')"),
  arrivals: source<MoveRow>('icar_arrival', `v.kind, null as cause, ${move}`, arrivalOf),
  weights: source<WeightRow>('icar_weight', 'v.at, v.kg, v.manual', weightOf),
  inseminations: source<InseminationRow>(
    'icar_insemination',
    `v.served_at as "servedAt", v.served_until as "servedUntil", v.method, v.shot_no as "shotNo",
      v.sire_code as "sireCode", v.lot_no as "lotNo"`,
    inseminationOf,
  ),
  pregnancyChecks: source<CheckRow>(
    'icar_pregnancy_check',
    'v.checked_on as "checkedOn", v.method, v.result, v.fetus_days as "fetusDays", v.twins',
    checkOf,
  ),
  parturitions: source<ParturitionRow>(
    'icar_parturition',
    'v.calved_on as "calvedOn", v.parity, v.ease, v.total, v.alive, v.species, v.young',
    parturitionOf,
  ),
  treatments: source<TreatmentRow>(
    'icar_treatment',
    `v.treated_on as "treatedOn", v.cause, v.medicine_code as "medicineCode", v.generic_name as medicine, v.route,
      v.lot_no as "lotNo", v.dose_unit as "doseUnit", v.dose, v.meat_until as "meatUntil"`,
    treatmentOf,
  ),
};

/** `clientId` asks: its own numbers of events are told to it and to nobody else. */
const select = ({ view, columns, only }: Source) =>
  `select v.key, v.modified, v.created, v.deleted, v.animal_id as "animalId", v.ear_tag as "earTag", ${columns},
     (select i.source_id from traceability.icar_event i
       where i.tenant_no = v.tenant_no and i.event_key = v.key and i.client_id = $2 limit 1) as "sourceId",
     count(*) over ()::int as total
   from traceability.${view} v
   where v.tenant_no = kit.tenant() and v.principal_id = any (registry.with_merged($1)) and ${only ?? 'true'}`;

export interface Asking {
  readonly place: Place;
  readonly clientId: string;
}

/** One page of a holder's records that changed in a time, those that changed first first. */
export async function readPage(
  tx: Tx,
  kind: IcarKind,
  { place, clientId }: Asking,
  query: IcarQuery,
): Promise<{ total: number; member: IcarResource[] }> {
  const from = sources[kind];
  const rows = await tx.query<Told & { total: number }>(
    `${select(from)} and ($3::timestamptz is null or v.modified >= $3) and ($4::timestamptz is null or v.modified < $4)
     order by v.modified, v.key limit $5 offset $6`,
    [
      place.holderId,
      clientId,
      query['meta-modified-from'] ?? null,
      query['meta-modified-to'] ?? null,
      query['page-size'],
      (query.page - 1) * query['page-size'],
    ],
  );
  return { total: rows[0]?.total ?? 0, member: rows.map((row) => from.shape(row as never, place)) };
}

const readOne = async (
  tx: Tx,
  kind: IcarKind,
  { place, clientId }: Asking,
  column: 'key' | 'ear_tag',
  value: string,
): Promise<IcarResource | null> => {
  const from = sources[kind];
  const [row] = await tx.query<Told>(
    `${select(from)} and v.${column} = $3 order by v.deleted, v.modified desc limit 1`,
    [place.holderId, clientId, value],
  );
  return row ? from.shape(row as never, place) : null;
};
export const readEvent = (tx: Tx, kind: IcarKind, asking: Asking, key: string): Promise<IcarResource | null> =>
  readOne(tx, kind, asking, 'key', key);
export const readAnimal = (tx: Tx, asking: Asking, earTag: string): Promise<IcarResource | null> =>
  readOne(tx, 'animals', asking, 'ear_tag', earTag);
