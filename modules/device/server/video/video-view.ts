import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { videoView } from '#modules/device/contract/video/video.ts';

export interface NewView {
  channelId: number;
  principalId: number;
  regionCode: number;
  viewerId: number | null;
  userId: number | null;
  linkId: number | null;
  ip: string;
  page: string;
}

/** R54: every look is a row its holder can read. */
export async function insertView(tx: Tx, one: NewView): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into device.video_view (tenant_no, region_code, principal_id, viewer_id, channel_id, user_id, link_id,
      ip, page, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $6) returning id`,
    [
      tx.scope.tenantNo,
      one.regionCode,
      one.principalId,
      one.viewerId,
      one.channelId,
      one.userId,
      one.linkId,
      one.ip,
      one.page,
    ],
  );
  return row?.id as number;
}

/** Whether this one's looking at it is known already: an address is renewed every minute. */
export const wasTold = async (tx: Tx, channelId: number, userId: number): Promise<boolean> =>
  (
    await tx.query(
      `select 1 from device.video_view where tenant_no = $1 and channel_id = $2 and user_id = $3
         and started_at > now() - interval '10 minutes' limit 1`,
      [tx.scope.tenantNo, channelId, userId],
    )
  ).length > 0;

export const keepSeconds = (tx: Tx, id: number, userId: number, seconds: number): Promise<unknown[]> =>
  tx.query(
    `update device.video_view set seconds = greatest(seconds, $3), version = version + 1 where id = $1
      and user_id = $2`,
    [id, userId, seconds],
  );

export const videoViewRoutes = (): Route[] =>
  serveResource(videoView)({
    expressions: {
      regionCode: 'nullif(t.region_code, 0)',
      viewerName: '(select u.nickname from platform.user_view u where u.id = t.user_id)',
      viewerUnit: 'registry.principal_name(t.viewer_id)',
      byLink: '(t.link_id is not null)',
    },
  });
