import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 员工: a person at work for a unit, in one job. */
export const staff = defineResource({
  module: 'registry',
  name: 'staff',
  path: 'pri/staff/info',
  screen: '/pri/staffInfo',
  permission: 'pri:staff',
  // Who is not taken on leaves no row: turning down is removing.
  actions: { remove: 'approve', import: 'add' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    personId: field.ref('registry.person', { derived: true }),
    name: field.text({ max: 40 }),
    phone: field.pii('phone'),
    idCard: field.pii('idCard', { optional: true, fixed: true }),
    job: field.dict('staff_job', { fixed: true }),
    title: field.text({ max: 40, optional: true }),
    hiredOn: field.date(),
    leftOn: field.date({ derived: true, optional: true }),
    leaveReason: field.text({ max: 200, derived: true, optional: true }),
    villageCount: field.int({ derived: true }),
    householdCount: field.int({ derived: true }),
    hasAccount: field.bool({ derived: true }),
    status: field.state('staff_status', 'pending', 'active', 'left'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'job',
      'principalId',
      'phone',
      'status',
      'villageCount',
      'householdCount',
      'hiredOn',
      'hasAccount',
      'title',
      'regionCode',
    ],
    filters: ['principalId', 'job', 'status', 'regionCode', 'hasAccount', 'phone', 'hiredOn'],
    search: ['name', 'title'],
    sorts: ['hiredOn', 'createdAt'],
  },
  form: ['principalId', 'name', 'phone', 'idCard', 'job', 'title', 'hiredOn'],
  detail: [
    'principalId',
    'regionCode',
    'job',
    'title',
    'phone',
    'idCard',
    'hiredOn',
    'leftOn',
    'leaveReason',
    'villageCount',
    'householdCount',
    'hasAccount',
    'createdAt',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  editableIn: ['pending', 'active'],
  transitions: {
    approve: {
      from: ['pending'],
      to: 'active',
      form: {
        openAccount: field.bool({ optional: true }),
        username: field.text({ max: 40, pattern: /^[a-zA-Z][\w.-]{2,39}$/, optional: true }),
      },
    },
    leave: {
      from: ['active'],
      to: 'left',
      permission: 'edit',
      danger: true,
      form: {
        leftOn: field.date(),
        leaveReason: field.text({ max: 200 }),
        takeoverStaffId: field.ref('registry.staff', { optional: true }),
      },
    },
    rehire: { from: ['left'], to: 'active', permission: 'edit', form: { hiredOn: field.date() } },
  },
});
/** The role an account begins with, by the job; a job without one is given an account by hand. */
export const roleOfJob: Readonly<Record<string, string>> = {
  preventionWorker: 'ant_worker',
  breedingTechnician: 'breed_technician',
  vet: 'cure_vet',
  depotKeeper: 'depot_keeper',
  labTechnician: 'ant_lab',
  stockman: 'farm_worker',
  farmManager: 'farm_manager',
  priceCollector: 'price_collector',
};
export type Staff = RowOf<typeof staff>;

/** How many work in which job. */
export const staffTotals = endpoint({
  method: 'GET',
  path: 'pri/staff/info/totals',
  access: needs('pri:staff:list'),
  data: z.array(z.object({ job: z.string(), active: z.int(), pending: z.int() })),
});
