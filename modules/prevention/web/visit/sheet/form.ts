import { newKey } from '#kit/web/api/client.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import type { DueAnimal, Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';

export type Mode = 'season' | 'routine' | 'emergency' | 'self';
export type Outcome = 'done' | 'absent' | 'refused' | 'noStock';
export const modes: readonly Mode[] = ['season', 'routine', 'emergency', 'self'];
export const outcomes: readonly Outcome[] = ['done', 'absent', 'refused', 'noStock'];

export interface Mark {
  readonly result: 'done' | 'exempt' | 'notFound';
  readonly exemptReason?: string;
  readonly exemptUntil?: string;
  readonly note?: string;
  readonly scanned?: boolean;
}

export interface VaccineCard {
  readonly vaccineCode: string;
  readonly materialId: number | null;
  readonly lotId: number | null;
  /** Typed where the holder bought it. */
  readonly lotNo: string;
}

export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface VisitForm {
  readonly clientKey: string;
  readonly mode: Mode;
  readonly principalId: number;
  readonly staffId: number | null;
  readonly visitedOn: string;
  readonly startedAt: string;
  /** When it was confirmed: the same however often it is sent. */
  readonly endedAt?: string;
  readonly outcome: Outcome;
  readonly marks: Readonly<Record<number, Mark>>;
  /** Animals of others that stand here. */
  readonly guests: readonly DueAnimal[];
  /** Animals without a number that are here. Null: nobody counted. */
  readonly found: Counts | null;
  /** Those immunised; sheets that wait on a device have it under this name. */
  readonly loose: Counts;
  readonly cards: readonly VaccineCard[];
  readonly photos: readonly Picture[];
  readonly proofs: readonly Picture[];
  readonly sign: Picture | null;
  readonly location: { readonly longitude: number; readonly latitude: number } | null;
  readonly remark: string;
}

/** The day it is in China, wherever the browser stands. */
export const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

export const lotsOf = (prepared: Prepared, vaccineCode: string) =>
  prepared.held
    .filter((one) => one.vaccineCode === vaccineCode)
    .flatMap((one) => one.lots.map((lot) => ({ ...lot, materialId: one.materialId, name: one.name, spec: one.spec })))
    .toSorted((a, b) => (a.expireOn ?? '9').localeCompare(b.expireOn ?? '9'));

export function cardOf(prepared: Prepared, vaccineCode: string): VaccineCard {
  const first = lotsOf(prepared, vaccineCode)[0];
  return { vaccineCode, materialId: first?.materialId ?? null, lotId: first?.lotId ?? null, lotNo: '' };
}

/** One vaccine per disease that is due: the season's own where it is in the box, else the first in the box that covers it. */
export function usualCards(prepared: Prepared, mode: Mode): VaccineCard[] {
  const codes: string[] = [];
  const covers = (code: string, disease: string, species: string) =>
    prepared.vaccines.some(
      (one) => one.vaccineCode === code && one.diseaseCodes.includes(disease) && one.species.includes(species),
    );
  const due = new Map<string, number>();
  for (const animal of prepared.animals)
    for (const disease of Object.keys(animal.due)) {
      const key = `${disease} ${animal.species}`;
      due.set(key, (due.get(key) ?? 0) + 1);
    }
  for (const [key] of [...due].toSorted((a, b) => b[1] - a[1])) {
    const [disease = '', species = ''] = key.split(' ');
    if (codes.some((code) => covers(code, disease, species))) continue;
    const usual = prepared.season?.items.find(
      (one) => one.diseaseCode === disease && one.species === species,
    )?.defaultVaccineCode;
    const held = prepared.held.map((one) => one.vaccineCode).filter((code) => covers(code, disease, species));
    const bought = () => prepared.vaccines.find((one) => covers(one.vaccineCode, disease, species))?.vaccineCode;
    // What is not in the box is no card: it would only stand in the way of what is.
    const any = mode === 'self' ? (usual ?? bought()) : usual && held.includes(usual) ? usual : held[0];
    if (any && covers(any, disease, species)) codes.push(any);
  }
  return codes.slice(0, 9).map((code) => cardOf(prepared, code));
}

export const allDue = (prepared: Prepared): Record<number, Mark> =>
  Object.fromEntries(
    prepared.animals
      .filter((one) => Object.keys(one.due).length > 0)
      .map((one) => [one.animalId, { result: 'done' as const }]),
  );

export function newForm(prepared: Prepared, mode: Mode): VisitForm {
  return {
    clientKey: newKey(),
    mode,
    principalId: prepared.holder.principalId,
    staffId: prepared.staff?.id ?? null,
    visitedOn: today(),
    startedAt: new Date().toISOString(),
    outcome: 'done',
    marks: allDue(prepared),
    guests: [],
    found: null,
    loose: {},
    cards: usualCards(prepared, mode),
    photos: [],
    proofs: [],
    sign: null,
    location: null,
    remark: '',
  };
}
