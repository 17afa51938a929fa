import { useEffect, useRef, useState } from 'react';
import { forget, keep, kept } from '#kit/web/offline/vault.ts';
import type { DueAnimal, Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { tickDue } from './compute.ts';
import { type Mark, type Mode, newForm, type VisitForm } from './form.ts';

interface Typed {
  readonly form: VisitForm;
  readonly prepared: Prepared;
}

const draftName = 'visit:typing';
export const typedSoFar = () => kept<Typed>(draftName);

/** What is being filled in; kept on the device with every stroke, so that nothing typed is lost. */
export function useVisit() {
  const [typed, setTyped] = useState<Typed | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const store = (next: Typed | null) => {
    clearTimeout(timer.current);
    if (next) timer.current = setTimeout(() => void keep(draftName, next), 300);
    else void forget(draftName);
  };
  const change = (next: Partial<VisitForm>) =>
    setTyped((last) => {
      if (!last) return last;
      const now = { ...last, form: { ...last.form, ...next } };
      store(now);
      return now;
    });
  const mark = (animalId: number, one: Mark | null) =>
    setTyped((last) => {
      if (!last) return last;
      const { [animalId]: before, ...rest } = last.form.marks;
      const marks = one ? { ...rest, [animalId]: { ...(before?.scanned && { scanned: true }), ...one } } : rest;
      const now = { ...last, form: { ...last.form, marks } };
      store(now);
      return now;
    });
  return {
    typed,
    change,
    mark,
    scanned: (animals: readonly DueAnimal[]) =>
      change({
        marks: {
          ...typed?.form.marks,
          ...Object.fromEntries(animals.map((one) => [one.animalId, { result: 'done' as const, scanned: true }])),
        },
      }),
    /** Animals of the household that were registered while the sheet was open. */
    join: (animals: readonly DueAnimal[]) =>
      setTyped((last) => {
        if (!last) return last;
        const known = new Set(last.prepared.animals.map((one) => one.animalId));
        const marks = Object.fromEntries(
          animals.map((one) => [one.animalId, { result: 'done' as const, scanned: true }]),
        );
        const now = {
          prepared: {
            ...last.prepared,
            animals: [...animals.filter((one) => !known.has(one.animalId)), ...last.prepared.animals],
          },
          form: { ...last.form, marks: { ...last.form.marks, ...marks } },
        };
        store(now);
        return now;
      }),
    begin: (prepared: Prepared, mode: Mode) => {
      const form = newForm(prepared, mode);
      setTyped({ prepared, form: { ...form, marks: tickDue(prepared, form) } });
    },
    /** A sheet that was written before: from the queue, from the device, or from the server. */
    take: (prepared: Prepared, form: VisitForm) => {
      // The same sheet under the same key: whatever became of it before, it can be recorded once.
      const next = { prepared, form };
      store(next);
      setTyped(next);
    },
    drop: () => {
      store(null);
      setTyped(null);
    },
  };
}
