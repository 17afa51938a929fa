const office = [
  '/improve/base/home',
  '/ant/breed/dueBoard',
  '/ant/breed/breeding',
  '/ant/breed/calving',
  '/improve/animalMother/censusLog',
];

/** Pages that a role opens every day, in the order of its work; they stand first in its menu. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  breed_prefecture: [
    '/improve/base/home',
    '/improve/reportManagement/conception',
    '/ant/breed/plan',
    '/ant/breed/strawBalance',
    '/improve/animalMother/censusRound',
    '/improve/animalMother/investigation',
    '/ant/breed/subsidy',
    '/anm/task/manage',
  ],
  breed_county: [
    ...office,
    '/improve/animalMother/censusPublicity',
    '/improve/animalMother/investigation',
    '/ant/breed/subsidy',
    '/anm/task/manage',
  ],
  breed_station: [...office, '/ant/breed/userSemen', '/ant/breed/tank'],
  breed_keeper: ['/ant/breed/tank', '/ant/breed/frozenSemen', '/ant/breed/sendSemen', '/ant/breed/strawBalance'],
  breed_technician: [
    '/ant/breed/dueBoard',
    '/ant/breed/serviceAdd',
    '/ant/breed/breeding',
    '/ant/breed/pregnancy',
    '/ant/breed/calving',
    '/ant/breed/userSemen',
    '/improve/animalMother/censusLog',
  ],
  farm_breeder: [
    '/ant/breed/dueBoard',
    '/ant/breed/serviceAdd',
    '/ant/breed/breeding',
    '/ant/breed/pregnancy',
    '/ant/breed/calving',
    '/ant/breed/userSemen',
    '/anm/task/manage',
  ],
  auth_finance: ['/ant/breed/subsidy', '/ant/breed/subsidyLog'],
};
