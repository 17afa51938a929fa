/** Pages that a role opens every day, in the order of its work; they stand first in its menu. Whatever an account may not open is left out. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  ant_worker: [
    '/ant/home/index',
    '/ant/preventionMange/household',
    '/ant/preventionMange/immuneVisit',
    '/ant/preventionMange/logs',
    '/pri/medicineBox',
    '/pri/depot/supplies',
    '/pri/animal/info',
    '/pri/animal/add',
    '/anm/task/manage',
  ],
  ant_township: [
    '/ant/home/index',
    '/ant/preventionMange/coverage',
    '/ant/preventionMange/logs',
    '/ant/preventionMange/stressRelatedDeaths',
    '/pri/depot/supplies',
    '/pri/medicineBox',
    '/pri/principal/info',
    '/anm/device/alarm',
    '/anm/task/manage',
  ],
  ant_county: [
    '/ant/home/index',
    '/ant/preventionMange/coverage',
    '/ant/preventionMange/alert',
    '/ant/preventionMange/stressRelatedDeaths',
    '/ant/collection/sampleResult',
    '/ant/person/preventionWork',
    '/pri/depot/home',
    '/anm/task/manage',
  ],
  ant_prefecture: [
    '/ant/home/index',
    '/ant/preventionMange/coverage',
    '/ant/preventionMange/alert',
    '/ant/collection/antibodyStat',
    '/ant/person/preventionStat',
    '/pri/depot/home',
    '/anm/task/manage',
  ],
  leader: [
    '/ant/home/index',
    '/ant/preventionMange/coverage',
    '/ant/animalProtection/liveCount',
    '/ant/collection/antibodyStat',
    '/pri/dataQuality',
  ],
  ant_lab: [
    '/ant/home/index',
    '/ant/collection/sampledLog',
    '/ant/collection/sampleList',
    '/ant/collection/sampleResult',
    '/ant/collection/antibodyStat',
    '/anm/task/manage',
  ],
  auth_finance: [
    '/ant/home/index',
    '/ant/preventionMange/stressRelatedDeaths',
    '/ant/person/epidemicQuarter',
    '/ant/preventionMange/selfImmune',
    '/anm/task/manage',
  ],
};

/** Where a role's day begins, for roles that work with other modules too: its module says so. */
export const firstPages: Readonly<Record<string, string>> = { ant_township: '/ant/home/index' };
