import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { Alarm, AlarmDetail, AlarmStep } from '#modules/platform/contract/alarm/alarm.ts';
import { linkTo } from '../file/file-links.ts';
import { alarmKindOf } from './alarm-kind.ts';

type Step = Omit<AlarmStep, 'whatName'>;

/** One alarm with its history, what may be said when it is handled, and the pictures that were. */
export async function detailOf(call: Call, row: Alarm): Promise<AlarmDetail> {
  const { actor, language } = call;
  const [steps, [raw]] = await call.database.read<[Step, { args: Record<string, unknown> }]>(
    actor.scope,
    {
      text: `select s.id, s.at, s.what, u.nickname as who, s.data || case when s.data ? 'assigneeId'
               then jsonb_build_object('assignee', (select x.nickname from platform.sys_user x where x.id = (s.data ->> 'assigneeId')::bigint)) else '{}' end as data
             from platform.alarm_step s left join platform.sys_user u on u.id = s.made_by where s.alarm_id = $1 order by s.id limit 300`,
      values: [row.id],
    },
    { text: 'select args from platform.alarm where id = $1', values: [row.id] },
  );
  const label = (dict: string, value: string) => lookups().dictLabel(dict, value, actor.tenantNo, language) ?? value;
  const kind = alarmKindOf(row.kind);
  const fileIds = (row.closePhotos ?? []) as number[];
  return {
    ...row,
    steps: steps.map((step) => ({ ...step, whatName: label('alarm_step_what', step.what) })),
    closeReasons: (kind?.closeReasons ?? []).map((value) => ({ value, label: label('alarm_close', value) })),
    photos: fileIds.map((fileId) => ({ fileId, url: linkTo(actor, fileId), thumbUrl: linkTo(actor, fileId, true) })),
    linkPath: kind?.subjectPath ? filled(kind.subjectPath, raw?.args ?? {}) : null,
  };
}

const filled = (path: string, args: Record<string, unknown>) =>
  path.replace(/\{\{(\w+)\}\}/g, (_, name: string) => encodeURIComponent(String(args[name] ?? '')));
