import { ApiError, call } from '#kit/web/api/client.ts';
import { patience } from '#kit/web/field/network.ts';
import { defineOutbox, withFiles as sendFiles, type Waiting } from '#kit/web/field/outbox.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { addVisit, type Prepared, type RefusedAnimal } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { bodyOf } from '../sheet/compute.ts';
import type { VisitForm } from '../sheet/form.ts';

export interface Queued extends Waiting {
  readonly form: VisitForm;
  readonly prepared: Prepared;
  readonly heads: number;
  /** Doses by lot, so that the box shows what is really left. */
  readonly taken: Readonly<Record<string, number>>;
  readonly refused?: readonly RefusedAnimal[];
  readonly docNo?: string;
}

const bizType = 'prevention.immunisationVisit';
const picturesOf = (form: VisitForm) => [...form.photos, ...form.proofs, ...(form.sign ? [form.sign] : [])];

function withPicture(form: VisitForm, picture: Picture): VisitForm {
  const swap = (one: Picture) => (one.key === picture.key ? picture : one);
  return {
    ...form,
    photos: form.photos.map(swap),
    proofs: form.proofs.map(swap),
    sign: form.sign && swap(form.sign),
  };
}

/** Sends the pictures of a sheet that is still open. */
export const withFiles = (form: VisitForm, onStep: (next: VisitForm) => void) =>
  sendFiles(form, { bizType, picturesOf, withPicture }, onStep);

export const outbox = defineOutbox<Queued>({
  name: 'visit',
  bizType,
  keyOf: (one) => one.form.clientKey,
  picturesOf: (one) => picturesOf(one.form),
  withPicture: (one, picture) => ({ ...one, form: withPicture(one.form, picture) }),
  send: async ({ form, prepared, queuedAt }) => {
    const made = await call(addVisit, {
      body: { ...bodyOf(prepared, form), endedAt: form.endedAt ?? queuedAt, skipRefused: true },
      idempotencyKey: form.clientKey,
      quiet: true,
      signal: AbortSignal.timeout(patience),
    });
    return { docNo: made.docNo, refused: made.refused };
  },
  refusal: (error) => ({
    refused: (error instanceof ApiError && (error.data as { refused?: RefusedAnimal[] } | undefined)?.refused) || [],
  }),
});

/** Doses that are written down but not yet taken out of the box. */
export const owedOf = (items: readonly Queued[], lotId: number): number =>
  items.filter((one) => one.state !== 'sent').reduce((sum, one) => sum + (one.taken[lotId] ?? 0), 0);
