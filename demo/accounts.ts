import { randomInt } from 'node:crypto';
import { Secret } from 'otpauth';
import { readTsv, type TsvRow } from '#db/reference-files.ts';
import { roleGroupOf } from '#db/role-groups.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns, seal } from '#kit/server/pii/pii.ts';
import { hashPassword } from '#modules/platform/server/index.ts';

export interface DemoAccount {
  username: string;
  roles: string[];
  person: string;
  principal: string;
  portal?: string;
  /** Narrower than the principal's. */
  regions?: number[];
  /** Logs in with a one-time code as well. */
  secondFactor?: boolean;
}

interface Words {
  zh_CN: string;
  zh_TW: string;
  en: string;
}

export interface PrintedAccount {
  username: string;
  role: string;
  password: string;
  portal: string;
  tenantNo: number;
  /** What kind of organisation it works for: login pages may admit some kinds only. */
  principalType: string;
  person: string;
  unit: string;
  roleName: Words;
  /** Group of the login page's list. */
  group: Words & { code: string };
  /** For an authenticator app, where the account has a second factor. */
  mfaSecret?: string;
}

const letters = 'abcdefghijkmnpqrstuvwxyz';
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';

/** Random at every load, twelve characters without look-alikes: no password of the demo stands in any file of the repository. */
export function newPassword(): string {
  const from = (set: string) => set[randomInt(set.length)] ?? '';
  const rest = Array.from({ length: 9 }, () => from(letters + capitals + digits));
  return [from(letters), from(capitals), from(digits), ...rest].join('');
}

const wordsOf = ({ zh_CN = '', zh_TW = '', en = '' }: TsvRow): Words => ({ zh_CN, zh_TW, en });
const groups = readTsv('account-groups.tsv');
const roles = new Map(readTsv('roles.tsv').map((row) => [row.roleCode, row]));

/** How the login page names an account's role, and in which group: by the first of its roles. */
export function titleOf(roleCode: string | undefined): Pick<PrintedAccount, 'roleName' | 'group'> {
  const role = roles.get(roleCode);
  const group = role && groups.find((one) => one.roleGroups?.split(',').includes(roleGroupOf(role)));
  if (!role || !group) throw new Error(`${roleCode} is no role of a group in account-groups.tsv`);
  return { roleName: wordsOf(role), group: { code: group.groupCode ?? '', ...wordsOf(group) } };
}

export const inOrderOfGroups = (accounts: readonly PrintedAccount[]): PrintedAccount[] => {
  const rank = ({ group }: PrintedAccount) => groups.findIndex((one) => one.groupCode === group.code);
  return accounts.toSorted((a, b) => rank(a) - rank(b));
};

/** Another one for everybody, the same at every load. */
const phoneOf = (tenantNo: number, at: number) => `138${String(tenantNo).padStart(4, '0')}${String(1001 + at * 37)}`;

/** The passwords of a demo world are printed anyway: its administrators can be tried out without an authenticator app. */
export async function leaveOutFactors(tx: Tx): Promise<void> {
  await tx.query('update platform.sys_role set mfa_required = false where tenant_no = 0 and mfa_required');
}

export async function saveAccounts(
  tx: Tx,
  accounts: readonly DemoAccount[],
  principals: ReadonlyMap<string, number>,
  /** How many accounts of the tenant there are already. */
  before = 0,
): Promise<PrintedAccount[]> {
  const printed: PrintedAccount[] = [];
  for (const [at, account] of accounts.entries()) {
    const mfaSecret = account.secondFactor ? new Secret({ size: 20 }).base32 : undefined;
    const password = newPassword();
    const principalId = principals.get(account.principal);
    if (!principalId) throw new Error(`${account.username}: no principal ${account.principal}`);
    const [user] = await tx.query<{ id: number }>(
      `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash, password_changed_at, phone_enc, phone_hash, phone_mask,
         mfa_secret, mfa_enabled_at)
       values ($1, $2, $3, $3, $4, $5, now(), $6, $7, $8, $9, case when $9::text is not null then now() end) returning id`,
      [
        tx.scope.tenantNo,
        account.username,
        account.person,
        principalId,
        await hashPassword(password),
        ...piiColumns('phone', 'phone', phoneOf(tx.scope.tenantNo, before + at), tx.scope.tenantNo).map(
          ([, value]) => value,
        ),
        mfaSecret ? seal(mfaSecret, tx.scope.tenantNo) : null,
      ],
    );
    await tx.query(
      `insert into platform.sys_user_role (tenant_no, user_id, role_id) select $1, $2, id from platform.sys_role where tenant_no = 0 and role_code = any ($3)`,
      [tx.scope.tenantNo, user?.id, account.roles],
    );
    for (const region of account.regions ?? []) {
      await tx.query(
        'insert into platform.sys_user_jurisdiction (tenant_no, user_id, region_code) values ($1, $2, $3)',
        [tx.scope.tenantNo, user?.id, region],
      );
    }
    const [unit] = await tx.query<{ name: string; type: string }>(
      'select principal_unit_name as name, principal_unit_type as type from registry.principal where id = $1',
      [principalId],
    );
    printed.push({
      username: account.username,
      role: account.roles.join('+'),
      password,
      portal: account.portal ?? '/allLogin',
      tenantNo: tx.scope.tenantNo,
      principalType: unit?.type ?? '',
      person: account.person,
      unit: unit?.name ?? '',
      ...titleOf(account.roles[0]),
      ...(mfaSecret && { mfaSecret }),
    });
  }
  return printed;
}

