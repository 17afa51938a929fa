import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { isOffline, patience } from '#kit/web/field/network.ts';
import { dropPicture } from '#kit/web/field/picture-store.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { addVisit, checkVisit, type Prepared, saveVisitDraft } from '#modules/prevention/contract/visit/visit-sheet.ts';
import type { Preview } from '../confirm-dialog.tsx';
import { outbox, type Queued, withFiles } from '../offline/outbox.ts';
import { markDone } from '../offline/pack.ts';
import { useWords } from '../texts.ts';
import { bodyOf, type Computed, lacking } from './compute.ts';
import type { VisitForm } from './form.ts';

export type Saved = DataOf<typeof addVisit>;

interface Sheet {
  readonly prepared: Prepared;
  readonly form: VisitForm;
  readonly computed: Computed;
}

interface Ends {
  change(next: Partial<VisitForm>): void;
  onSaved(saved: Saved): void;
  /** False: the device cannot hold the sheet, it lives as long as the page. */
  onQueued(isHeld: boolean): void;
}

/** What the shots of a queued sheet change on this device until the server has it. */
function afterwards({ prepared, form, computed }: Sheet): Prepared {
  const animals = prepared.animals.map((animal) => {
    if (form.outcome !== 'done' || form.marks[animal.animalId]?.result !== 'done') return animal;
    const bad = new Set((computed.refusedOf.get(animal.animalId) ?? []).map((one) => one.lineNo));
    const codes = form.cards.flatMap((card, at) => {
      const vaccine = prepared.vaccines.find((one) => one.vaccineCode === card.vaccineCode);
      return vaccine?.species.includes(animal.species) && !bad.has(at + 1) && !bad.has(null)
        ? vaccine.diseaseCodes
        : [];
    });
    const shot = (code: string) => ({
      lastOn: form.visitedOn,
      shots: (animal.immunity[code]?.shots ?? 0) + 1,
      boosterDueOn: null,
      validUntil: null,
      state: 'protected',
    });
    return {
      ...animal,
      immunity: { ...animal.immunity, ...Object.fromEntries(codes.map((code) => [code, shot(code)])) },
      due: Object.fromEntries(Object.entries(animal.due).filter(([code]) => !codes.includes(code))),
    };
  });
  return { ...prepared, animals };
}

/** Ask, confirm, save; and where the network breaks on the way, keep and send later. */
export function useSubmit({ change, onSaved, onQueued }: Ends) {
  const t = useT();
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ sheet: Sheet; preview: Preview } | null>(null);

  const localPreview = ({ form, computed }: Sheet): Preview => ({
    isLocal: true,
    accepted: computed.heads,
    loose: computed.untaggedHeads,
    doses: computed.cards.reduce((sum, one) => sum + one.doses, 0),
    result: form.outcome,
    flags: [],
    refused: computed.refused.map((one) => ({
      earTag: one.animal.earTag,
      lineNo: one.lineNo,
      text: t.any(`prevention.refusal.${one.code}`, one.n === undefined ? {} : { n: one.n }),
    })),
  });

  const ask = async (sheet: Sheet) => {
    const lacks = lacking(sheet.form, sheet.computed);
    if (lacks) return notify('warning', words(lacks));
    setBusy(true);
    try {
      const form = await withFiles(sheet.form, change);
      const body = bodyOf(sheet.prepared, form);
      const answer = await call(checkVisit, { body, quiet: true, signal: AbortSignal.timeout(patience) });
      setAsked({
        sheet: { ...sheet, form },
        preview: {
          isLocal: false,
          accepted: form.outcome === 'done' ? sheet.computed.heads : 0,
          loose: sheet.computed.untaggedHeads,
          doses: answer.doses.reduce((sum, one) => sum + one.doses, 0),
          result: answer.result,
          flags: answer.flags,
          refused: answer.refused,
        },
      });
    } catch (error) {
      if (isOffline(error)) setAsked({ sheet, preview: localPreview(sheet) });
      else tell(error);
    } finally {
      setBusy(false);
    }
  };
  const tell = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    notify('error', [error.message, ...error.errors.map((one) => one.msg)].join(' · '));
  };

  const queue = async (sheet: Sheet) => {
    const taken: Record<string, number> = {};
    for (const [at, card] of sheet.form.cards.entries())
      if (card.lotId) taken[card.lotId] = (taken[card.lotId] ?? 0) + (sheet.computed.cards[at]?.doses ?? 0);
    const one: Queued = {
      form: sheet.form,
      prepared: sheet.prepared,
      heads: sheet.computed.heads + sheet.computed.untaggedHeads,
      taken: sheet.form.mode === 'self' ? {} : taken,
      queuedAt: new Date().toISOString(),
      state: 'waiting',
    };
    const isHeld = await outbox.enqueue(one);
    await markDone(sheet.form.mode, afterwards(sheet));
    onQueued(isHeld);
  };

  const confirm = async () => {
    if (!asked) return;
    const { preview } = asked;
    const form = { ...asked.sheet.form, endedAt: new Date().toISOString() };
    const sheet = { ...asked.sheet, form };
    setBusy(true);
    try {
      if (preview.isLocal) await queue(sheet);
      else {
        const saved = await call(addVisit, {
          body: { ...bodyOf(sheet.prepared, sheet.form), skipRefused: true },
          idempotencyKey: sheet.form.clientKey,
          quiet: true,
          signal: AbortSignal.timeout(patience),
        });
        for (const one of [...sheet.form.photos, ...sheet.form.proofs]) void dropPicture(one);
        onSaved({ ...saved, accepted: saved.accepted + preview.loose });
      }
      setAsked(null);
    } catch (error) {
      if (isOffline(error)) {
        await queue(sheet);
        setAsked(null);
      } else tell(error);
    } finally {
      setBusy(false);
    }
  };

  const saveDraft = async ({ prepared, form }: Sheet) => {
    setBusy(true);
    try {
      const sent = await withFiles(form, change);
      const saved = await call(saveVisitDraft, { body: bodyOf(prepared, sent), quiet: true });
      notify('success', words('draftSaved', { docNo: saved.docNo }));
    } catch (error) {
      if (isOffline(error)) notify('info', words('draftKept'));
      else tell(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, asked, ask, confirm, saveDraft, cancel: () => setAsked(null) };
}
