import { dosesPerHead, type Judgement, judgeShot, type RefusalCode } from '#modules/prevention/contract/visit/judge.ts';
import type { DueAnimal, Prepared, VisitSheet } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { allDue, type Counts, type VisitForm } from './form.ts';

export interface LocalRefusal {
  readonly animal: DueAnimal;
  readonly lineNo: number | null;
  readonly code: RefusalCode;
  readonly n?: number;
}

export interface CardSum {
  readonly heads: number;
  readonly loose: number;
  readonly doses: number;
}

export interface Computed {
  readonly heads: number;
  readonly exempt: number;
  readonly notFound: number;
  readonly untaggedHeads: number;
  readonly refused: readonly LocalRefusal[];
  readonly refusedOf: ReadonlyMap<number, readonly LocalRefusal[]>;
  readonly cards: readonly CardSum[];
}

const total = (counts: Counts) =>
  Object.values(counts).reduce((sum, stages) => sum + Object.values(stages).reduce((a, b) => a + b, 0), 0);

/** The sheet as the server will judge it, computed here: with the network cut the worker knows as much. */
export function compute(prepared: Prepared, form: VisitForm): Computed {
  const vaccines = form.cards.map((card) => prepared.vaccines.find((one) => one.vaccineCode === card.vaccineCode));
  const programmes = new Map(prepared.programmes.map((one) => [`${one.diseaseCode} ${one.species} ${one.stage}`, one]));
  const refused: LocalRefusal[] = [];
  const sums = form.cards.map(() => ({ heads: 0, loose: 0, doses: 0 }));
  let heads = 0;
  let exempt = 0;
  let notFound = 0;
  for (const animal of [...prepared.animals, ...form.guests]) {
    const mark = form.marks[animal.animalId];
    if (!mark || form.outcome !== 'done') continue;
    if (mark.result === 'exempt') exempt += 1;
    if (mark.result === 'notFound') notFound += 1;
    if (mark.result !== 'done') continue;
    const own = vaccines.flatMap((one, at) => (one?.species.includes(animal.species) ? [{ ...one, at }] : []));
    if (own.length === 0) {
      refused.push({ animal, lineNo: null, code: 'banned' });
      continue;
    }
    const taken = new Set<string>();
    let isTaken = false;
    for (const one of own) {
      const no: Judgement | null = judgeShot(
        animal,
        one,
        (code) => programmes.get(`${code} ${animal.species} ${animal.stage}`),
        {
          on: form.visitedOn,
          emergency: form.mode === 'emergency',
          otherLive: own.some((other) => other.at < one.at && other.isLive),
        },
      );
      if (no) {
        refused.push({ animal, lineNo: one.at + 1, ...no });
        continue;
      }
      if (one.diseaseCodes.some((code) => taken.has(code))) continue;
      for (const code of one.diseaseCodes) taken.add(code);
      isTaken = true;
      const sum = sums[one.at];
      if (!sum) continue;
      sum.heads += 1;
      sum.doses += dosesPerHead(one.doses, animal.species, animal.stage);
    }
    if (isTaken) heads += 1;
  }
  if (form.outcome === 'done')
    for (const [at, one] of vaccines.entries())
      for (const [species, stages] of Object.entries(one ? form.loose : {})) {
        const sum = sums[at];
        if (!one || !sum || !one.species.includes(species)) continue;
        for (const [stage, n] of Object.entries(stages)) {
          sum.loose += n;
          sum.doses += n * dosesPerHead(one.doses, species, stage);
        }
      }
  return {
    heads,
    exempt,
    notFound,
    untaggedHeads: form.outcome === 'done' ? total(form.loose) : 0,
    refused,
    refusedOf: Map.groupBy(refused, (one) => one.animal.animalId),
    cards: sums,
  };
}

