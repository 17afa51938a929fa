import { forbidden, notFound } from '#kit/contract/errors.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { AlertCalls } from '#modules/platform/contract/alarm/alert-view.ts';
import { moveAlarm } from './alarm-routes.ts';
import { toldSql } from './alarm-text.ts';

interface AlertView {
  readonly module: string;
  readonly resource: AnyResource;
  readonly calls: AlertCalls;
  /** Modules whose alarms stand in the list. */
  readonly sources: readonly string[];
  readonly kinds: Readonly<Record<string, { readonly subjectPath: string }>>;
  readonly handle: string;
}
interface Row {
  readonly principalId: number;
  readonly status: string;
  readonly titleName?: string | null;
  readonly textName?: string | null;
}
type Step = { readonly id: number; readonly version: number; readonly form?: Record<string, unknown> };

/** The rows of a kind's own screen, filled from what the alarm says of itself. */
const linkSql = (kinds: AlertView['kinds']) =>
  `case t.kind ${Object.entries(kinds)
    .map(([kind, { subjectPath }]) => {
      const [, path = '', name = ''] = /^([^{]*)\{\{(\w+)\}\}$/.exec(subjectPath) ?? [];
      return `when '${kind}' then '${path}' || coalesce(t.args ->> '${name}', '')`;
    })
    .join(' ')} end`;
const nameOf = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;

/**
 * A module's own list of alarms: who must act, or stands above them, takes them up and closes them with a word.
 *
 * @example
 * serveAlerts({ module: 'sign', resource: signAlert, calls: alertCalls, sources: ['sign'], kinds: signAlarmKinds, handle: 'sign:alert:handle' })
 */
export function serveAlerts({ module, resource, calls, sources, kinds, handle }: AlertView): Route[] {
  const ours = `t.source in (${sources.map((one) => `'${one}'`).join(', ')})`;
  /** Closing is the platform's handling; nobody has to confirm these. */
  const step = async (call: Call, name: 'ack' | 'close', { id, version, form }: Step) => {
    if (!call.actor.actions.has(handle)) throw forbidden();
    const [mine] = await call.tx.query(`select 1 from platform.alarm t where t.id = $1 and ${ours}`, [id]);
    if (!mine) throw notFound();
    const moved =
      name === 'ack'
        ? await moveAlarm(call, { id, version, name: 'ack' })
        : await moveAlarm(call, { id, version, name: 'handle', form: { ...form, closePhotos: null } });
    call.answer.msg = call.say('ok.done');
    return moved;
  };
  const verbsOf = (row: Row, { actor }: Call): string[] => {
    const isTheirs = actor.actions.has(handle) && actor.scope.principals.includes(row.principalId);
    if (!isTheirs || actor.readOnly) return [];
    return row.status === 'open' ? ['ack', 'close'] : row.status === 'acked' ? ['close'] : [];
  };
  const listed = serveResource(resource)({
    table: 'platform.alarm',
    listed: `${ours} and t.folded_into is null`,
    expressions: {
      title: toldSql,
      text: toldSql,
      ackBy: nameOf('ack_by'),
      closedBy: nameOf('closed_by'),
      linkPath: linkSql(kinds),
      isOpen: "(t.status <> 'closed')",
    },
  } as never).map((route): Route => {
    const { handle: list } = route;
    if (route.endpoint.path !== `${resource.path}/list`) return route;
    return {
      ...route,
      // Sentences take the place of the codes they were made from.
      handle: async (call, none) =>
        ((await list(call, none)) as Row[]).map((row) => ({
          ...row,
          title: row.titleName ?? '',
          text: row.textName ?? '',
          _can: verbsOf(row, call),
        })),
    };
  });
  return [
    ...listed,
    serve(module, calls.ack, (call) => step(call as unknown as Call, 'ack', call.body)),
    serve(module, calls.close, (call) => {
      const { id, version, closeReason, closeNote } = call.body;
      return step(call as unknown as Call, 'close', { id, version, form: { closeReason, closeNote } });
    }),
    serve(module, calls.counts, async (call) => {
      const [rows] = await call.database.read<[{ kind: string; level: string; n: number }]>(call.actor.scope, {
        text: `select t.kind, max(t.level) as level, count(*)::int as n from platform.alarm t
          where t.tenant_no = kit.tenant() and t.status <> 'closed' and ${ours} and t.folded_into is null
          group by t.kind
          order by max(case t.level when 'urgent' then 2 when 'warn' then 1 else 0 end) desc, n desc`,
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
