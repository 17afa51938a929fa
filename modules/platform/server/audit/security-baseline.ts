import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type BaselineRow, type controls, securityBaseline } from '#modules/platform/contract/audit/security.ts';
import { paramOf, wordsOf } from '../reference/params.ts';

type Control = (typeof controls)[number];
type Args = Record<string, string | number>;

const administrators = ['tenant_admin', 'security_admin', 'audit_admin'];
/** Those whose account opens everything of its kind: a password alone is not enough. */
const superRoles = ['platform_admin', ...administrators];
const checkedWithinDays = 2;
const backupWithinDays = 1;

interface Holder {
  id: number;
  role: string;
  hasFactor: boolean;
}

/** Every control from the state it speaks of: parameters in force, accounts, checks and marks as they are now. */
export const securityBaselineRoutes = (): Route[] => [
  serve('platform', securityBaseline, async (call): Promise<BaselineRow[]> => {
    const { tenantNo, scope } = call.actor;
    const param = (key: Parameters<typeof paramOf>[1]) => paramOf(call.database, key, tenantNo);
    const unusedDays = await param('account.unusedDays');
    const [holders, [unused], [check], [backup], factorRoles] = await call.database.read<
      [
        Holder,
        { n: number },
        { at: string; status: string; days: number },
        { at: string; days: number },
        { role: string },
      ]
    >(
      scope,
      {
        text: `select u.id, r.role_code as role, u.mfa_enabled_at is not null as "hasFactor" from platform.sys_user_role ur
               join platform.sys_role r on r.id = ur.role_id join platform.sys_user u on u.tenant_no = ur.tenant_no and u.id = ur.user_id
               where u.status = 'active' and r.role_code = any ($1) and (ur.valid_until is null or ur.valid_until > now())`,
        values: [superRoles],
      },
      {
        text: `select count(*)::int as n from platform.sys_user where status = 'active'
               and coalesce(last_login_time, created_at) < now() - make_interval(days => $1)`,
        values: [unusedDays],
      },
      {
        text: `select finished_at as at, status, floor(extract(epoch from now() - finished_at) / 86400)::int as days from platform.sys_audit_check
               where kind = 'logs' and scope = 'days' order by id desc limit 1`,
        values: [],
      },
      {
        text: `select finished_at as at, floor(extract(epoch from now() - finished_at) / 86400)::int as days from platform.sys_backup order by id desc limit 1`,
        values: [],
      },
      { text: 'select role_code as role from platform.sys_role where mfa_required', values: [] },
    );
    const length = await param('password.minLength');
    const classes = await param('password.classes');
    const age = await param('password.maxAgeDays');
    const lockAfter = await param('login.lockAfter');
    const lockMinutes = await param('login.lockMinutes');
    const idle = await param('session.idleMinutes');
    const retain = await param('log.retainDays');
    const required = [
      ...(await wordsOf(call.database, 'mfa.requiredRoles', tenantNo)),
      ...factorRoles.map((one) => one.role),
    ];
    const here = superRoles.filter((role) => (tenantNo === 0 ? true : role !== 'platform_admin'));
    const demanded = here.filter((role) => required.includes(role));
    const without = new Set(holders.filter((one) => !one.hasFactor).map((one) => one.id)).size;
    const filled = administrators.filter((role) => holders.some((one) => one.role === role));
    const persons = new Set(holders.filter((one) => administrators.includes(one.role)).map((one) => one.id));
    const twice = [...persons].filter(
      (id) => holders.filter((one) => one.id === id && administrators.includes(one.role)).length > 1,
    ).length;
    return [
      row(call, 'password', length >= 10 && classes >= 3, { length, classes }),
      row(call, 'passwordAge', age <= 90, { n: age }),
      row(call, 'lock', lockAfter <= 5 && lockMinutes >= 15, { n: lockAfter, m: lockMinutes }),
      row(call, 'idle', idle <= 30, { n: idle }),
      row(call, 'secondFactor', demanded.length === here.length && without === 0, {
        n: demanded.length,
        all: here.length,
        without,
      }),
      row(call, 'threeRoles', filled.length === 3 && twice === 0, { n: filled.length, twice }),
      row(call, 'logRetention', retain >= 180, { n: retain }),
      check
        ? row(call, 'lastCheck', check.status === 'ok' && check.days <= checkedWithinDays, {
            at: check.at.slice(0, 16).replace('T', ' '),
            state: `@platform.audit.state.${check.status}`,
          })
        : row(call, 'lastCheck', false),
      row(call, 'unusedAccounts', (unused?.n ?? 0) === 0, { n: unused?.n ?? 0, days: unusedDays }),
      backup
        ? row(call, 'lastBackup', backup.days <= backupWithinDays, { at: backup.at.slice(0, 16).replace('T', ' ') })
        : row(call, 'lastBackup', false),
    ];
  }),
];

const row = (call: Pick<Call, 'say'>, control: Control, met: boolean, args?: Args): BaselineRow => ({
  control,
  value: call.say(args ? `platform.security.${control}Value` : 'platform.security.never', args),
  wanted: call.say(`platform.security.${control}Wanted`),
  met,
});
