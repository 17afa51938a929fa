import type { TextArgs } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Scope } from '#kit/server/db/scope.ts';
import type { Cause } from '#kit/server/http/reasons.ts';

/**
 * The places other modules put their functions into. The registry calls nobody above it: what they know (a pledge, a
 * withdrawal period, a tag in a box) they say here, in the transaction that asks.
 */

export type ExitKind = 'saleOut' | 'homeSlaughter' | 'slaughter' | 'death' | 'cull' | 'missing';

/** Why an animal may not do what is asked of it. `key` names the sentence, `wayOut` the one that says what to do about it. */
export interface Block extends Cause {
  readonly animalId: number;
}

export interface ExitAsk {
  readonly kind: ExitKind;
  readonly purpose?: string | undefined;
  readonly animalIds: readonly number[];
  readonly byPrincipalId: number | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface HandoverAsk {
  readonly purpose: string | undefined;
  readonly fromId: number;
  readonly toId: number;
  readonly animalIds: readonly number[];
  readonly toPenId: number | null;
  /** A move from pen to pen of the same house: nobody changes hands or house. */
  readonly withinHovel?: boolean;
  readonly byPrincipalId: number | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface LeaveAsk {
  readonly staffId: number;
  readonly kind: 'leave' | 'areaChange';
}

export interface Reason {
  readonly bizCode: string;
  readonly key: string;
  readonly args?: TextArgs;
}

interface Guard<Ask, Answer> {
  ask(tx: Tx, ask: Ask): Promise<readonly Answer[]>;
  /** Told of a refusal once it is rolled back; `scope` says in which tenant and by whom it was tried. What is to stay is written in a transaction of its own. */
  refused?(scope: Scope, ask: Ask, answers: readonly Answer[]): void | Promise<void>;
}

export interface Asking {
  /** Who tries it, where the transaction runs under another name. */
  readonly scope?: Scope | undefined;
  /** Only to know: nobody is told of a refusal. */
  readonly dry?: boolean | undefined;
}

/** A list of guards by the module that set them; all are asked, and all their answers count. */
class Guards<Ask, Answer> {
  readonly #all = new Map<string, Guard<Ask, Answer>>();
  register(module: string, guard: Guard<Ask, Answer>): void {
    this.#all.set(module, guard);
  }
  async ask(tx: Tx, ask: Ask, { scope = tx.scope, dry = false }: Asking = {}): Promise<Answer[]> {
    const found: Answer[] = [];
    for (const guard of this.#all.values()) {
      const answers = await guard.ask(tx, ask);
      if (answers.length > 0 && guard.refused && !dry) tx.onRollback(async () => guard.refused?.(scope, ask, answers));
      found.push(...answers);
    }
    return found;
  }
}

/** Told in the same transaction; one that throws undoes the change. */
class Listeners<News> {
  readonly #all = new Map<string, (tx: Tx, news: News) => Promise<void>>();
  register(module: string, listener: (tx: Tx, news: News) => Promise<void>): void {
    this.#all.set(module, listener);
  }
  async tell(tx: Tx, news: News): Promise<void> {
    for (const listener of this.#all.values()) await listener(tx, news);
  }
}

/** What an animal may be free for. */
export const doorNames = ['sell', 'move', 'slaughter', 'pledge', 'insure', 'treat'] as const;
export type DoorName = (typeof doorNames)[number];
export interface DoorAsk {
  readonly animalId: number;
  readonly earTag: string;
  readonly species: string;
  readonly principalId: number;
  readonly regionCode: number;
  /** Who asks speaks for its holder or its owner. */
  readonly isOwn: boolean;
}

/** What shuts a door besides the guards of changes; each module says what it knows, in the sight of who asks. */
class Doors {
  readonly #all = new Map<string, (tx: Tx, ask: DoorAsk) => Promise<readonly Cause[]>>();
  register(module: string, doors: readonly DoorName[], ask: (tx: Tx, ask: DoorAsk) => Promise<readonly Cause[]>): void {
    for (const door of doors) this.#all.set(`${door} ${module}`, ask);
  }
  async ask(tx: Tx, door: DoorName, ask: DoorAsk): Promise<Cause[]> {
    const found: Cause[] = [];
    for (const [key, one] of this.#all) if (key.startsWith(`${door} `)) found.push(...(await one(tx, ask)));
    return found;
  }
}
export const doors = new Doors();

export const exitGuards = new Guards<ExitAsk, Block>();
export const handoverGuards = new Guards<HandoverAsk, Block>();
export const leaveGuards = new Guards<LeaveAsk, Reason>();
export const closeGuards = new Guards<{ readonly principalId: number }, Reason>();

export interface EntryNews {
  readonly entryId: number;
  readonly entryKind: string;
  readonly animalIds: readonly number[];
  readonly principalId: number;
}
export interface ExitNews {
  readonly changeId: number;
  readonly kind: ExitKind;
  readonly animalIds: readonly number[];
  readonly happenedOn: string;
  readonly facts: Readonly<Record<string, unknown>>;
}
export interface HandoverNews {
  readonly changeId: number;
  readonly purpose: string | undefined;
  readonly fromId: number;
  readonly toId: number;
  readonly animalIds: readonly number[];
}
export interface TagNews {
  readonly animalId: number;
  readonly tagKind: 'ear' | 'electronic';
  readonly oldTag: string;
  readonly newTag: string;
  readonly reason: string;
  readonly mergedFromId?: number;
}
export interface RestoredNews {
  readonly docRef: DocRef;
  readonly animalIds: readonly number[];
}
export interface DocRef {
  readonly entity: string;
  readonly id: number;
  readonly docNo: string;
}

export const onEntry = new Listeners<EntryNews>();
export const onExit = new Listeners<ExitNews>();
export const onHandover = new Listeners<HandoverNews>();
export const onTagReplaced = new Listeners<TagNews>();
export const onRestored = new Listeners<RestoredNews>();
export const onPrincipalMoved = new Listeners<{
  readonly principalId: number;
  readonly from: number;
  readonly to: number;
}>();
export const onPrincipalMerged = new Listeners<{ readonly loserId: number; readonly survivorId: number }>();

/** What is asked of the stock of tags before numbers are worn. */
export interface TagCheck {
  /** How the animals come in; `replaced` for another number on an animal that is there. */
  readonly entryKind: string;
  /** The holder's `tag_check_mode`: off, warn or strict. */
  readonly mode: string;
  readonly wornOn: string;
  readonly principalId: number;
  readonly staffId: number | null;
  readonly items: readonly { readonly code: string; readonly species: string; readonly eid?: string }[];
}

/** What is wrong with the origin of a number; refused or told as the store says. The last word of `key` is its code. */
export interface TagFinding {
  readonly code: string;
  readonly level: 'warn' | 'error';
  readonly key: string;
  readonly args?: TextArgs;
}

/** Why a number is worn no more, or again: what became of its animal, `replaced`, `merged` or `worn`. */
export interface ClosedTag {
  readonly code: string;
  readonly cause: 'sold' | 'slaughtered' | 'dead' | 'culled' | 'missing' | 'replaced' | 'merged' | 'worn';
  /** Of a replacement: lost, damaged, … */
  readonly reason?: string;
  readonly on: string;
  readonly nextCode?: string;
}

/** The stock of tags, which knows who was given which number. */
export interface TagStore {
  check(tx: Tx, asked: TagCheck): Promise<readonly TagFinding[]>;
  consume(
    tx: Tx,
    used: {
      readonly mode: string;
      readonly wornOn: string;
      readonly principalId: number;
      readonly staffId: number | null;
      readonly items: readonly { readonly code: string; readonly animalId: number }[];
      readonly doc: DocRef;
    },
  ): Promise<void>;
  giveBack(tx: Tx, codes: readonly string[], doc: DocRef): Promise<void>;
  close(tx: Tx, items: readonly ClosedTag[], doc: DocRef): Promise<void>;
}

let store: TagStore | null = null;
export const registerTagStore = (one: TagStore | null): void => {
  store = one;
};
export const tagStore = (): TagStore | null => store;

/** Cuts the regions of sub-administrators of these units to what the units hold now; answers how many were touched, or would be. */
export type SubAdminClip = (tx: Tx, heldBy: ReadonlyMap<number, readonly number[]>, dryRun: boolean) => Promise<number>;
let clip: SubAdminClip | null = null;
export const registerSubAdminClip = (one: SubAdminClip): void => {
  clip = one;
};
export const clipSubAdmins: SubAdminClip = async (tx, heldBy, dryRun) => (clip ? clip(tx, heldBy, dryRun) : 0);

/** Of the treatments an animal was given, the records whose protection still holds on a day; whoever keeps them says so. */
export type Protection = (tx: Tx, animalId: number, on: string) => Promise<ReadonlySet<number>>;
let protection: Protection | null = null;
export const registerProtection = (one: Protection): void => {
  protection = one;
};
export const protectionOf: Protection = async (tx, animalId, on) =>
  protection ? protection(tx, animalId, on) : new Set();

/** Heads of a holder that were counted and have no number yet; whoever keeps the counts says how many there are now. */
export type UntaggedHeads = (tx: Tx, principalId: number, species: readonly string[]) => Promise<number>;
let untagged: UntaggedHeads | null = null;
export const registerUntagged = (one: UntaggedHeads): void => {
  untagged = one;
};
export const untaggedOf: UntaggedHeads = async (tx, principalId, species) =>
  untagged ? untagged(tx, principalId, species) : 0;
