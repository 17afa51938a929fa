const herd = ['/anm/farm/board', '/anm/animal/info', '/anm/feeding/record', '/anm/animal/turntable'];

/** Pages that a role opens every day, in the order of its work; they stand first in its menu. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  farm_manager: [
    ...herd,
    '/anm/warning/breeding',
    '/anm/feeding/inspection',
    '/anm/warning/business',
    '/anm/task/manage',
  ],
  farm_worker: [
    '/anm/farm/board',
    '/anm/feeding/record',
    '/anm/feeding/inspection',
    '/anm/hovel/info',
    '/anm/animal/info',
  ],
  farm_admin: ['/anm/farm/board', '/anm/customer/sale', '/anm/report/cost', '/anm/warning/market'],
  coop_manager: ['/anm/farm/board', '/anm/stocked/placement', '/anm/stocked/recovery', '/anm/report/cost'],
  farm_clerk: [
    '/anm/customer/sale',
    '/anm/animal/slaughter',
    '/anm/customer/info',
    '/anm/report/expense',
    '/anm/report/cost',
  ],
  household_head: ['/anm/stocked/recovery', '/anm/animal/slaughter'],
  plant_clerk: ['/anm/animal/slaughter'],
  price_collector: ['/anm/warning/marketPrice'],
};

/** Where a role's day begins, for roles that work with other modules too: its module says so. */
export const firstPages: Readonly<Record<string, string>> = {
  farm_clerk: '/anm/customer/sale',
  plant_clerk: '/anm/animal/slaughter',
};
