import { addDays } from '../visit/judge.ts';
import {
  type DrillAt,
  everyFlag,
  everyMode,
  heads,
  inPeriod,
  inSeason,
  list,
  live,
  type Make,
  type Of,
  type Proof,
  pages,
  type Query,
  type Read,
  record,
  settled,
  share,
  some,
  type Word,
} from './screen-drill.ts';

/* The campaign */

const coverage =
  (read: string, scale = 1): Make =>
  (at, of) => {
    const disease: Query = of.disease === undefined ? {} : { diseaseCode: of.disease };
    const { regionCode: parentCode, ...season } = inSeason(at);
    return {
      page: pages.coverage,
      query: { ...inSeason(at), ...disease },
      proof: {
        stat: 'ant/stat/coverage',
        query: { parentCode: parentCode as Word, ...season, ...disease },
        read,
        scale,
      },
    };
  };
/** Of age and not protected today, disease by disease. */
const lapsed: Make = (at, of) => {
  const drill = coverage('')(at, of);
  const read = { rows: 'total.total', sum: ['stock'], minus: ['young', 'protectedHeads'] };
  return { ...drill, proof: { ...drill.proof, read } as Proof };
};
/** A field of the season's days from one to another. */
const burnup =
  (days: (at: DrillAt, of: Of) => readonly [from: string, to: string], field: string): Make =>
  (at, of) => ({
    ...coverage('')(at, of),
    proof: {
      stat: 'ant/stat/burnup',
      query: { ...inSeason(at), ...(of.disease !== undefined && { diseaseCode: of.disease }) },
      read: { rows: '', between: { day: days(at, of) }, sum: [field] },
    },
  });
const onDay = (_: DrillAt, { day }: Of) => [String(day), String(day)] as const;
const due = coverage('total.total.due');

export const plan = list(pages.plan, 'ant/plan/list', (at, of) => ({
  ...inSeason(at),
  ...some(of, 'staffId', 'scale', 'principalId'),
}));
const unfinished = { status: 'todo,partial,absent,refused' };
const withDue = { status: 'todo,partial,done,absent,refused' };
const left = plan(['due'], { filter: unfinished, minus: ['done'] });

const visits = list(pages.logs, 'ant/visit/list', ({ regionCode, today }, of) => ({
  regionCode,
  mode: of.mode ?? everyMode,
  counted: 'true',
  visitedOnFrom: of.day ?? today,
  visitedOnTo: of.day ?? today,
}));
const makeup = list(pages.makeup, 'ant/routinePlan/list', ({ regionCode, today }, of) => ({
  regionCode,
  month: today.slice(0, 7),
  ...some(of, 'reason'),
}));
const makeupOf =
  (fields: readonly string[]): Make =>
  (at, of) =>
    makeup(fields.map((one) => `${one}.${of.reason}`))(at, of);

/* Who did it */

const workers = list(pages.workers, 'ant/worker/list', ({ regionCode }) => ({ regionCode, status: 'active' }));
const work =
  (read: Read | ((of: Of) => Read), days: (at: DrillAt, of: Of) => { from: string; to: string } = inPeriod): Make =>
  (at, of) => {
    const ask = { regionCode: at.regionCode, ...days(at, of) };
    return {
      page: pages.work,
      query: { ...ask, by: 'whole', ...some(of, 'staffId') },
      proof: { stat: 'ant/stat/workload', query: ask, read: typeof read === 'function' ? read(of) : read },
    };
  };
const oneWorker = (field: string) =>
  work(({ staffId = '' }) => ({ rows: 'rows', where: { key: String(staffId) }, sum: [field] }));
const thatDay = ({ today }: DrillAt, of: Of) => ({ from: String(of.day ?? today), to: String(of.day ?? today) });
const staff =
  (read: string): Make =>
  ({ regionCode }) => ({
    page: pages.staff,
    query: { regionCode },
    proof: { stat: 'ant/stat/staff', query: { regionCode }, read },
  });
const flags = list(pages.logs, 'ant/visit/list', (at, of) => ({
  regionCode: at.regionCode,
  mode: everyMode,
  counted: 'true',
  flag: of.flag ?? everyFlag,
  visitedOnFrom: inPeriod(at).from,
  visitedOnTo: inPeriod(at).to,
}));
const unclear = flags('rows', { filter: { cleared: 'false' } });
const clear = flags('rows', { filter: { cleared: 'true' } });

/* What shots did */

const cases = list(pages.cases, 'ant/stress/list', (at, of) => ({
  ...inSeason(at),
  status: live,
  ...some(of, 'lotNo', 'symptoms', 'status'),
}));
const stressStat =
  (read: (of: Of) => Read): Make =>
  (at, of) => ({
    page: pages.stress,
    query: inSeason(at),
    proof: { stat: 'ant/stat/stress', query: inSeason(at), read: read(of) },
  });
