import type { SpeciesRules } from '../setting/parameters.ts';
import { addDays, daysBetween } from './days.ts';
import { type Match, matchCalving, type Served, type Window, windowOf } from './match.ts';

/**
 * Cycles are a fold over the records of one female: the same records give the same cycles, in whatever order they arrived.
 * Nothing of a cycle is entered by hand.
 */

export type CycleStatus = 'open' | 'served' | 'pregnant' | 'calved' | 'aborted' | 'ended';
export type Outcome = 'pending' | 'repeated' | 'empty' | 'pregnant' | 'calved' | 'aborted' | 'unknown';

export interface ServiceRecord extends Served {
  readonly kind: 'service';
  /** Milliseconds: shots of a heat are hours apart. */
  readonly at: number;
  readonly straws: number;
}
export interface CheckRecord {
  readonly kind: 'check';
  readonly id: number;
  readonly on: string;
  readonly result: 'pregnant' | 'empty' | 'suspect' | 'aborted';
  readonly fetusDays: number | null;
  readonly namedServiceId: number | null;
  readonly recheckOn: string | null;
}
export interface CalvingRecord {
  readonly kind: 'calving';
  readonly id: number;
  readonly on: string;
  readonly namedServiceId: number | null;
}
/** The animal left, or is not to be bred any more; `backOn` where it came back or was taken up again. */
export interface EndRecord {
  readonly kind: 'end';
  readonly id: number;
  readonly on: string;
  readonly reason: string;
  readonly backOn: string | null;
}
export type CycleRecord = ServiceRecord | CheckRecord | CalvingRecord | EndRecord;

export interface FemaleFacts {
  readonly birthDate: string;
  readonly entryOn: string;
  /** Parity when she came, before any record here. */
  readonly parityAtStart: number;
  readonly firstServiceMonths: number;
  readonly gestation: number | null;
}

export interface Cycle {
  readonly cycleNo: number;
  parityBefore: number;
  openedOn: string;
  openedBy: 'age' | 'calved' | 'aborted' | 'entered';
  heats: number;
  straws: number;
  firstServedOn: string | null;
  lastServiceId: number | null;
  lastServedOn: string | null;
  lastSireCode: string | null;
  watchFrom: string | null;
  watchTo: string | null;
  checkDueOn: string | null;
  expectedOn: string | null;
  pregnantServiceId: number | null;
  pregnantOn: string | null;
  calvingId: number | null;
  closedOn: string | null;
  endReason: string | null;
  status: CycleStatus;
}
export interface ServiceState {
  cycleNo: number;
  heatNo: number;
  shotNo: number;
  intervalDays: number | null;
  parity: number;
  outcome: Outcome;
  outcomeOn: string | null;
}
export interface Folded {
  readonly cycles: readonly Cycle[];
  readonly services: ReadonlyMap<number, ServiceState>;
  readonly checks: ReadonlyMap<number, { cycleNo: number; serviceId: number | null; daysAfter: number | null }>;
  readonly calvings: ReadonlyMap<number, Match & { cycleNo: number; parity: number }>;
  readonly parity: number;
}

const order = { service: 0, check: 1, calving: 2, end: 3 } as const;
const dayOfRecord = (one: CycleRecord): string => (one.kind === 'service' ? one.servedOn : one.on);

function inOrder(records: readonly CycleRecord[]): CycleRecord[] {
  return [...records].sort((a, b) => {
    const [x, y] = [dayOfRecord(a), dayOfRecord(b)];
    if (x !== y) return x < y ? -1 : 1;
    if (order[a.kind] !== order[b.kind]) return order[a.kind] - order[b.kind];
    if (a.kind === 'service' && b.kind === 'service' && a.at !== b.at) return a.at - b.at;
    return a.id - b.id;
  });
}

const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), Math.min(date, last))).toISOString().slice(0, 10);
};

/** R25: the heat a check judges: the one named, the one the age of the fetus points to, else the last. */
function judgedBy(check: CheckRecord, served: readonly ServiceRecord[]): ServiceRecord | undefined {
  const before = served.filter((one) => one.servedOn <= check.on);
  const named = before.find((one) => one.id === check.namedServiceId);
  if (named) return named;
  if (check.fetusDays) {
    const off = (one: ServiceRecord) => Math.abs(daysBetween(one.servedOn, check.on) - (check.fetusDays ?? 0));
    const near = before.filter((one) => off(one) <= 10).sort((a, b) => off(a) - off(b))[0];
    if (near) return near;
  }
  return before.at(-1);
}

