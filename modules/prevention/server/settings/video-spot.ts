import { notFound, staleVersion } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  orderVideoSpots,
  playVideoSpot,
  showVideoSpot,
  videoSpot,
} from '#modules/prevention/contract/settings/video-spot.ts';

type PlayLink = (call: Pick<Call, 'actor' | 'database'>, channelId: string) => Promise<string | null>;
let playLink: PlayLink | null = null;

/** By the module that has the cameras. */
export function registerPlayLink(link: PlayLink): void {
  playLink = link;
}

export const videoSpotRoutes = (): Route[] => [
  ...serveResource(videoSpot)({
    before: {
      add: async (call) => {
        const [last] = await call.tx.query<{ n: number }>(
          'select coalesce(max(order_num), 0) as n from prevention.video_spot',
        );
        return { orderNum: (last?.n ?? 0) + 10 };
      },
    },
  }),
  serve('prevention', orderVideoSpots, async (call) => {
    // Places change among those that are shown: what others keep in between stays where it is.
    const moved = await call.tx.query(
      `with asked as (select o.id, o.place from unnest($1::bigint[]) with ordinality o(id, place)),
         slots as (select order_num, row_number() over (order by order_num, id) as place from prevention.video_spot where id = any ($1))
       update prevention.video_spot t set order_num = s.order_num, version = t.version + 1, updated_at = now(), updated_by = $2
       from asked a join slots s using (place) where t.id = a.id and t.order_num <> s.order_num returning t.id`,
      [call.body.idArr, call.actor.userId],
    );
    await audit(call.tx, call as unknown as Call, {
      module: 'prevention',
      entity: 'videoSpot',
      action: 'edit',
      after: { order: call.body.idArr },
    });
    call.answer.msg = call.say('ok.saved');
    return { moved: moved.length };
  }),
  serve('prevention', showVideoSpot, async (call) => {
    const { id, version, onScreen } = call.body;
    const [row] = await call.tx.query<{ name: string; onScreen: boolean; version: number }>(
      'select name, on_screen as "onScreen", version from prevention.video_spot where id = $1 for update',
      [id],
    );
    if (!row) throw notFound();
    if (row.version !== version) throw staleVersion();
    await call.tx.query(
      'update prevention.video_spot set on_screen = $2, version = version + 1, updated_at = now(), updated_by = $3 where id = $1',
      [id, onScreen, call.actor.userId],
    );
    await audit(call.tx, call as unknown as Call, {
      module: 'prevention',
      entity: 'videoSpot',
      entityId: id,
      entityName: row.name,
      action: 'edit',
      before: { onScreen: row.onScreen },
      after: { onScreen },
    });
    call.answer.msg = call.say('ok.saved');
    return { version: version + 1 };
  }),
  serve('prevention', playVideoSpot, async (call) => {
    const [rows] = await call.database.read<[{ channelId: string }]>(call.actor.scope, {
      text: `select channel_id as "channelId" from prevention.video_spot where id = $1 and ($2 or (on_screen and status = 'enabled'))`,
      values: [call.query.id, call.actor.actions.has('ant:setting:video')],
    });
    const [spot] = rows;
    if (!spot) throw notFound();
    return { ...spot, url: playLink ? await playLink(call, spot.channelId) : null };
  }),
];
