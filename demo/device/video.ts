import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import { sealText } from '#kit/server/pii/pii.ts';

const views = ['大门', '牛舍', '运动场', '饲料间', '装车台', '隔离舍'];
/** Which picture goes with a view: out of doors, or under a roof. */
const loopOf = (view: string) => (/舍|间/.test(view) ? 'barn' : 'yard');

/** A channel for every camera; the first nine have a picture while the product runs. */
export async function saveVideo(tx: Tx, units: ReadonlyMap<string, number>): Promise<void> {
  const { tenantNo } = tx.scope;
  const cameras = await tx.query<{
    id: number;
    principal: number;
    owner: number;
    home: number;
    share: string;
    bank: number | null;
    hovel: number | null;
  }>(
    `select d.id, d.principal_id as principal, d.owner_id as owner, d.home_region as home, d.share_scope as share,
      d.bank_id as bank,
       b.target_id as hovel
     from device.device d left join device.device_binding b on b.tenant_no = d.tenant_no and b.device_id = d.id
       and b.to_at is null
     where d.tenant_no = $1 and d.kind = 'camera' and d.status = 'active' order by d.id`,
    [tenantNo],
  );
  const seats = new Map<number, number>();
  for (const [at, one] of cameras.entries()) {
    const seat = seats.get(one.principal) ?? 0;
    seats.set(one.principal, seat + 1);
    const view = `${views[seat % views.length]}${seat < views.length ? '' : Math.floor(seat / views.length) + 1}`;
    const provider = at % 9 === 8 ? 'gb28181' : 'hls';
    const source = at < 10 && provider === 'hls' ? sealText(`loop:${loopOf(view)}`, tenantNo) : null;
    await tx.query(
      `insert into device.video_channel (tenant_no, region_code, principal_id, owner_id, bank_id, device_id,
        channel_no, name, hovel_id, provider, source_ref,
         has_replay, store_days, ai_count, share_scope, order_num, last_picture_at)
       values ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11, $12, $13, $14, $15, case
         when $10::text is not null then now() else now() - interval '2 days' end)`,
      [
        tenantNo,
        one.share === 'jurisdiction' ? one.home : 0,
        one.principal,
        one.owner,
        one.bank,
        one.id,
        view,
        one.hovel,
        provider,
        source,
        at % 2 === 0,
        at % 2 === 0 ? 15 : 0,
        at < 10,
        one.share,
        (at + 1) * 10,
      ],
    );
  }
  await tx.query(
    `insert into device.video_count (tenant_no, channel_id, at, heads, confidence, hovel_id)
     select c.tenant_no, c.id, date_trunc('hour', now()) - make_interval(hours => n), 38 + (c.id + n)::int % 4, 0.86,
       c.hovel_id
     from device.video_channel c, generate_series(1, 24) n where c.tenant_no = $1 and c.ai_count`,
    [tenantNo],
  );
  const farm = units.get('farm1');
  const [channel] = await tx.query<{ id: number }>(
    'select id from device.video_channel where tenant_no = $1 and principal_id = $2 order by id limit 1',
    [tenantNo, farm],
  );
  const [user] = await tx.query<{ id: number }>(
    "select id from platform.sys_user where tenant_no = $1 and username = 'farm1'",
    [tenantNo],
  );
  if (!channel || !user) return;
  const links: [key: string, purpose: string, forName: string, hours: number, status: string, opens: number][] = [
    ['a', '贷后查看', '何立新', 20, 'active', 2],
    ['b', '保险查勘', '齐文华', 6, 'active', 0],
    ['c', '客户看牛', '王经理', 48, 'active', 7],
    ['d', '领导检查', '陈局', -30, 'active', 4],
    ['e', '设备调试', '高远', 12, 'revoked', 1],
  ];
  for (const [key, purpose, forName, hours, status, opens] of links)
    await tx.query(
      `insert into device.video_link (tenant_no, principal_id, key_hash, key_tail, page, channel_ids, purpose,
        for_name, expire_at, opens, status, created_by,
         created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => $9), $10, $11, $12,
           now() - interval '2 days')`,
      [
        tenantNo,
        farm,
        createHash('sha256').update(`${key}${tenantNo}`).digest('hex'),
        `···${key}`,
        key === 'c' ? 'simple' : 'playVedio',
        [channel.id],
        purpose,
        forName,
        hours,
        opens,
        status,
        user.id,
      ],
    );
  await tx.query(
    `insert into device.video_view (tenant_no, region_code, principal_id, viewer_id, channel_id, user_id, kind,
      started_at, seconds, ip, page, created_by)
     select c.tenant_no, c.region_code, c.principal_id, c.principal_id, c.id, u.id, 'live',
       now() - make_interval(hours => n * 5 + (c.id % 7)::int), 40 + (n * 37) % 600,
       '10.2.' || n % 9 || '.' || c.id % 200, 'video', u.id
     from device.video_channel c join platform.sys_user u on u.tenant_no = c.tenant_no
       and u.principal_id = c.principal_id, generate_series(1, 12) n
     where c.tenant_no = $1`,
    [tenantNo],
  );
  // What the large screens show is one of these cameras, where its unit has one.
  await tx.query(
    `update prevention.video_spot s set channel_id = c.id::text from (select distinct on (principal_id) principal_id,
      id from device.video_channel
       where tenant_no = $1 and source_ref is not null and region_code > 0 order by principal_id, id) c
     where s.tenant_no = $1 and s.principal_id = c.principal_id`,
    [tenantNo],
  );
}
