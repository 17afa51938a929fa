const treats = ['/cure/treatment/today', '/cure/treatment/add', '/cure/prescription/list', '/cure/treatment/list'];

/** Pages that a role opens every day, in the order of its work; they stand first in its menu. Whatever an account may not open is left out. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  cure_admin: [
    '/cure/home',
    '/cure/suspect',
    '/cure/withdrawal',
    '/cure/treatment/list',
    '/cure/sys/practitioner',
    '/cure/sys/medicine',
    '/cure/stat',
    '/anm/task/manage',
  ],
  cure_leader: [
    '/cure/home',
    '/cure/consult/dispatch',
    '/cure/consult/list',
    '/cure/expert/duty',
    '/cure/followUp',
    '/anm/task/manage',
  ],
  cure_expert: [
    '/cure/home',
    '/cure/expert/myInvitation',
    '/cure/consult/list',
    '/cure/prescription/issue',
    '/cure/followUp',
    '/cure/expert/medicine',
    '/anm/task/manage',
  ],
  cure_vet: ['/cure/home', '/cure/consult/list', ...treats, '/cure/followUp', '/cure/withdrawal'],
  cure_clinic: [
    '/cure/home',
    '/cure/prescription/list',
    '/cure/treatment/list',
    '/cure/withdrawal',
    '/cure/sys/practitioner',
    '/anm/task/manage',
  ],
  farm_vet: ['/cure/home', ...treats, '/cure/consult/list', '/cure/withdrawal', '/cure/followUp', '/anm/task/manage'],
  official_vet: ['/cure/withdrawal', '/anm/task/manage'],
};
