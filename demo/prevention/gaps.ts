import type { Tx } from '#kit/server/db/database.ts';
import { today as now } from '#kit/server/today.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { openGapOrder } from '#modules/prevention/server/index.ts';
import { onDay } from '../numbers.ts';

interface Story {
  readonly status: 'open' | 'answered' | 'escalated' | 'closed';
  readonly days: number;
  readonly words: string;
  readonly cause?: string;
  readonly note?: string;
}

const stories: readonly Story[] = [
  { status: 'open', days: 3, words: '请本周内逐户补免，名单附后。' },
  {
    status: 'answered',
    days: 5,
    words: '进度落后，请说明原因。',
    cause: 'absent',
    note: '三户外出打工，周末回村再去。',
  },
  {
    status: 'answered',
    days: 2,
    words: '请尽快完成剩余户。',
    cause: 'noVaccine',
    note: '苗箱已空，已向站里申请领苗。',
  },
  { status: 'escalated', days: 1, words: '两次提醒未完成，请乡镇站督促。' },
  { status: 'closed', days: 4, words: '请核实剩余动物。', cause: 'sold', note: '已出售并补登出栏。' },
];

/** Gaps somebody was asked to close: the villages furthest behind that have a worker, each at another point of its way. */
export async function saveGapOrders(tx: Tx, today: string): Promise<void> {
  const villages = await tx.query<{ seasonId: number; code: number; staffId: number }>(
    `select x.season_id as "seasonId", x.region_code as code, x.staff_id as "staffId" from (
       select p.season_id, p.region_code, prevention.worker_of(p.tenant_no, p.region_code) as staff_id,
         sum(p.done)::float8 / sum(p.due) as rate
       from prevention.plan_household p join prevention.prevention_season s on s.id = p.season_id
       where p.tenant_no = kit.tenant() and s.status = 'ongoing' and s.kind <> 'special'
       group by 1, 2, p.tenant_no having sum(p.due) > sum(p.done)
     ) x join prevention.worker w on w.id = x.staff_id and w.user_id is not null order by x.rate, x.region_code limit $1`,
    [stories.length],
  );
  const [chief] = await tx.query<{ id: number }>(`select id from platform.sys_user where username = 'ant_pref1'`);
  for (const [at, { seasonId, code, staffId }] of villages.entries()) {
    const { status, days, words, cause, note } = stories[at] as Story;
    const made = `${addDays(today, -3 - at)}T02:30:00Z`;
    const asked = {
      source: 'season' as const,
      seasonId,
      subjectKind: 'place' as const,
      subjectId: code,
      staffId,
      dueOn: addDays(now(), days),
      words,
    };
    const order = await onDay(tx, made, () => openGapOrder(tx, asked));
    await tx.query(
      `update prevention.gap_order set created_by = $2, created_at = $3, updated_at = $3, status = $4, cause = $5,
         cause_note = $6, answered_by = case when $5::text is not null then user_id end,
         answered_at = case when $5::text is not null then $3::timestamptz + interval '1 day' end,
         level = case when $4 = 'escalated' then 'station' else level end,
         escalated_at = case when $4 = 'escalated' then now() end,
         close_reason = case when $4 = 'closed' then 'byHand' end, close_note = case when $4 = 'closed' then '已核实' end,
         closed_by = case when $4 = 'closed' then $2::bigint end, closed_at = case when $4 = 'closed' then now() end
       where id = $1`,
      [order.id, chief?.id ?? null, made, status, cause ?? null, note ?? null],
    );
    if (status !== 'open') await closeTask(tx, 'prevention.gapOrder', order.id);
  }
}
