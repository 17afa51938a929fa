import { create } from 'zustand';
import { ApiError } from '#kit/web/api/client.ts';
import { readToken } from '#kit/web/api/token.ts';
import { kept, keptNames, owe, owedPrefix, settle } from '#kit/web/offline/vault.ts';
import { isOffline } from './network.ts';
import { dropPicture, type Picture, sendPictures } from './picture-store.ts';
import { tellRefused } from './waiting-sheets.ts';

/** What every waiting sheet has, whatever it says. */
export interface Waiting {
  readonly queuedAt: string;
  readonly state: 'waiting' | 'refused' | 'sent';
  readonly why?: string;
  /** How often it was sent and somebody else's work was in the way. */
  readonly tries?: number;
}

interface Parts<T extends Waiting> {
  /** Sheets lie on the device under it. */
  readonly name: string;
  /** Under which its pictures are filed. */
  readonly bizType: string;
  /** The sheet's own key, the same however often it is sent: it is the idempotency key too. */
  keyOf(one: T): string;
  picturesOf(one: T): readonly Picture[];
  /** The same sheet with one of its pictures, found by its key, replaced. */
  withPicture(one: T, picture: Picture): T;
  /** Makes the call; answers what the sheet is told by it. */
  send(one: T): Promise<Partial<T>>;
  /** What a refused sheet keeps of its refusal besides the reason. */
  refusal?(error: unknown): Partial<T>;
}

export type Outbox<T extends Waiting> = ReturnType<typeof defineOutbox<T>>;

const mostTries = 10;
const soonest = 5_000;
const latest = 120_000;

/** Nobody has judged the sheet: the line, the session or the server was away, or somebody else held its rows. */
function isNoVerdict(error: unknown): boolean {
  if (isOffline(error)) return true;
  if (!(error instanceof ApiError) || error.bizCode) return false;
  return error.code >= 500 || [401, 408, 409, 425, 429].includes(error.code);
}

/** The server no longer has pictures it once took: they are sent again, as long as the device has them. */
const lacksFiles = (error: unknown) =>
  error instanceof ApiError && error.errors.some((mark) => /file|photo|picture|proof|sign/i.test(mark.field));

/** Pictures first, each remembered as soon as it is there: a line that breaks does not send it twice. */
export async function withFiles<T>(
  sheet: T,
  {
    bizType,
    picturesOf,
    withPicture,
  }: Pick<Parts<T & Waiting>, 'bizType'> & {
    picturesOf(one: T): readonly Picture[];
    withPicture(one: T, picture: Picture): T;
  },
  onStep: (next: T) => Promise<void> | void = () => {},
): Promise<T> {
  let next = sheet;
  await sendPictures(picturesOf(sheet), bizType, (sent) => {
    next = withPicture(next, sent);
    return onStep(next);
  });
  return next;
}

