import { type FieldError, invalid, notFound } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { sendMessage } from '#kit/server/message/message.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { alarmAccounts, alarmReceiver, testAlarmReceiver } from '#modules/platform/contract/alarm/alarm-receiver.ts';
import { notify } from '../notice/notify.ts';

type Form = FormOf<typeof alarmReceiver>;

/** Somebody who can be told, at a place that makes sense, and of the organisation the row is for. */
async function check(call: Call, values: Form, principalId: number): Promise<undefined> {
  const faults: FieldError[] = [];
  if (values.userId === null && !values.phone) faults.push({ field: 'phone', key: 'platform.alarmReceiver.nobody' });
  if (values.userId !== null) {
    const [user] = await call.tx.query('select 1 from platform.sys_user where id = $1 and principal_id = $2', [
      values.userId,
      principalId,
    ]);
    if (!user) faults.push({ field: 'userId', key: 'platform.alarmReceiver.otherUnit' });
  }
  if (!call.actor.scope.principals.includes(principalId))
    faults.push({ field: 'principalId', key: 'error.outsideJurisdiction' });
  const ids = values.whereIds;
  const isList = Array.isArray(ids) && ids.length <= 200 && ids.every((id) => Number.isSafeInteger(id));
  if (!isList || (values.whereKind !== 'all' && ids.length === 0))
    faults.push({ field: 'whereIds', key: 'error.field.required' });
  if (values.channels.length === 0) faults.push({ field: 'channels', key: 'error.field.required' });
  if ((values.quietFrom === null) !== (values.quietTo === null))
    faults.push({ field: values.quietFrom === null ? 'quietFrom' : 'quietTo', key: 'error.field.required' });
  if (faults.length > 0) throw invalid(faults);
  return undefined;
}

/** The receiver's own number, else that of the account; sealed as it is kept. */
async function phoneOf(call: Call, id: number): Promise<string | null> {
  const [row] = await call.tx.query<{ phone: string | null }>(
    `select coalesce(r.phone_enc, u.phone_enc) as phone from platform.alarm_receiver r
     left join platform.sys_user u on u.tenant_no = r.tenant_no and u.id = r.user_id where r.id = $1`,
    [id],
  );
  return row?.phone ?? null;
}

export const alarmReceiverRoutes = (): Route[] => [
  ...serveResource(alarmReceiver)({
    before: {
      add: (call, values) => check(call, values, values.principalId),
      edit: (call, values, row) => check(call, values, row.principalId),
    },
  }),
  serve('platform', testAlarmReceiver, async (call) => {
    const row = await findRow(call as unknown as Call, alarmReceiver, call.body.id);
    const sent: string[] = [];
    if (row.userId !== null && row.channels.includes('notice')) {
      const title = { key: 'platform.alarmReceiver.testTitle' };
      const content = { key: 'platform.alarmReceiver.testText', args: { name: call.actor.nickname } };
      const id = await notify(call.tx, { userIds: [row.userId], type: 'warning', title, content });
      if (id !== null) sent.push('notice');
    }
    const sealedPhone = await phoneOf(call as unknown as Call, call.body.id);
    for (const way of ['sms', 'voice'] as const)
      if (sealedPhone && row.channels.includes(way)) {
        const args = { name: call.actor.nickname };
        if (await sendMessage(call.tx, { way, template: 'alarm.test', args, sealedPhone })) sent.push(way);
      }
    return { sent, unsent: row.channels.filter((one) => !sent.includes(one)) };
  }),
  serve('platform', alarmAccounts, async (call) => {
    const { principalId } = call.query;
    if (!call.actor.scope.principals.includes(principalId)) throw notFound();
    const [rows] = await call.database.read<[{ id: number; name: string }]>(call.actor.scope, {
      text: "select id, nickname as name from platform.sys_user where principal_id = $1 and status = 'active' order by nickname limit 500",
      values: [principalId],
    });
    return rows;
  }),
];
