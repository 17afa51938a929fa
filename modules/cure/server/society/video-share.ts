import type { Tx } from '#kit/server/db/database.ts';
import type { Settings } from '#modules/cure/contract/setting/settings.ts';

/**
 * R95: how a normal consult begins. Calls of the month beyond what the holder's membership has, or beyond what everybody has,
 * begin in writing; the expert may call all the same.
 */
export async function beginsAs(
  tx: Tx,
  { principalId, wants, urgency }: { principalId: number; wants: 'text' | 'video' | 'visit'; urgency: string },
  { videoFree }: Pick<Settings, 'videoFree'>,
): Promise<'text' | 'video' | 'visit'> {
  if (wants !== 'video' || urgency !== 'normal') return wants;
  const [row] = await tx.query<{ had: number; members: number; most: number | null; unlimited: boolean }>(
    `select (select count(*)::int from cure.consult c where c.tenant_no = kit.tenant() and c.principal_id = $1
         and c.wants = 'video' and c.urgency = 'normal' and c.status <> 'cancelled'
         and c.created_at >= date_trunc('month', now() at time zone 'Asia/Shanghai')
           at time zone 'Asia/Shanghai') as had,
       count(l.id)::int as members, max(l.video_per_month) as most,
       coalesce(bool_or(l.id is not null and l.video_per_month is null), false) as unlimited
     from (select 1) one left join cure.society_member m on m.tenant_no = kit.tenant() and m.principal_id = $1
       and m.status in ('active', 'grace') left join cure.member_level l on l.id = m.level_id`,
    [principalId],
  );
  if (!row || row.unlimited) return wants;
  return row.had < Math.max(videoFree, row.most ?? 0) ? wants : 'text';
}
