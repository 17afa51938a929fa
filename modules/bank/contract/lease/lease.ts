import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
/** A unit the lessor need not see in the register: chosen by its name, shown by its name. */
const unit = <const O extends { optional?: boolean; fixed?: boolean; derived?: boolean }>(options: O) => ({
  ...field.int({ min: 1, ...options }),
  kind: 'id' as const,
});
const parties = {
  lessor: field.text({ max: 80, ...maybe }),
  lessee: field.text({ max: 80, ...maybe }),
  forBank: field.text({ max: 80, ...maybe }),
} as const;
const money = { min: 0, max: 9_999_999_999 } as const;

/** 设备租赁: one contract, the devices delivered under it, and what its months cost. */
export const deviceLease = defineResource({
  module: 'bank',
  name: 'deviceLease',
  path: 'bank/lease',
  screen: '/bank/platform/lessee',
  permission: 'bank:platform',
  actions: { list: 'lessee', add: 'edit', remove: 'edit', export: 'lessee' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    lessorId: unit(derived),
    lesseeId: unit({ fixed: true }),
    forBankId: unit({ optional: true, fixed: true }),
    ...parties,
    lesseeType: field.dict('principal_type', maybe),
    contractNo: field.text({ max: 40 }),
    fromOn: field.date(),
    toOn: field.date(),
    deposit: field.money(money),
    files: field.files({ optional: true }),
    remark: field.longText({ max: 500, optional: true }),
    devices: field.int(derived),
    kinds: field.text({ max: 200, ...maybe }),
    monthRent: field.money(derived),
    unpaid: field.money(derived),
    onlineShare: field.decimal({ scale: 1, unit: 'percent', ...maybe }),
    status: field.state('device_lease_status', 'draft', 'active', 'ending', 'ended'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'lessee',
      'lesseeType',
      'lessor',
      'forBank',
      'contractNo',
      'devices',
      'kinds',
      'fromOn',
      'toOn',
      'monthRent',
      'deposit',
      'unpaid',
      'onlineShare',
      'status',
    ],
    filters: ['lessee', 'lessor', 'contractNo', 'toOn', 'unpaid', 'status', 'lesseeId', 'forBankId'],
    search: ['docNo', 'contractNo', 'lessee'],
    sorts: ['docNo', 'toOn', 'monthRent', 'unpaid'],
  },
  form: ['lesseeId', 'forBankId', 'contractNo', 'fromOn', 'toOn', 'deposit', 'files', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    activate: { from: ['draft'], to: 'active', permission: 'edit' },
    renew: {
      from: ['active', 'ending'],
      to: 'active',
      permission: 'edit',
      form: { toOn: field.date({ ahead: true }) },
    },
    recall: { from: ['active'], to: 'ending', permission: 'edit', remark: true },
    end: { from: ['active', 'ending'], to: 'ended', permission: 'edit', danger: true },
  },
});
export type DeviceLease = RowOf<typeof deviceLease>;

