import { create } from 'zustand';
import { ApiError, call } from '#kit/web/api/client.ts';
import { readToken } from '#kit/web/api/token.ts';
import { kept, keptNames, owe, owedPrefix, settle } from '#kit/web/offline/vault.ts';
import { addVisit, type Prepared, type RefusedAnimal } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { bodyOf } from '../sheet/compute.ts';
import type { VisitForm } from '../sheet/form.ts';
import { isOffline, patience } from './pack.ts';
import { dropPicture, sendPictures } from './pictures-store.ts';

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
  /** How often it was sent and somebody else's work was in the way. */
  readonly tries?: number;
}

interface Outbox {
  readonly items: readonly Queued[];
  readonly isSending: boolean;
}

/** Sheets that wait for the network, in the order they were written. */
export const useOutbox = create<Outbox>()(() => ({ items: [], isSending: false }));

// By time first: the store answers names in order, and the order is the order of the visits.
const queue = 'visit:';
const nameOf = (one: Queued) => `${queue}${one.queuedAt}:${one.form.clientKey}`;
/** What the device holds, so that a sheet it could not hold is not taken for one that was settled in another tab. */
const held = new Set<string>();

export async function readOutbox(): Promise<void> {
  const names = await keptNames(owedPrefix + queue);
  const read = await Promise.all(names.map((name) => kept<Queued>(name)));
  const items = read.filter((one) => one !== null);
  const known = new Set(items.map((one) => one.form.clientKey));
  const isNear = (one: Queued) =>
    !known.has(one.form.clientKey) && (one.state === 'sent' || !held.has(one.form.clientKey));
  const near = useOutbox.getState().items.filter(isNear);
  for (const key of known) held.add(key);
  useOutbox.setState({ items: [...near, ...items].toSorted((a, b) => a.queuedAt.localeCompare(b.queuedAt)) });
}

async function store(one: Queued): Promise<boolean> {
  const isHeld = await owe(nameOf(one), one);
  held[isHeld ? 'add' : 'delete'](one.form.clientKey);
  return isHeld;
}

function replace(next: Queued): void {
  useOutbox.setState(({ items }) => ({
    items: items.map((one) => (one.form.clientKey === next.form.clientKey ? next : one)),
  }));
}

/** False: the device cannot hold it, and it lives as long as this page. */
export async function enqueue(one: Queued): Promise<boolean> {
  useOutbox.setState(({ items }) => ({ items: [...items, one] }));
  const isHeld = await store(one);
  sendLater();
  return isHeld;
}

/** Taken out: to be corrected in the form, or given up. */
export async function takeOut(one: Queued, withPictures: boolean): Promise<void> {
  await settle(nameOf(one));
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

const mostTries = 10;

/** Nobody has judged the sheet: the line, the session or the server was away, or somebody else held its rows. */
function isNoVerdict(error: unknown): boolean {
  if (isOffline(error)) return true;
  if (!(error instanceof ApiError) || error.bizCode) return false;
  return error.code >= 500 || [401, 408, 409, 425, 429].includes(error.code);
}

/** The server no longer has pictures it once took: they are sent again, as long as the device has them. */
const lacksFiles = (error: unknown) =>
  error instanceof ApiError && error.errors.some((mark) => /fileIds|photos|Proof|Sign/.test(mark.field));

function unsent(form: VisitForm): VisitForm {
  const again = ({ fileId: _, ...picture }: VisitForm['photos'][number]) => picture;
  return {
    ...form,
    photos: form.photos.map(again),
    proofs: form.proofs.map(again),
    sign: form.sign && again(form.sign),
  };
}

async function sendOne(one: Queued): Promise<'sent' | 'refused' | 'later'> {
  let current = one;
  const save = async (change: Partial<Queued>) => {
    current = { ...current, ...change };
    await store(current);
    replace(current);
  };
  const deliver = async (from: VisitForm) => {
    const form = await withFiles(from, (next) => save({ form: next }));
    return await call(addVisit, {
      body: { ...bodyOf(one.prepared, form), endedAt: form.endedAt ?? one.queuedAt, skipRefused: true },
      idempotencyKey: form.clientKey,
      quiet: true,
      signal: AbortSignal.timeout(patience),
    });
  };
  try {
    const made = await deliver(one.form).catch((error: unknown) => {
      if (lacksFiles(error)) return deliver(unsent(current.form));
      throw error;
    });
    await settle(nameOf(current));
    await Promise.all(picturesOf(current.form).map(dropPicture));
    replace({ ...current, state: 'sent', docNo: made.docNo, refused: made.refused });
    return 'sent';
  } catch (error) {
    const tries = (current.tries ?? 0) + (error instanceof ApiError && error.code === 409 ? 1 : 0);
    if (isNoVerdict(error) && tries < mostTries) {
      if (tries !== current.tries) await save({ tries });
      return 'later';
    }
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

const soonest = 5_000;
const latest = 120_000;
let pause = soonest;
let timer: ReturnType<typeof setTimeout> | undefined;
let heard: (() => void) | undefined;

/** The browser's word for "online" is a guess: what waits is tried again by itself, ever more seldom. */
function sendLater(): void {
  clearTimeout(timer);
  if (!useOutbox.getState().items.some((one) => one.state === 'waiting')) return;
  timer = setTimeout(() => void sendAll(), pause);
  pause = Math.min(pause * 2, latest);
}

/** Sends what waits, one after the other; one that is refused waits for its correction and stops nobody. */
export async function sendAll(onSent?: () => void): Promise<void> {
  if (onSent) heard = onSent;
  if (useOutbox.getState().isSending || readToken() === null) return;
  useOutbox.setState({ isSending: true });
  try {
    for (const one of useOutbox.getState().items.filter((item) => item.state === 'waiting')) {
      if ((await sendOne(one)) === 'later') return;
      pause = soonest;
      heard?.();
    }
  } finally {
    useOutbox.setState({ isSending: false });
    sendLater();
  }
}

/** Doses that are written down but not yet taken out of the box. */
export const owedOf = (items: readonly Queued[], lotId: number): number =>
  items.filter((one) => one.state !== 'sent').reduce((sum, one) => sum + (one.taken[lotId] ?? 0), 0);