/** What is sent: pictures by the numbers they were given. */
export function bodyOf(prepared: Prepared, form: VisitForm): VisitSheet {
  const isDone = form.outcome === 'done';
  const covers = (code: string, species: string) =>
    prepared.vaccines.some((one) => one.vaccineCode === code && one.species.includes(species));
  const ids = (pictures: VisitForm['photos']) => pictures.flatMap((one) => one.fileId ?? []);
  const guests = new Set(form.guests.map((one) => one.animalId));
  return {
    clientKey: form.clientKey,
    mode: form.mode,
    principalId: form.principalId,
    ...(form.staffId !== null && form.mode !== 'self' && { staffId: form.staffId }),
    helpers: [],
    visitedOn: form.visitedOn,
    startedAt: form.startedAt,
    endedAt: form.endedAt ?? new Date().toISOString(),
    result: form.outcome,
    foundUntagged: form.found,
    location: form.location,
    photos: ids(form.photos),
    holderSignId: form.sign?.fileId ?? null,
    purchaseProof: ids(form.proofs),
    remark: form.remark.trim() || null,
    lines: isDone
      ? form.cards.map((card) => ({
          vaccineCode: card.vaccineCode,
          ...(form.mode === 'self' ? { lotNo: card.lotNo.trim() } : { materialId: card.materialId, lotId: card.lotId }),
          untagged: Object.fromEntries(
            Object.entries(form.loose).filter(
              ([species, stages]) => covers(card.vaccineCode, species) && Object.values(stages).some((n) => n > 0),
            ),
          ),
        }))
      : [],
    animals: isDone
      ? Object.entries(form.marks).map(([id, mark]) => ({
          animalId: Number(id),
          result: mark.result,
          ...(mark.result === 'exempt' && { exemptReason: mark.exemptReason, exemptUntil: mark.exemptUntil }),
          ...(mark.note && { note: mark.note }),
          ...(guests.has(Number(id)) && { guest: true }),
        }))
      : [],
  };
}

/** What stops the sheet before anybody is asked; keys of texts. */
export function lacking(form: VisitForm, computed: Computed): string | null {
  if (form.photos.length === 0) return 'needPhoto';
  if ((form.outcome === 'absent' || form.outcome === 'refused') && !form.remark.trim()) return 'needReason';
  if (form.outcome !== 'done') return null;
  if (form.cards.length === 0) return 'needVaccine';
  if (form.mode === 'self') {
    if (form.cards.some((one) => !one.lotNo.trim())) return 'needLotNo';
    if (form.proofs.length === 0) return 'needProof';
  } else if (form.cards.some((one) => one.lotId === null)) return 'needLot';
  const marks = Object.values(form.marks);
  if (marks.some((one) => one.result === 'exempt' && !(one.exemptReason && one.exemptUntil))) return 'needExempt';
  if (computed.heads + computed.untaggedHeads + computed.exempt === 0) return 'needHeads';
  const over = Object.entries(form.loose).some(([species, stages]) => {
    const found = Object.values(form.found?.[species] ?? {}).reduce((a, b) => a + b, 0);
    return Object.values(stages).reduce((a, b) => a + b, 0) > found;
  });
  return over ? 'looseOver' : null;
}

/** Every animal that is due and may have at least one of the shots today. */
export function tickDue(prepared: Prepared, form: VisitForm): VisitForm['marks'] {
  const marks = { ...form.marks, ...allDue(prepared) };
  const { refusedOf } = compute(prepared, { ...form, marks });
  const shots = (species: string) =>
    form.cards.filter((card) =>
      prepared.vaccines.some((one) => one.vaccineCode === card.vaccineCode && one.species.includes(species)),
    ).length;
  const none = prepared.animals.filter(
    (one) => (refusedOf.get(one.animalId)?.length ?? 0) >= Math.max(1, shots(one.species)),
  );
  return Object.fromEntries(
    Object.entries(marks).filter(([id, mark]) => mark.scanned || !none.some((one) => String(one.animalId) === id)),
  );
}
