import { inDay } from '#kit/server/audit/seal-file.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type LoginChart, loginChart, sysLoginLog } from '#modules/platform/contract/audit/sys-login-log.ts';
import { browserOf } from '../auth/login/browser.ts';
import { portalTitles } from '../auth/login/sys-portal.ts';

/** Attempts that did not end inside. Leaving is no attempt. */
const failed = "result not in ('ok', 'logout', 'kicked')";
const tried = "result not in ('logout', 'kicked')";
const hourlyDays = 3;

/** Browser, system and portal are told by what was sent, in words. */
const speaking = (route: Route): Route => ({
  ...route,
  handle: async (call, prepared) => {
    const answer = await route.handle(call, prepared);
    if (answer === null) return null;
    const titles = await portalTitles(call.database, call.language);
    const say = (row: Record<string, unknown>) => ({
      ...row,
      ...browserOf(String(row.userAgent ?? '')),
      portalId: row.portalId === null ? null : (titles.get(String(row.portalId)) ?? row.portalId),
    });
    return Array.isArray(answer) ? answer.map(say) : say(answer as Record<string, unknown>);
  },
});

export const sysLoginLogRoutes = (): Route[] => [
  ...serveResource(sysLoginLog)({
    expressions: {
      nickname: '(select u.nickname from platform.sys_user u where u.tenant_no = t.tenant_no and u.id = t.user_id)',
      principalId:
        '(select u.principal_id from platform.sys_user u where u.tenant_no = t.tenant_no and u.id = t.user_id)',
      browser: 'null::text',
      os: 'null::text',
    },
  }).map((route) => (route.endpoint.path.endsWith('/export') ? route : speaking(route))),
  serve('platform', loginChart, async (call) => {
    const { from, to } = call.query;
    const grain = Date.parse(to) - Date.parse(from) < hourlyDays * 86_400_000 ? 'hour' : 'day';
    const [points, addresses] = await call.database.read<
      [LoginChart['points'][number], LoginChart['addresses'][number]]
    >(
      call.actor.scope,
      {
        text: `select date_trunc('${grain}', happened_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as at, result, count(*)::int as n
               from platform.sys_login_log where ${inDay('happened_at', '$1', '$2')} and ${tried} group by 1, 2 order by 1, 2`,
        values: [from, to],
      },
      {
        text: `select ip, count(*)::int as failed, count(distinct lower(username))::int as names, min(happened_at) as "firstAt", max(happened_at) as "lastAt",
                 bool_or(result = 'ipLimited') as blocked
               from platform.sys_login_log where ${inDay('happened_at', '$1', '$2')} and ${failed} and ip is not null group by ip order by 2 desc, 1 limit 8`,
        values: [from, to],
      },
    );
    const sum = (of: typeof points) => of.reduce((all, one) => all + one.n, 0);
    const bad = points.filter((one) => one.result !== 'ok');
    return { grain, attempts: sum(points), failed: sum(bad), points, addresses } as LoginChart;
  }),
];
