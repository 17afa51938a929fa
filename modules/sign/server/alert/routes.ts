import { forbidden, notFound } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { moveAlarm, openAlarm, toldSql } from '#modules/platform/server/index.ts';
import * as contract from '#modules/sign/contract/home/alert.ts';
import { type SignAlert, signAlarmKinds, signAlert } from '#modules/sign/contract/home/alert.ts';
import { official, showCode } from '#modules/sign/contract/numbers/code.ts';
import { unitsOf } from '../numbers/holders.ts';
import { usesOf } from '../numbers/tag-use.ts';

const ours = "t.source = 'sign'";
const linkSql = `case t.kind ${Object.entries(signAlarmKinds)
  .map(([kind, { subjectPath }]) => {
    const [, path = '', name = ''] = /^([^{]*)\{\{(\w+)\}\}$/.exec(subjectPath) ?? [];
    return `when '${kind}' then '${path}' || coalesce(t.args ->> '${name}', '')`;
  })
  .join(' ')} end`;

async function step(call: Call, move: { id: number; version: number; name: string; form?: Record<string, unknown> }) {
  if (!call.actor.actions.has('sign:alert:handle')) throw forbidden();
  const [mine] = await call.tx.query(`select 1 from sign.sign_alert t where t.id = $1 and ${ours}`, [move.id]);
  if (!mine) throw notFound();
  const { id, version, name, form } = move;
  const moved =
    name === 'ack'
      ? await moveAlarm(call, { id, version, name: 'ack' })
      : await moveAlarm(call, { id, version, name: 'handle', form: { ...form, closePhotos: null } });
  call.answer.msg = call.say('ok.done');
  return moved;
}

function verbsOf(row: SignAlert, { actor }: Call): string[] {
  const isTheirs = actor.actions.has('sign:alert:handle') && actor.scope.principals.includes(row.principalId);
  if (!isTheirs || actor.readOnly) return [];
  return row.status === 'open' ? ['ack', 'close'] : row.status === 'acked' ? ['close'] : [];
}

const readable = (row: SignAlert): SignAlert => ({ ...row, title: row.titleName ?? '', text: row.textName ?? '' });

/** R41: kept apart from the entry that was refused: this one stands. */
async function duplicate(call: Call<typeof contract.reportDuplicate>) {
  const { code, principalId, photos, text } = call.body;
  return inTenant(call.tx, call.actor.tenantNo, 'tags', async (all) => {
    const [use] = await usesOf(all, official, [code]);
    if (!use) throw notFound();
    const unit = (await unitsOf(all, [principalId])).get(principalId);
    const alarmId = await openAlarm(all, {
      kind: 'duplicateCode',
      dedupKey: `duplicateCode ${code}`,
      subject: { entity: 'sign.tagUse', id: use.id, name: showCode(code) },
      animalId: use.animalId,
      regionCode: unit?.regionCode ?? use.regionCode,
      principalId,
      args: { code: String(code), shown: showCode(code), holder: unit?.name ?? '-' },
      evidence: { code, animalId: use.animalId, holders: [...use.holderIds, principalId], photos, text: text ?? null },
    });
    return { alarmId };
  });
}

export function alertRoutes(): Route[] {
  const routes = serveResource(signAlert)({
    listed: `${ours} and t.folded_into is null`,
    expressions: {
      title: toldSql,
      text: toldSql,
      ackBy: 'sign.user_name(t.ack_by)',
      closedBy: 'sign.user_name(t.closed_by)',
      linkPath: linkSql,
      isOpen: "(t.status <> 'closed')",
    },
  }).map((route): Route => {
    const { handle } = route;
    if (route.endpoint.path !== 'sign/alert/list') return route;
    return {
      ...route,
      handle: async (call, none) =>
        ((await handle(call, none)) as SignAlert[]).map((row) => ({ ...readable(row), _can: verbsOf(row, call) })),
    };
  });
  return [
    ...routes,
    serve('sign', contract.ackAlert, (call) => step(call as unknown as Call, { ...call.body, name: 'ack' })),
    serve('sign', contract.closeAlert, (call) => {
      const { id, version, closeReason, closeNote } = call.body;
      return step(call as unknown as Call, { id, version, name: 'close', form: { closeReason, closeNote } });
    }),
    serve('sign', contract.reportDuplicate, duplicate),
    serve('sign', contract.alertCounts, async (call) => {
      const [rows] = await call.database.read<[{ kind: string; level: string; n: number }]>(call.actor.scope, {
        text: `select t.kind, max(t.level) as level, count(*)::int as n from sign.sign_alert t
               where t.tenant_no = kit.tenant() and t.status <> 'closed' and ${ours} and t.folded_into is null
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
