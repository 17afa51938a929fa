const keeper = [
  '/pri/depot/home',
  '/pri/depot/storage',
  '/pri/depot/supplies',
  '/pri/depot/suppliesOut',
  '/pri/depot/stock',
  '/pri/depot/inventory',
  '/pri/depot/temperature',
  '/anm/task/manage',
];
const boxHolder = ['/pri/medicineBox', '/pri/depot/supplies', '/pri/depot/suppliesOut', '/anm/task/manage'];

/** Pages that a role opens every day, in the order of its work; they stand first in its menu. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  depot_keeper: keeper,
  breed_keeper: keeper,
  farm_clerk: keeper.filter((path) => path !== '/pri/depot/supplies'),
  breed_station: ['/pri/depot/home', '/pri/depot/supplies', '/pri/depot/suppliesOut', '/anm/task/manage'],
  breed_technician: boxHolder,
  cure_vet: boxHolder,
};
