/** Pages that a role opens every day, in the order of its work; they stand first in its menu. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  household_head: [
    '/pri/base',
    '/pri/animal/info',
    '/traceability/livestockRegistration/farmerRegisterAnimals',
    '/pri/animal/change',
    '/pri/ledger',
    '/ant/preventionMange/logs',
    '/ant/preventionMange/stressRelatedDeaths',
    '/anm/task/manage',
  ],
  coop_manager: ['/pri/base', '/pri/animal/info', '/pri/animal/change', '/pri/ledger', '/anm/task/manage'],
  farm_admin: [
    '/pri/base',
    '/pri/animal/info',
    '/pri/animal/add',
    '/pri/animal/change',
    '/pri/ledger',
    '/ant/preventionMange/immuneVisit',
    '/pri/depot/stock',
    '/anm/task/manage',
  ],
  region_manager: [
    '/pri/base',
    '/pri/principal/info',
    '/pri/duplicate',
    '/pri/dataQuality',
    '/pri/grid',
    '/anm/device/alarm',
    '/anm/task/manage',
  ],
  ins_clerk: ['/pri/documentMaintenance', '/anm/warning/msg', '/anm/task/manage'],
  bank_manager: ['/pri/documentMaintenance', '/anm/device/alarm', '/anm/task/manage'],
};

/** Where a role's day begins, for roles that work with other modules too: its module says so. */
export const firstPages: Readonly<Record<string, string>> = { region_manager: '/pri/base' };