const lot = (field: string) =>
  stressStat(({ lotNo = '', vaccine = '' }) => ({
    rows: 'parts.lots',
    where: { lotNo, vaccineName: vaccine },
    sum: [field],
  }));
const afterHours = (field: string) =>
  stressStat(({ from = 0, to = 0 }) => ({
    rows: 'parts.hours',
    between: { from: [from, Number(to) - 1] },
    sum: [field],
  }));

/** One case, found by its number. */
const oneCase =
  (field: string): Make =>
  (_, { id = 0, docNo = '' }) => ({
    page: pages.cases,
    query: { docNo },
    proof: { stat: `ant/stress/${id}`, query: {}, read: field },
  });

/** Figures of the campaign, of those who carry it, and of what shots did. */
export const workDrills: Readonly<Record<string, Make>> = {
  'imm.coverage': coverage('total.total.coverage', 100),
  'imm.due': due,
  'imm.done': coverage('total.total.done'),
  'imm.density': coverage('total.total.density', 100),
  'imm.gap': coverage('total.gap'),
  'imm.planPct': coverage('planPct', 100),
  'imm.target': coverage('target', 100),
  'imm.lapsed': lapsed,
  'imm.forecast': coverage('forecast'),
  'imm.seasonVisits': coverage('total.visits'),
  'imm.doneToday': coverage('total.total.today'),
  'imm.gain': share(
    burnup(({ today }) => [addDays(today, -6), today], 'done'),
    due,
    100,
  ),
  'imm.doneBy': share(burnup(onDay, 'cumulated'), due),
  'imm.plannedBy': share(burnup(onDay, 'plan'), due),
  'imm.remaining': left,
  'imm.households': plan('rows', { filter: withDue }),
  'imm.householdsDone': plan('rows', { filter: { status: 'done' } }),
  'imm.householdRate': share(plan('rows', { filter: { status: 'done' } }), plan('rows', { filter: withDue })),
  'imm.today': visits(heads),
  'imm.visitsToday': visits('rows'),
  'imm.makeupDue': makeup(['due']),
  'imm.makeupDone': makeup(['done']),
  'imm.makeupRate': share(makeup(['done']), makeup(['due'])),
  'imm.makeupDueFor': makeupOf(['reasons', 'doneReasons']),
  'imm.makeupDoneFor': makeupOf(['doneReasons']),
  'imm.visit': record(pages.visit, 'ant/visit', heads),
  'work.active': workers('rows'),
  'work.today': work('total.days', thatDay),
  'work.heads': work('total.heads'),
  'work.visits': work('total.visits'),
  'work.perWorker': share(work('total.heads'), workers('rows')),
  'work.busy': work({ rows: 'rows', between: { heads: [1, 1e9] }, sum: 'rows' }),
  'work.mean': share(work('total.heads'), work({ rows: 'rows', between: { heads: [1, 1e9] }, sum: 'rows' })),
  'work.between': work(({ from = 0, to = 0 }) => ({
    rows: 'rows',
    between: { heads: [Number(from) + 1, to] },
    sum: 'rows',
  })),
  'work.headsOf': oneWorker('heads'),
  'work.visitsOf': oneWorker('visits'),
  'work.daysOf': oneWorker('days'),
  'work.leftOf': plan(['due'], { minus: ['done'] }),
  'work.coverageOf': share(plan(['done']), plan(['due'])),
  'work.units': staff('total.units'),
  'work.load': share(staff('total.units'), workers('rows')),
  'work.uncovered': staff('total.uncovered'),
  'work.flagged': unclear,
  'work.cleared': clear,
  'work.flagRate': share(unclear, work('total.visits')),
  'work.clearedRate': share(clear, flags('rows')),
  'stress.reactions': cases(),
  'stress.deaths': cases('rows', { filter: { outcome: 'died' } }),
  'stress.amount': cases(['amount'], { filter: { status: settled } }),
  'stress.paid': cases(['amount'], { filter: { status: 'paid' } }),
  'stress.paidShare': share(
    cases(['amount'], { filter: { status: 'paid' } }),
    cases(['amount'], { filter: { status: settled } }),
  ),
  'stress.rate': stressStat(() => 'total.rate'),
  'stress.done': stressStat(() => 'total.done'),
  'stress.days': stressStat(() => 'total.days'),
  'stress.lotRate': lot('rate'),
  'stress.lotHeads': lot('done'),
  'stress.after': afterHours('reactions'),
  'stress.deathsAfter': afterHours('deaths'),
  'stress.case': oneCase('amount'),
  'stress.caseHours': oneCase('hours'),
  'alert.open': list(pages.alerts, 'ant/alert/list', ({ regionCode }) => ({ regionCode, isOpen: 'true' }))(),
  'holder.due': plan(['due']),
  'holder.done': plan(['done']),
};
