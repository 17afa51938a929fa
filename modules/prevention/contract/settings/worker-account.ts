import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const may = needs('ant:setting:account');
const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 防疫员账户: prevention workers at work, with the account they have or have not. */
export const workerAccount = defineResource({
  module: 'prevention',
  name: 'workerAccount',
  path: 'ant/account',
  screen: '/ant/sysSet/accountSet',
  permission: 'ant:setting',
  actions: { list: 'account', export: 'account' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 40, ...derived }),
    phone: field.pii('phone', derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    hasAccount: field.bool(derived),
    username: field.text({ max: 60, ...maybe }),
    accountStatus: field.dict('user_status', maybe),
    /** Its password has not been handed out yet. */
    slipDue: field.bool(derived),
    lastLoginTime: field.dateTime(maybe),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'phone',
      'principalId',
      'regionCode',
      'hasAccount',
      'username',
      'accountStatus',
      'slipDue',
      'lastLoginTime',
    ],
    filters: ['hasAccount', 'accountStatus', 'slipDue', 'regionCode', 'principalId'],
    search: ['name'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type WorkerAccount = RowOf<typeof workerAccount>;

const some = z.strictObject({ staffIds: z.array(idSchema).min(1).max(200) });
const reason = z.string().trim().min(2).max(500);

/** Accounts that wait for the security administrator, as every account does. */
export const openWorkerAccounts = endpoint({
  method: 'POST',
  path: 'ant/account/open',
  access: may,
  action: 'add',
  body: some,
  data: z.object({
    opened: z.int(),
    failed: z.array(z.object({ staffId: idSchema, name: z.string(), msg: z.string() })),
  }),
});

export const stopWorkerAccount = endpoint({
  method: 'POST',
  path: 'ant/account/disable',
  access: may,
  action: 'edit',
  body: z.strictObject({ staffId: idSchema, reason }),
  data: z.null(),
});

const slip = z.object({
  realName: z.string(),
  organizationName: z.string().nullable(),
  username: z.string(),
  password: z.string(),
  validUntil: z.string(),
  portal: z.string(),
});
export type WorkerSlip = z.output<typeof slip>;

/** A new password in place of a forgotten one, shown once. */
export const resetWorkerAccount = endpoint({
  method: 'POST',
  path: 'ant/account/reset',
  access: may,
  action: 'edit',
  secret: true,
  body: z.strictObject({ staffId: idSchema, reason }),
  data: slip,
});

/** The first passwords of authorised accounts nobody has used yet: each once, on paper and nowhere else. */
export const workerSlips = endpoint({
  method: 'POST',
  path: 'ant/account/slips',
  access: may,
  action: 'print',
  secret: true,
  body: some,
  data: z.array(slip),
});

export const resources = [workerAccount];
export const endpoints = [openWorkerAccounts, stopWorkerAccount, resetWorkerAccount, workerSlips];
