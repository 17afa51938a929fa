import type { LogName } from '#modules/platform/contract/audit/audit.ts';

export const logTables: Readonly<Record<LogName, string>> = {
  oper: 'kit.oper_log',
  login: 'platform.sys_login_log',
  third: 'platform.sys_third_log',
};
