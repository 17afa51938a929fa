const quarantine = '/traceability/livestockRegistration/quarantineManagement';
const road = '/traceability/livestockRegistration/movement';
const third = '/traceability/livestockRegistration/thirdPartyAnimals';
const manage = '/traceability/traceabilityManagement';

/** Pages that a role opens every day, in the order of its work; they stand first in its menu. Whatever an account may not open is left out. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  official_vet: [quarantine, third, road, '/traceability/livestockRegistration/movementBan'],
  trace_county: [
    `${manage}/board`,
    quarantine,
    road,
    '/traceability/livestockRegistration/farmerRegisterAnimals',
    '/traceability/subjectRegistration/breedingSubject',
    '/traceability/subjectRegistration/businessEntity',
    '/traceability/livestockRegistration/movementBan',
    '/anm/task/manage',
  ],
  trace_prefecture: [
    `${manage}/board`,
    quarantine,
    road,
    '/traceability/livestockRegistration/movementBan',
    '/traceability/subjectRegistration/integratedIndustries',
    '/anm/task/manage',
  ],
  trace_enterprise: [
    `${manage}/process`,
    `${manage}/coding`,
    road,
    '/traceability/subjectRegistration/businessEntity',
    '/anm/task/manage',
  ],
  disposal_clerk: ['/traceability/livestockRegistration/harmlessDisposal', '/anm/task/manage'],
  trace_carrier: [road, '/traceability/subjectRegistration/businessEntity', '/anm/task/manage'],
  trace_inspector: [
    `${manage}/board`,
    `${manage}/inspection`,
    `${manage}/inquiry`,
    `${manage}/feedback`,
    road,
    quarantine,
  ],
};

/** Where a role's day begins, for roles that work with other modules too: its module says so. */
export const firstPages: Readonly<Record<string, string>> = {
  official_vet: quarantine,
  trace_inspector: `${manage}/board`,
};
