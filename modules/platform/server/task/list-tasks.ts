import { rangeOf } from '#kit/contract/region.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { listTasks, type Task, type TaskCounts } from '#modules/platform/contract/task/tasks.ts';
import { directory } from '../account/directory.ts';
import { read, type Texts } from '../common/localized-text.ts';
import { linkTo } from '../file/file-links.ts';
import { dictRow, labelOf } from '../reference/dictionaries.ts';
import { regionName } from '../reference/region/regions.ts';
import { type Judged, movesOf } from './task-rules.ts';

/** `$1` the caller, `$2` the caller's actions, `$3` whether the caller gives tasks to others. */
const tabs: Record<string, string> = {
  mine: "t.status in ('open', 'claimed') and (t.assignee_id = $1 or (t.assignee_id is null and t.permission = any ($2)))",
  claimed: "t.status = 'claimed' and t.assignee_id = $1",
  sent: "t.created_by = $1 and t.source = 'manual'",
  done: "t.status = 'done' and $1 in (t.assignee_id, t.closed_by)",
  // Those who could do it, those who have it, who made it, and who hands work out.
  all: "(t.permission = any ($2) or t.assignee_id = $1 or (t.created_by = $1 and t.source = 'manual') or $3)",
};
const named = '($1::bigint is not null and $2::text[] is not null and $3::boolean is not null)';
const late = "(t.status in ('open', 'claimed') and coalesce(t.due_at < now(), false))";
const day = "(now() at time zone 'Asia/Shanghai')::date";

const columns = `t.id, t.doc_no as "docNo", t.task_type as "taskType", t.task_name as "taskName", t.priority, t.icon, t.link_path as "linkPath", t.region_code as "regionCode",
  t.principal_id as "principalId", t.permission, t.opened_at as "openedAt", t.due_at as "dueAt", ${late} as overdue, t.assignee_id as "assigneeId", a.real_name as "assigneeName",
  t.created_by as "createdBy", case when t.source = 'manual' then m.real_name end as "makerName", t.status, t.source, t.content, t.result, t.closed_at as "closedAt",
  t.file_ids as "fileIds", t.version, t.texts`;

type Row = Omit<Task, 'taskTypeStr' | 'priorityStr' | 'statusStr' | 'regionName' | 'principalName' | 'files' | '_can'> &
  Judged & { texts: Texts; fileIds: number[]; principalId: number };

function filtered(body: Call<typeof listTasks>['body'], values: unknown[]): string {
  const parts = [`${tabs[body.tab]} and ${named}`];
  const add = (value: unknown, part: (place: string) => string) => {
    if (value === undefined || value === '') return;
    values.push(value);
    parts.push(part(`$${values.length}`));
  };
  add(body.taskType, (at) => `t.task_type = ${at}`);
  add(body.priority, (at) => `t.priority = ${at}`);
  add(body.status, (at) => `t.status = ${at}`);
  add(body.principalId, (at) => `t.principal_id = ${at}`);
  add(body.dateFrom, (at) => `t.opened_at >= ${at}::date`);
  add(body.dateTo, (at) => `t.opened_at < ${at}::date + 1`);
  if (body.keyword)
    add(
      `%${body.keyword.replace(/[\\%_]/g, '\\$&')}%`,
      (at) => `(t.task_name ilike ${at} or t.texts::text ilike ${at} or t.doc_no ilike ${at})`,
    );
  if (body.overdue !== undefined) parts.push(body.overdue ? late : `not ${late}`);
  if (body.regionCode !== undefined) {
    const [lo, hi] = rangeOf(body.regionCode);
    add(lo, (at) => `t.region_code >= ${at}`);
    add(hi, (at) => `t.region_code < ${at}`);
  }
  return parts.join(' and ');
}

/** Tasks are not copied per user: a user's tasks are the open rows whose permission they hold and which they see. */
async function list(call: Call<typeof listTasks>) {
  const { actor, body } = call;
  const base = [actor.userId, [...actor.actions], actor.actions.has('sys:task:assign')];
  const values: unknown[] = [...base];
  const where = filtered(body, values);
  const order = `${late} desc, t.priority, t.due_at nulls last, t.id${body.tab === 'done' ? ' desc' : ''}`;
  const from = `platform.sys_task t left join platform.sys_user a on a.id = t.assignee_id left join platform.sys_user m on m.id = t.created_by`;
  const page = [...values, body.pageSize, (body.page - 1) * body.pageSize];
  const [rows, [count], [counts]] = await call.database.read<[Row, { n: number }, TaskCounts]>(
    actor.scope,
    {
      text: `select ${columns} from ${from} where ${where} order by ${order} limit $${page.length - 1} offset $${page.length}`,
      values: page,
    },
    { text: `select count(*)::int as n from platform.sys_task t where ${where}`, values },
    {
      text: `select (count(*) filter (where ${tabs.mine}))::int as open, (count(*) filter (where ${tabs.mine} and ${late}))::int as overdue,
          (count(*) filter (where ${tabs.mine} and (t.due_at at time zone 'Asia/Shanghai')::date = ${day}))::int as "dueToday",
          (count(*) filter (where ${tabs.done} and (t.closed_at at time zone 'Asia/Shanghai')::date >= date_trunc('week', ${day})::date))::int as "doneWeek"
        from platform.sys_task t
        where ((${tabs.mine}) or (${tabs.done} and t.closed_at > now() - interval '8 days')) and ${named}`,
      values: base,
    },
  );
  return {
    list: await shown(call, actor, rows),
    total: count?.n ?? 0,
    counts: counts ?? { open: 0, overdue: 0, dueToday: 0, doneWeek: 0 },
  };
}

async function shown(call: Call<typeof listTasks>, actor: Actor, rows: readonly Row[]): Promise<Task[]> {
  const label = (dictCode: string, value: string) => {
    const row = dictRow(dictCode, value, actor.tenantNo);
    return row ? labelOf(row, call.language) : value;
  };
  const ids = [...new Set(rows.map((row) => row.principalId))];
  const fileIds = rows.flatMap((row) => row.fileIds);
  const [places, files] = await call.database.transaction(actor.scope, async (tx) => [
    ids.length > 0 ? await directory().places(tx, { ids, whole: true }) : [],
    fileIds.length > 0
      ? await tx.query<{ id: number; name: string }>(
          'select f.id, f.file_name as name from unnest($1::bigint[]) wanted, kit.file_facts($2, wanted) f',
          [fileIds, actor.tenantNo],
        )
      : [],
  ]);
  const nameOf = new Map(places.map((place) => [place.id, place.name]));
  const fileOf = new Map(files.map((file) => [file.id, file.name]));
  return rows.map((row) => {
    const { texts, fileIds: own, principalId, permission: _p, createdBy: _c, ...task } = row;
    return {
      ...task,
      taskName: read(texts, 'taskName', row.taskName, call.say),
      taskTypeStr: label('task_type', row.taskType),
      priorityStr: label('task_priority', row.priority),
      statusStr: label('sys_task_status', row.status),
      regionName: regionName(row.regionCode),
      principalName: nameOf.get(principalId) ?? null,
      files: own.map((fileId) => ({ fileId, fileName: fileOf.get(fileId) ?? '', url: linkTo(actor, fileId) })),
      _can: movesOf(row, actor),
    };
  });
}

export const taskListRoutes = (): Route[] => [serve('platform', listTasks, list)];