/** Sheets that wait for the network, in the order they were written: sealed on the device, sent once each, pictures first. */
export function defineOutbox<T extends Waiting>(parts: Parts<T>) {
  const { keyOf, picturesOf, withPicture } = parts;
  const useOutbox = create<{ readonly items: readonly T[]; readonly isSending: boolean }>()(() => ({
    items: [],
    isSending: false,
  }));
  // By time first: the store answers names in order, and the order is the order of the sheets.
  const queue = `${parts.name}:`;
  const nameOf = (one: T) => `${queue}${one.queuedAt}:${keyOf(one)}`;
  /** What the device holds, so that a sheet it could not hold is not taken for one that was settled in another tab. */
  const held = new Set<string>();
  let pause = soonest;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard: (() => void) | undefined;
  /** Panels that show it just now. */
  let shown = 0;
  /** Told once while the application is open. */
  const told = new Set<string>();

  function tellOf(items: readonly T[]): void {
    for (const one of items) {
      if (one.state !== 'refused' || shown > 0 || told.has(keyOf(one))) continue;
      told.add(keyOf(one));
      tellRefused(parts.name, one.why ?? '');
    }
  }

  /** A panel shows it from now on, and hears of what was sent. */
  function watch(onSent: () => void): () => void {
    shown += 1;
    heard = onSent;
    return () => {
      shown -= 1;
      if (heard === onSent) heard = undefined;
    };
  }

  async function read(): Promise<void> {
    const names = await keptNames(owedPrefix + queue);
    const found = await Promise.all(names.map((name) => kept<T>(name)));
    const items = found.filter((one) => one !== null);
    const known = new Set(items.map(keyOf));
    const isNear = (one: T) => !known.has(keyOf(one)) && (one.state === 'sent' || !held.has(keyOf(one)));
    const near = useOutbox.getState().items.filter(isNear);
    for (const key of known) held.add(key);
    useOutbox.setState({ items: [...near, ...items].toSorted((a, b) => a.queuedAt.localeCompare(b.queuedAt)) });
    tellOf(items);
  }

  async function store(one: T): Promise<boolean> {
    const isHeld = await owe(nameOf(one), one);
    held[isHeld ? 'add' : 'delete'](keyOf(one));
    return isHeld;
  }

  const replace = (next: T) =>
    useOutbox.setState(({ items }) => ({ items: items.map((one) => (keyOf(one) === keyOf(next) ? next : one)) }));
  const dropPictures = (one: T) => Promise.all(picturesOf(one).map(dropPicture));

  /** False: the device cannot hold it, and it lives as long as this page. */
  async function enqueue(one: T): Promise<boolean> {
    useOutbox.setState(({ items }) => ({ items: [...items, one] }));
    const isHeld = await store(one);
    sendLater();
    return isHeld;
  }

  /** Taken out: to be corrected in the form, or given up. */
  async function takeOut(one: T, withPictures: boolean): Promise<void> {
    await settle(nameOf(one));
    useOutbox.setState(({ items }) => ({ items: items.filter((other) => keyOf(other) !== keyOf(one)) }));
    if (withPictures) await dropPictures(one);
  }

  async function sendOne(one: T): Promise<'sent' | 'refused' | 'later'> {
    let current = one;
    const save = async (next: T) => {
      current = next;
      await store(current);
      replace(current);
    };
    const deliver = async (from: T) => parts.send(await withFiles(from, parts, save));
    const unsent = (from: T) =>
      picturesOf(from).reduce((sheet, { fileId: _, ...picture }) => withPicture(sheet, picture), from);
    try {
      const told = await deliver(one).catch((error: unknown) => {
        if (lacksFiles(error)) return deliver(unsent(current));
        throw error;
      });
      await settle(nameOf(current));
      await dropPictures(current);
      replace({ ...current, state: 'sent', ...told });
      return 'sent';
    } catch (error) {
      const tries = (current.tries ?? 0) + (error instanceof ApiError && error.code === 409 ? 1 : 0);
      if (isNoVerdict(error) && tries < mostTries) {
        if (tries !== current.tries) await save({ ...current, tries });
        return 'later';
      }
      const marks = error instanceof ApiError ? error.errors.map((mark) => mark.msg) : [];
      const why = [error instanceof Error ? error.message : '', ...marks].filter(Boolean).join(' · ');
      await save({ ...current, state: 'refused', why, ...parts.refusal?.(error) });
      tellOf([current]);
      return 'refused';
    }
  }

  /** The browser's word for "online" is a guess: what waits is tried again by itself, ever more seldom. */
  function sendLater(): void {
    clearTimeout(timer);
    if (!useOutbox.getState().items.some((one) => one.state === 'waiting')) return;
    timer = setTimeout(() => void sendAll(), pause);
    pause = Math.min(pause * 2, latest);
  }

  /** Sends what waits, one after the other; one that is refused waits for its correction and stops nobody. */
  async function sendAll(onSent?: () => void): Promise<void> {
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

  return { keyOf, useOutbox, read, enqueue, takeOut, sendAll, watch };
}
