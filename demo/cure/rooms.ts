import type { Tx } from '#kit/server/db/database.ts';
import type { Random } from '../random.ts';

/** Two counties set something otherwise: one answers faster, one is far from everybody and lets links live longer. */
export async function saveSettings(tx: Tx): Promise<void> {
  const rows: readonly [region: number, code: string, value: string, remark: string][] = [
    [150521000000, 'offerMinutesNormal', '20', '专家多，派单应答时限缩短'],
    [150526000000, 'inviteHours', '48', '牧区网络不稳定，邀请链接延长'],
    [150500000000, 'autoCloseDays', '14', '全市统一'],
  ];
  for (const [region, code, value, remark] of rows)
    await tx.query(
      `insert into cure.cure_setting (tenant_no, region_code, code, value, remark, updated_by)
       values ($1, $2, $3, $4, $5, (select id from platform.sys_user where username = 'cure1'))`,
      [tx.scope.tenantNo, region, code, value, remark],
    );
}

/** Rooms of a year of cases: who sat there, how long, and how the line was. None is open now. */
export async function saveRooms(tx: Tx, random: Random): Promise<void> {
  const cases = await tx.query<{
    id: number;
    asker: number;
    askerName: string;
    expert: number;
    expertName: string;
    at: string;
  }>(
    `select c.id, c.asker_id as asker, a.real_name as "askerName", e.user_id as expert, e.name as "expertName",
       (coalesce(c.first_reply_at, c.created_at) + interval '6 minutes')::text as at
     from cure.consult c join cure.expert e on e.id = c.expert_id join platform.sys_user a on a.id = c.asker_id
     where c.tenant_no = $1 and c.status in ('closed', 'answered', 'following') order by c.id limit 140`,
    [tx.scope.tenantNo],
  );
  for (const [at, one] of cases.entries()) {
    if (at % 3 === 2) continue;
    const seconds = random.int(200, 900);
    const [room] = await tx.query<{ id: number }>(
      `insert into cure.cure_room (tenant_no, consult_id, room_no, opened_by, opened_at, live_at, ended_at, end_reason,
         status)
       values ($1, $2, kit.doc_no('CV'), $3, $4, $4::timestamptz + interval '9 seconds',
         $4::timestamptz + make_interval(secs => $5), 'empty', 'ended') returning id`,
      [tx.scope.tenantNo, one.id, one.expert, one.at, seconds],
    );
    const relayed = random.int(1, 100) <= 31;
    for (const [user, name, role, after] of [
      [one.expert, one.expertName, 'expert', 0],
      [one.asker, one.askerName, 'asker', 9],
    ] as const)
      await tx.query(
        `insert into cure.cure_room_participant (tenant_no, room_id, consult_id, user_id, shown_name, role, admitted_at,
           joined_at, seen_at, left_at, media, relayed, rtt_ms, loss_pct, kbps)
         select $1, $2, $3, $4, $5, $6, t.at, t.at, t.till, t.till, 'video', $9, $10, $11, $12
         from (select $7::timestamptz + make_interval(secs => $8::int) as at,
           $7::timestamptz + make_interval(secs => $13::int) as till) t`,
        [
          tx.scope.tenantNo,
          room?.id,
          one.id,
          user,
          name,
          role,
          one.at,
          after,
          relayed,
          random.int(24, 140),
          random.int(0, 12) / 10,
          random.int(320, 700),
          seconds,
        ],
      );
  }
}
