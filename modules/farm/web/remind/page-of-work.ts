/** Where the work a reminder speaks of is done. */
const pages: Readonly<Record<string, string>> = {
  immunityDue: '/anm/animal/immunity',
  checkDue: '/anm/breed/breeding',
  calvingWatch: '/anm/breed/breeding',
  weanDue: '/anm/animal/info',
  weighDue: '/anm/animal/info',
  isolationEnd: '/anm/stocked/info',
  withdrawalEnd: '/anm/animal/treatment',
  planEnd: '/anm/feeding/plan',
  inspectionDue: '/anm/feeding/inspection',
  countDue: '/anm/hovel/info?tab=counts',
  disinfectDue: '/anm/hovel/info?tab=disinfection',
};

export const pageOfWork = (kind: string): string => pages[kind] ?? '/anm/farm/board';