const kzzq = 150521000000;

/** Accounts of the modules that share the first organisations; other modules add theirs in their own folder. */
export const tongliaoAccounts: readonly DemoAccount[] = [
  { username: 'tl_admin', roles: ['tenant_admin'], person: '王丽', principal: 'root', portal: '/tonglLogin' },
  { username: 'tl_sec', roles: ['security_admin'], person: '李强', principal: 'root', portal: '/tonglLogin' },
  {
    username: 'tl_audit',
    roles: ['audit_admin'],
    person: '张敏',
    principal: 'root',
    portal: '/tonglLogin',
    secondFactor: true,
  },
  { username: 'tl_region', roles: ['region_manager'], person: '赵国庆', principal: 'root', portal: '/tonglLogin' },
  {
    username: 'kzzq_mgr',
    roles: ['region_manager'],
    person: '包文华',
    principal: `county ${kzzq}`,
    portal: '/tonglLogin',
  },
  { username: 'tl_leader', roles: ['leader'], person: '陈局', principal: 'root', portal: '/tonglLogin' },
  { username: 'ant_pref1', roles: ['ant_prefecture'], person: '何春花', principal: 'root', portal: '/tonglLogin' },
  { username: 'ant_cty1', roles: ['ant_county'], person: '梁建国', principal: `county ${kzzq}`, portal: '/tonglLogin' },
  {
    username: 'kzzq_station',
    roles: ['ant_township'],
    person: '席永胜',
    principal: 'station 150521101000',
    portal: '/tonglLogin',
  },
  {
    username: 'kzzq_worker1',
    roles: ['ant_worker'],
    person: '白志强',
    principal: 'station 150521101000',
    portal: '/tonglLogin',
    regions: [150521101200, 150521101201],
  },
  {
    username: 'kzzq_worker2',
    roles: ['ant_worker'],
    person: '包牧仁',
    principal: 'station 150521101000',
    portal: '/tonglLogin',
    regions: [150521101202, 150521101203],
  },
  {
    username: 'kel_worker1',
    roles: ['ant_worker'],
    person: '吴铁柱',
    principal: 'station 150522100000',
    portal: '/tonglLogin',
    regions: [150522100203],
  },
  {
    username: 'farm1',
    roles: ['farm_admin', 'principal_admin'],
    person: '韩梅',
    principal: 'farm1',
    portal: '/qyLogin',
  },
  { username: 'farm_clerk1', roles: ['farm_clerk'], person: '李桂芬', principal: 'farm1', portal: '/qyLogin' },
  { username: 'depot1', roles: ['depot_keeper'], person: '席金山', principal: `county ${kzzq}`, portal: '/tonglLogin' },
  { username: 'depot2', roles: ['depot_keeper'], person: '韩玉梅', principal: `county ${kzzq}`, portal: '/tonglLogin' },
  {
    username: 'kzzq_depot1',
    roles: ['depot_keeper'],
    person: '梁秀英',
    principal: 'station 150521101000',
    portal: '/tonglLogin',
  },
  { username: 'lab1', roles: ['ant_lab'], person: '萨仁高娃', principal: 'lab', portal: '/tonglLogin' },
  { username: 'lab2', roles: ['ant_lab'], person: '于海波', principal: 'lab', portal: '/tonglLogin' },
  { username: 'fin1', roles: ['auth_finance'], person: '孟凡荣', principal: 'root', portal: '/tonglLogin' },
  { username: 'fin2', roles: ['auth_finance'], person: '佟丽华', principal: `county ${kzzq}`, portal: '/tonglLogin' },
  { username: 'coop1', roles: ['coop_manager'], person: '斯琴', principal: 'coop1', portal: '/qyLogin' },
  { username: 'house1', roles: ['household_head'], person: '包海山', principal: 'house1', portal: '/qyYzhLogin' },
  { username: 'ins1', roles: ['ins_clerk'], person: '齐文华', principal: 'insurerA', portal: '/insureLogin' },
  { username: 'bank1', roles: ['bank_manager'], person: '何立新', principal: 'bank1', portal: '/bankLogin' },
];

export const operatorAccounts: readonly DemoAccount[] = [
  { username: 'op_admin', roles: ['platform_admin'], person: '运营管理员', principal: 'root' },
  { username: 'op_sec', roles: ['security_admin'], person: '运营安全员', principal: 'root' },
  { username: 'op_audit', roles: ['audit_admin'], person: '运营审计员', principal: 'root' },
];
