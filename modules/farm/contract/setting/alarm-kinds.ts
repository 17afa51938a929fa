import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

const closed = ['handled', 'falseAlarm', 'confirmed'] as const;
/** R38: handled by hand it is quiet for a week; it ends inside the farm. */
const own = { autoClose: true, lastStep: 2, quietMinutes: 10_080, closeReasons: closed } as const;
/** A farm's own production: no authority is asked to act on it, so none has it in its list. */
const inside = { ...own, partyOnly: true } as const;
const animal = { subjectPath: '/anm/animal/detail?id={{animalId}}' } as const;
const pen = { subjectPath: '/anm/hovel/info?penId={{penId}}' } as const;

export const workAlarmKinds = defineAlarmKinds({
  checkOverdue: { ...inside, ...animal, group: 'repro', level: 'info' },
  calvingOverdue: { ...inside, ...animal, group: 'repro', level: 'urgent' },
  longOpen: { ...inside, ...animal, group: 'repro', level: 'info' },
  repeatBreeder: { ...inside, ...animal, group: 'repro', level: 'info' },
  abortion: { ...own, ...animal, lastStep: 3, autoClose: false, group: 'repro', level: 'urgent' },
  conceptionLow: { ...inside, group: 'repro', level: 'warn', subjectPath: '/anm/breed/breeding' },
  kinInPen: { ...inside, ...pen, group: 'repro', level: 'warn' },
  gainLow: { ...inside, ...animal, group: 'production', level: 'info' },
  stageOverdue: { ...inside, ...animal, group: 'production', level: 'info' },
  penOver: { ...inside, ...pen, group: 'production', level: 'warn' },
  wrongPen: { ...inside, ...pen, group: 'production', level: 'info' },
  feedLeft: { ...inside, ...pen, group: 'production', level: 'info' },
  feedShort: { ...inside, ...pen, group: 'production', level: 'warn' },
  feedDays: { ...inside, group: 'production', level: 'warn', subjectPath: '/anm/feeding/formula' },
  noFeedRecord: { ...inside, ...pen, group: 'production', level: 'info' },
  penCountGap: { ...inside, ...pen, group: 'production', level: 'warn' },
  sickMany: { ...own, group: 'health', level: 'warn', subjectPath: '/anm/animal/treatment' },
  deathMany: { ...own, lastStep: 3, group: 'health', level: 'urgent', subjectPath: '/anm/report/animal' },
  contagious: { ...own, ...animal, lastStep: 3, autoClose: false, group: 'health', level: 'urgent' },
});
