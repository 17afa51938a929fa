import { forbidden, notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { moveAlarm, toldSql } from '#modules/platform/server/index.ts';
import { preventionAlarmKinds } from '#modules/prevention/contract/alert/alarm-kinds.ts';
import {
  type AntAlert,
  ackAlert,
  alertCounts,
  antAlert,
  closeAlert,
} from '#modules/prevention/contract/alert/alert.ts';

const ours = "t.source in ('prevention', 'breeding', 'cure')";
const nameOf = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;
/** The rows of a kind's own screen, filled from what the alarm says of itself. */
const linkSql = `case t.kind ${Object.entries(preventionAlarmKinds)
  .map(([kind, { subjectPath }]) => {
    const [, path = '', name = ''] = /^([^{]*)\{\{(\w+)\}\}$/.exec(subjectPath) ?? [];
    return `when '${kind}' then '${path}' || coalesce(t.args ->> '${name}', '')`;
  })
  .join(' ')} end`;

interface Move {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly form?: Record<string, unknown> | undefined;
}

/** Closing is the platform's handling; nobody has to confirm these. */
async function step(call: Call, { id, version, name, form }: Move) {
  if (!call.actor.actions.has('ant:alert:close')) throw forbidden();
  const [mine] = await call.tx.query(`select 1 from platform.alarm t where t.id = $1 and ${ours}`, [id]);
  if (!mine) throw notFound();
  const moved =
    name === 'ack'
      ? await moveAlarm(call, { id, version, name: 'ack' })
      : await moveAlarm(call, { id, version, name: 'handle', form: { ...form, closePhotos: null } });
  call.answer.msg = call.say('ok.done');
  return moved;
}

/** What the platform would let the caller do: who must act does, and whoever stands above them. */
function verbsOf(row: AntAlert, { actor }: Call): string[] {
  const isTheirs = actor.actions.has('ant:alert:close') && actor.scope.principals.includes(row.principalId);
  if (!isTheirs || actor.readOnly) return [];
  return row.status === 'open' ? ['ack', 'close'] : row.status === 'acked' ? ['close'] : [];
}

/** Sentences take the place of the codes they were made from. */
const readable = (row: AntAlert): AntAlert => ({ ...row, title: row.titleName ?? '', text: row.textName ?? '' });

export function alertRoutes(): Route[] {
  const routes = serveResource(antAlert)({
    table: 'platform.alarm',
    listed: `${ours} and t.folded_into is null`,
    expressions: {
      title: toldSql,
      text: toldSql,
      ackBy: nameOf('ack_by'),
      closedBy: nameOf('closed_by'),
      linkPath: linkSql,
      isOpen: "(t.status <> 'closed')",
    },
  }).map((route): Route => {
    const { handle } = route;
    if (route.endpoint.path === 'ant/alert/list')
      return {
        ...route,
        handle: async (call, none) =>
          ((await handle(call, none)) as AntAlert[]).map((row) => ({ ...readable(row), _can: verbsOf(row, call) })),
      };
    return route;
  });
  return [
    ...routes,
    serve('prevention', ackAlert, (call) => step(call as unknown as Call, { ...call.body, name: 'ack' })),
    serve('prevention', closeAlert, (call) => {
      const { id, version, closeReason, closeNote } = call.body;
      return step(call as unknown as Call, { id, version, name: 'close', form: { closeReason, closeNote } });
    }),
    serve('prevention', alertCounts, async (call) => {
      const [rows] = await call.database.read<[{ kind: string; level: string; n: number }]>(call.actor.scope, {
        text: `select t.kind, max(t.level) as level, count(*)::int as n from platform.alarm t where t.tenant_no = kit.tenant() and t.status <> 'closed' and ${ours} and t.folded_into is null
               group by t.kind order by max(case t.level when 'urgent' then 2 when 'warn' then 1 else 0 end) desc, n desc`,
        values: [],
      });
      const { tenantNo } = call.actor;
      return rows.map((row) => ({
        ...row,
        kindName: lookups().dictLabel('alarm_kind', row.kind, tenantNo, call.language) ?? row.kind,
      }));
    }),
  ];
}