/** 平台设备: each device that is or was let, with what it says of itself now. */
export const leaseLine = defineResource({
  module: 'bank',
  name: 'leaseLine',
  path: 'bank/leaseLine',
  screen: '/bank/platform/equipment',
  permission: 'bank:platform',
  actions: { list: 'equipment', export: 'equipment' },
  scope: 'parties',
  fields: {
    id: field.id(),
    leaseId: field.ref('bank.deviceLease', derived),
    deviceId: unit(derived),
    deviceNo: field.text({ max: 32, ...derived }),
    deviceKind: field.dict('device_kind', derived),
    modelId: field.ref('device.deviceModel', derived),
    ...parties,
    lesseeId: unit(derived),
    place: field.text({ max: 80, ...maybe }),
    monthRent: field.money(derived),
    deviceValue: field.money(derived),
    fromOn: field.date(derived),
    toOn: field.date(derived),
    online: field.dict('device_online', maybe),
    batteryPct: field.int({ unit: 'percent', ...maybe }),
    lastAlarm: field.dateTime(maybe),
    deviceStatus: field.dict('device_status', maybe),
    returnedOn: field.date(maybe),
    returnState: field.dict('lease_return_state', maybe),
    returnNote: field.text({ max: 300, ...maybe }),
    isOut: field.bool(derived),
  },
  title: 'deviceNo',
  list: {
    columns: [
      'deviceNo',
      'deviceKind',
      'modelId',
      'lessor',
      'lessee',
      'forBank',
      'place',
      'toOn',
      'monthRent',
      'online',
      'batteryPct',
      'lastAlarm',
      'deviceStatus',
      'returnedOn',
      'returnState',
    ],
    filters: [
      'deviceKind',
      'modelId',
      'lessor',
      'lessee',
      'forBank',
      'leaseId',
      'toOn',
      'isOut',
      'online',
      'deviceStatus',
      'returnState',
      'lesseeId',
    ],
    search: ['deviceNo', 'lessee'],
    sorts: ['deviceNo', 'toOn', 'monthRent'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type LeaseLine = RowOf<typeof leaseLine>;

/** 租金账单 (R50): a month of a lease, device by device. */
export const leaseBill = defineResource({
  module: 'bank',
  name: 'leaseBill',
  path: 'bank/leaseBill',
  screen: '/bank/platform/leaseBill',
  permission: 'bank:platform',
  actions: { list: 'bill', export: 'bill' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    leaseId: field.ref('bank.deviceLease', derived),
    lessorId: unit(derived),
    lesseeId: unit(derived),
    ...parties,
    month: field.text({ max: 7, ...derived }),
    devices: field.int(derived),
    amount: field.money(derived),
    dueOn: field.date(derived),
    paidOn: field.date(maybe),
    proof: field.files(maybe),
    waiveReason: field.text({ max: 500, ...maybe }),
    status: field.state('lease_bill_status', 'due', 'paid', 'overdue', 'waived'),
    lines: {
      ...field.lines({
        fields: {
          deviceNo: field.text({ max: 32, ...derived }),
          days: field.int(derived),
          freeDays: field.int(derived),
          monthRent: field.money(derived),
          rent: field.money(derived),
          lostValue: field.money(derived),
          amount: field.money(derived),
        },
      }),
      derived: true as const,
    },
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'lessee', 'lessor', 'month', 'devices', 'amount', 'dueOn', 'paidOn', 'status'],
    filters: ['lessee', 'lessor', 'month', 'leaseId', 'dueOn', 'status', 'lesseeId'],
    search: ['docNo', 'lessee'],
    sorts: ['month', 'amount', 'dueOn'],
  },
  form: [],
  detail: [
    'docNo',
    'leaseId',
    'lessor',
    'lessee',
    'month',
    'lines',
    'devices',
    'amount',
    'dueOn',
    'paidOn',
    'proof',
    'waiveReason',
    'status',
    'createdAt',
    'updatedAt',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    pay: {
      from: ['due', 'overdue'],
      to: 'paid',
      permission: 'edit',
      form: { paidOn: field.date(), proof: field.files({ optional: true }) },
    },
    waive: { from: ['due', 'overdue'], to: 'waived', permission: 'edit', remark: true, danger: true },
  },
});
export type LeaseBill = RowOf<typeof leaseBill>;

const deviceNos = z.array(z.string().trim().min(4).max(32)).min(1).max(500);
const photos = z.array(idSchema).max(9).default([]);
const cents = z.int().min(0).max(9_999_999_999);

/** Handed over: from this day each device costs its rent. */
export const deliverDevices = endpoint({
  method: 'POST',
  path: 'bank/lease/deliver',
  access: needs('bank:platform:edit'),
  action: 'deliver',
  body: z.strictObject({
    leaseId: idSchema,
    deviceNos,
    monthRentCents: cents,
    deviceValueCents: cents,
    state: z.enum(['good', 'damaged']).default('good'),
    photos,
  }),
  data: z.object({ delivered: z.int() }),
});

const returning = {
  state: z.enum(['good', 'damaged', 'lost']),
  note: z.string().trim().max(300).optional(),
  photos,
} as const;
/** R49: taken back with its state, or reported lost and charged by the contract's value. */
export const returnDevices = endpoint({
  method: 'POST',
  path: 'bank/lease/return',
  access: needs('bank:platform:edit'),
  action: 'return',
  body: z.strictObject({ leaseId: idSchema, deviceNos, ...returning }),
  data: z.object({ returned: z.int(), left: z.int() }),
});

/** Another device in its place, at the same rent, under the same contract. */
export const replaceDevice = endpoint({
  method: 'POST',
  path: 'bank/lease/replace',
  access: needs('bank:platform:edit'),
  action: 'replace',
  body: z.strictObject({ lineId: idSchema, deviceNo: z.string().trim().min(4).max(32), ...returning }),
  data: z.object({ lineId: idSchema }),
});

/** The same device under another contract of the same lessor. */
export const moveDevice = endpoint({
  method: 'POST',
  path: 'bank/lease/move',
  access: needs('bank:platform:edit'),
  action: 'move',
  body: z.strictObject({ lineId: idSchema, toLeaseId: idSchema }),
  data: z.object({ lineId: idSchema }),
});

/** Units by name, to let devices to: a lessor sees no register. */
export const leaseUnits = endpoint({
  method: 'GET',
  path: 'bank/lease/units',
  access: needs('bank:platform:edit'),
  query: z.strictObject({ words: z.string().trim().min(1).max(60) }),
  data: z.array(z.object({ id: idSchema, name: z.string(), typeName: z.string(), regionName: z.string() })),
});

/** Of the rows the list shows: devices out, their rent a month, and what is not paid. */
export const leaseTotals = endpoint({
  method: 'GET',
  path: 'bank/lease/totals',
  access: needs('bank:platform:equipment', 'bank:platform:lessee', 'bank:platform:bill'),
  query: z.strictObject({}),
  data: z.object({
    kinds: z.array(z.object({ kind: z.string(), kindName: z.string(), n: z.int() })),
    rentCents: cents,
    dueCents: cents,
    overdueCents: cents,
    paidCents: cents,
  }),
});

export const leases = {
  resources: [deviceLease, leaseLine, leaseBill],
  endpoints: [deliverDevices, returnDevices, replaceDevice, moveDevice, leaseUnits, leaseTotals],
  reports: [],
};