class Fold {
  readonly #facts: FemaleFacts;
  readonly #rules: SpeciesRules;
  readonly #window: Window;
  readonly cycles: Cycle[] = [];
  readonly services = new Map<number, ServiceState>();
  readonly checks = new Map<number, { cycleNo: number; serviceId: number | null; daysAfter: number | null }>();
  readonly calvings = new Map<number, Match & { cycleNo: number; parity: number }>();
  parity: number;
  #served: ServiceRecord[] = [];

  constructor(facts: FemaleFacts, rules: SpeciesRules) {
    this.#facts = facts;
    this.#rules = rules;
    this.#window = windowOf(rules, facts.gestation);
    this.parity = facts.parityAtStart;
  }

  get #live(): Cycle | undefined {
    const last = this.cycles.at(-1);
    return last && last.closedOn === null ? last : undefined;
  }

  open(on: string, by: Cycle['openedBy']): Cycle {
    this.#served = [];
    const cycle: Cycle = {
      cycleNo: this.cycles.length + 1,
      parityBefore: this.parity,
      openedOn: on,
      openedBy: by,
      heats: 0,
      straws: 0,
      firstServedOn: null,
      lastServiceId: null,
      lastServedOn: null,
      lastSireCode: null,
      watchFrom: null,
      watchTo: null,
      checkDueOn: null,
      expectedOn: null,
      pregnantServiceId: null,
      pregnantOn: null,
      calvingId: null,
      closedOn: null,
      endReason: null,
      status: 'open',
    };
    this.cycles.push(cycle);
    return cycle;
  }

  /** She is of age, or came grown; a record before that opens her first cycle itself. */
  begin(first: string | undefined): void {
    const { birthDate, entryOn, firstServiceMonths, parityAtStart } = this.#facts;
    const ofAge = monthsAfter(birthDate, firstServiceMonths);
    const [on, by] =
      ofAge > entryOn && parityAtStart === 0 ? ([ofAge, 'age'] as const) : ([entryOn, 'entered'] as const);
    this.open(first && first < on ? first : on, by);
  }

  take(record: CycleRecord): void {
    if (record.kind === 'service') this.#serve(record);
    else if (record.kind === 'check') this.#check(record);
    else if (record.kind === 'calving') this.#calve(record);
    else this.#end(record);
  }

  #cycleFor(on: string): Cycle {
    return this.#live ?? this.open(on, 'entered');
  }

  #serve(one: ServiceRecord): void {
    const cycle = this.#cycleFor(one.servedOn);
    const last = this.#served.at(-1);
    const before = last && this.services.get(last.id);
    const same = last && before && one.at - last.at <= this.#rules.sameHeatHours * 3_600_000;
    const heatNo = same ? before.heatNo : (before?.heatNo ?? 0) + 1;
    const shotNo = same ? before.shotNo + 1 : 1;
    if (!same) this.#settleHeats(one.servedOn, 'repeated', heatNo);
    this.services.set(one.id, {
      cycleNo: cycle.cycleNo,
      heatNo,
      shotNo,
      intervalDays: last ? daysBetween(last.servedOn, one.servedOn) : null,
      parity: cycle.parityBefore,
      outcome: 'pending',
      outcomeOn: null,
    });
    this.#served.push(one);
    cycle.heats = heatNo;
    cycle.straws += one.straws;
    cycle.firstServedOn ??= one.servedOn;
    cycle.lastServiceId = one.id;
    cycle.lastServedOn = one.servedOn;
    cycle.lastSireCode = one.sireCode;
    cycle.watchFrom = addDays(one.servedOn, this.#rules.cycleFrom);
    cycle.watchTo = addDays(one.servedOn, this.#rules.cycleTo);
    cycle.checkDueOn = addDays(one.servedOn, this.#rules.checkDue);
    cycle.expectedOn = addDays(one.servedOn, this.#window.gestation);
    cycle.pregnantServiceId = null;
    cycle.pregnantOn = null;
    cycle.status = 'served';
  }

  /** Heats of this cycle that nobody has judged yet, those before `below`. */
  #settleHeats(on: string, outcome: Outcome, below = Number.POSITIVE_INFINITY): void {
    for (const one of this.#served) {
      const state = this.services.get(one.id);
      if (state && state.heatNo < below && (state.outcome === 'pending' || state.outcome === 'pregnant')) {
        state.outcome = outcome;
        state.outcomeOn = on;
      }
    }
  }

  #setHeat(service: ServiceRecord, outcome: Outcome, on: string): void {
    const heatNo = this.services.get(service.id)?.heatNo;
    for (const one of this.#served) {
      const state = this.services.get(one.id);
      if (state && state.heatNo === heatNo) {
        state.outcome = outcome;
        state.outcomeOn = on;
      }
    }
  }

  #check(one: CheckRecord): void {
    const cycle = this.#cycleFor(one.on);
    const judged = judgedBy(one, this.#served);
    const daysAfter = judged ? daysBetween(judged.servedOn, one.on) : null;
    this.checks.set(one.id, { cycleNo: cycle.cycleNo, serviceId: judged?.id ?? null, daysAfter });
    if (one.result === 'suspect') {
      if (cycle.status === 'served') cycle.checkDueOn = one.recheckOn ?? addDays(one.on, 14);
      return;
    }
    if (one.result === 'pregnant') {
      if (judged) {
        this.#settleHeats(one.on, 'empty');
        this.#setHeat(judged, 'pregnant', one.on);
        cycle.expectedOn = addDays(judged.servedOn, this.#window.gestation);
      } else if (one.fetusDays) cycle.expectedOn = addDays(one.on, this.#window.gestation - one.fetusDays);
      cycle.pregnantServiceId = judged?.id ?? null;
      cycle.pregnantOn = one.on;
      cycle.checkDueOn = null;
      cycle.watchFrom = null;
      cycle.watchTo = null;
      cycle.status = 'pregnant';
      return;
    }
    if (one.result === 'empty') {
      this.#settleHeats(one.on, 'empty');
      cycle.pregnantServiceId = null;
      cycle.pregnantOn = null;
      cycle.checkDueOn = null;
      cycle.watchFrom = null;
      cycle.watchTo = null;
      cycle.expectedOn = null;
      cycle.status = 'open';
      return;
    }
    this.#settleHeats(one.on, 'empty');
    if (judged) this.#setHeat(judged, 'aborted', one.on);
    this.#close(cycle, one.on, 'aborted', 'aborted');
    this.open(one.on, 'aborted');
  }

  #calve(one: CalvingRecord): void {
    const cycle = this.#cycleFor(one.on);
    const match = matchCalving(this.#served, one.on, this.#window, one.namedServiceId);
    const father = this.#served.find((service) => service.id === match.serviceId);
    this.#settleHeats(one.on, 'empty');
    if (father) this.#setHeat(father, 'calved', one.on);
    this.parity += 1;
    cycle.calvingId = one.id;
    this.calvings.set(one.id, { ...match, cycleNo: cycle.cycleNo, parity: this.parity });
    this.#close(cycle, one.on, 'calved', 'calved');
    this.open(one.on, 'calved');
  }

  #end(one: EndRecord): void {
    const cycle = this.#live;
    if (cycle) {
      this.#settleHeats(one.on, 'unknown');
      this.#close(cycle, one.on, 'ended', one.reason);
    }
    if (one.backOn) this.open(one.backOn, 'entered');
  }

  #close(cycle: Cycle, on: string, status: CycleStatus, reason: string): void {
    cycle.closedOn = on;
    cycle.status = status;
    cycle.endReason = reason;
    cycle.watchFrom = null;
    cycle.watchTo = null;
    cycle.checkDueOn = null;
    if (status !== 'calved') cycle.expectedOn = null;
  }
}

export function foldCycles(records: readonly CycleRecord[], facts: FemaleFacts, rules: SpeciesRules): Folded {
  const fold = new Fold(facts, rules);
  const sorted = inOrder(records);
  fold.begin(sorted[0] && dayOfRecord(sorted[0]));
  for (const record of sorted) fold.take(record);
  const { cycles, services, checks, calvings, parity } = fold;
  return { cycles, services, checks, calvings, parity };
}
