import { create } from 'zustand';
import { ApiError, call } from '#kit/web/api/client.ts';
import { forget, keep, kept, keptNames } from '#kit/web/offline/vault.ts';
import { addVisit, type Prepared, type RefusedAnimal } from '#modules/prevention/contract/visit-sheet.ts';
import type { VisitForm } from './form.ts';
import { isOffline } from './pack.ts';
import { dropPicture, sendPictures } from './pictures-store.ts';
import { bodyOf } from './reckon.ts';

export interface Queued {
  readonly form: VisitForm;
  readonly prepared: Prepared;
  readonly heads: number;
  /** Doses by lot, so that the box shows what is really left. */
  readonly taken: Readonly<Record<string, number>>;
  readonly queuedAt: string;
  readonly state: 'waiting' | 'refused' | 'sent';
  readonly why?: string;
  readonly refused?: readonly RefusedAnimal[];
  readonly docNo?: string;
}

interface Outbox {
  readonly items: readonly Queued[];
  readonly isSending: boolean;
}

/** Sheets that wait for the network, in the order they were written. */
export const useOutbox = create<Outbox>()(() => ({ items: [], isSending: false }));

// By time first: the store answers names in order, and the order is the order of the visits.
const nameOf = (one: Queued) => `visit:queue:${one.queuedAt}:${one.form.clientKey}`;

export async function readOutbox(): Promise<void> {
  const names = await keptNames('visit:queue:');
  const read = await Promise.all(names.map((name) => kept<Queued>(name)));
  const items = read.filter((one) => one !== null);
  const near = useOutbox.getState().items.filter((one) => one.state === 'sent');
  const known = new Set(items.map((one) => one.form.clientKey));
  useOutbox.setState({ items: [...near.filter((one) => !known.has(one.form.clientKey)), ...items] });
}

function replace(next: Queued): void {
  useOutbox.setState(({ items }) => ({
    items: items.map((one) => (one.form.clientKey === next.form.clientKey ? next : one)),
  }));
}

export async function enqueue(one: Queued): Promise<void> {
  await keep(nameOf(one), one);
  useOutbox.setState(({ items }) => ({ items: [...items, one] }));
}

/** Taken out: to be corrected in the form, or given up. */
export async function takeOut(one: Queued, withPictures: boolean): Promise<void> {
  await forget(nameOf(one));
  useOutbox.setState(({ items }) => ({ items: items.filter((other) => other.form.clientKey !== one.form.clientKey) }));
  if (withPictures) await Promise.all(picturesOf(one.form).map(dropPicture));
}

export const picturesOf = (form: VisitForm) => [...form.photos, ...form.proofs, ...(form.sign ? [form.sign] : [])];

/** Pictures first, each remembered as soon as it is there: a line that breaks does not send it twice. */
export async function withFiles(form: VisitForm, onStep: (next: VisitForm) => Promise<void> | void = () => {}) {
  let next = form;
  const step = (change: Partial<VisitForm>) => {
    next = { ...next, ...change };
    return onStep(next);
  };
  const swap = (list: VisitForm['photos'], sent: VisitForm['photos'][number]) =>
    list.map((one) => (one.key === sent.key ? sent : one));
  await sendPictures(next.photos, (sent) => step({ photos: swap(next.photos, sent) }));
  await sendPictures(next.proofs, (sent) => step({ proofs: swap(next.proofs, sent) }));
  if (next.sign) await sendPictures([next.sign], (sent) => step({ sign: sent }));
  return next;
}

async function sendOne(one: Queued): Promise<'sent' | 'refused' | 'offline'> {
  let current = one;
  const save = async (change: Partial<Queued>) => {
    current = { ...current, ...change };
    await keep(nameOf(current), current);
    replace(current);
  };
  try {
    const form = await withFiles(one.form, (next) => save({ form: next }));
    const made = await call(addVisit, {
      body: { ...bodyOf(one.prepared, form), endedAt: one.queuedAt, skipRefused: true },
      idempotencyKey: form.clientKey,
      quiet: true,
    });
    await forget(nameOf(current));
    await Promise.all(picturesOf(form).map(dropPicture));
    replace({ ...current, state: 'sent', docNo: made.docNo, refused: made.refused });
    return 'sent';
  } catch (error) {
    if (isOffline(error) || (error instanceof ApiError && error.code === 401)) return 'offline';
    const data = error instanceof ApiError ? (error.data as { refused?: RefusedAnimal[] } | undefined) : undefined;
    const marks = error instanceof ApiError ? error.errors.map((mark) => mark.msg) : [];
    await save({
      state: 'refused',
      why: [error instanceof Error ? error.message : '', ...marks].filter(Boolean).join(' · '),
      refused: data?.refused ?? [],
    });
    return 'refused';
  }
}

/** Sends what waits, one after the other; one that is refused waits for its correction and stops nobody. */
export async function sendAll(onSent?: () => void): Promise<void> {
  if (useOutbox.getState().isSending) return;
  useOutbox.setState({ isSending: true });
  try {
    for (const one of useOutbox.getState().items.filter((item) => item.state === 'waiting')) {
      const how = await sendOne(one);
      if (how === 'offline') return;
      onSent?.();
    }
  } finally {
    useOutbox.setState({ isSending: false });
  }
}

/** Doses that are written down but not yet taken out of the box. */
export const owedOf = (items: readonly Queued[], lotId: number): number =>
  items.filter((one) => one.state !== 'sent').reduce((sum, one) => sum + (one.taken[lotId] ?? 0), 0);
