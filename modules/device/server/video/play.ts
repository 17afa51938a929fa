import { AppError, notFound, refusal } from '#kit/contract/errors.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Database } from '#kit/server/db/database.ts';
import { type Scope, systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { type ChannelNode, playVideo, videoTree } from '#modules/device/contract/video/video.ts';
import { sightGrounds } from '../extension-points.ts';
import { type Grant, playlistUrl, playSeconds } from './sign.ts';
import { driverOf } from './source.ts';
import { insertView, keepSeconds, wasTold } from './video-view.ts';

interface Parties {
  principalId: number;
  bankId: number | null;
  insurerId: number | null;
  supervisorId: number | null;
  shareScope: string;
  /** An urgent alarm of the holder is open: who is responsible for the area may look. */
  urgent: boolean;
}
export interface Channel extends Parties {
  id: number;
  tenantNo: number;
  name: string;
  ownerId: number;
  regionCode: number;
  provider: string;
  source: string | null;
}

export const channelsOf = async (database: Database, scope: Scope, ids: readonly number[]): Promise<Channel[]> => {
  const [rows] = await database.read<[Channel]>(scope, {
    text: `select c.id, c.tenant_no as "tenantNo", c.name, c.principal_id as "principalId", c.owner_id as "ownerId",
      c.bank_id as "bankId",
             c.insurer_id as "insurerId", c.supervisor_id as "supervisorId", c.region_code as "regionCode", c.provider, c.source_ref as source,
             c.share_scope as "shareScope", exists (select 1 from platform.alarm_view a
               where a.tenant_no = c.tenant_no
               and a.principal_id = c.principal_id and a.level = 'urgent' and a.status <> 'closed') as urgent
           from device.video_channel c where c.id = any ($1) and c.status = 'active'`,
    values: [ids],
  });
  return rows;
};

/** R54: holder and parties; the authorities where it is shared, or where something urgent is open. */
export function mayPlay(channel: Parties, actor: Actor): boolean {
  const { principals, regions } = actor.scope;
  const parties = [channel.principalId, channel.bankId, channel.insurerId, channel.supervisorId];
  if (parties.some((id) => id !== null && principals.includes(id))) return true;
  return regions.length > 0 && (channel.shareScope === 'jurisdiction' || channel.urgent);
}

export async function playingUrl(tenantNo: number, channel: Channel, grant: Grant): Promise<string | null> {
  if (!channel.source || channel.provider !== 'hls') return null;
  const folder = await driverOf(channel.provider).folderOf(unseal(channel.source, tenantNo));
  return folder && playlistUrl(folder, grant);
}

/** Sight of a channel that is not shared needs a reason that stands in the database. */
async function find(database: Database, actor: Actor, id: number): Promise<Channel> {
  const [seen] = await channelsOf(database, actor.scope, [id]);
  if (seen) return seen;
  if (actor.scope.regions.length === 0) throw notFound();
  const [hidden] = await channelsOf(database, systemScope(actor.tenantNo, 'video'), [id]);
  const here = hidden && (await isHere(database, actor.scope, hidden.principalId));
  if (!hidden || !here) throw notFound();
  if (hidden.urgent) return hidden;
  const grounds = await database.transaction(systemScope(actor.tenantNo, 'video'), (tx) =>
    sightGrounds.ask(tx, hidden.principalId),
  );
  if (!grounds) throw new AppError(403, 'device.video.notShared');
  return { ...hidden, urgent: true };
}

const isHere = async (database: Database, scope: Scope, principalId: number): Promise<boolean> => {
  const [rows] = await database.read<[{ id: number }]>(scope, {
    text: 'select id from registry.unit_view where id = $1',
    values: [principalId],
  });
  return rows.length > 0;
};

/** For screens of other modules: played under the same rule, and told to the holder once in ten minutes. */
export async function playOnScreen(call: Pick<Call, 'actor' | 'database'>, channelId: string): Promise<string | null> {
  const { actor, database } = call;
  const [channel] = await channelsOf(database, actor.scope, [Number(channelId) || 0]);
  if (!channel || !mayPlay(channel, actor)) return null;
  const url = await playingUrl(actor.tenantNo, channel, `s${actor.sessionId}`);
  if (!url) return null;
  await database.transaction(systemScope(actor.tenantNo, 'video'), async (tx) => {
    if (await wasTold(tx, channel.id, actor.userId)) return;
    const viewerId = actor.scope.principals[0] ?? null;
    const { principalId, regionCode } = channel;
    const where = { ip: '', page: 'screen', linkId: null };
    await insertView(tx, { channelId: channel.id, principalId, regionCode, viewerId, userId: actor.userId, ...where });
  });
  return url;
}

/** R53: how many play at once, in this process. */
const watching = new Map<string, number>();
const mostStreams = 50;
export function countStreams(tenantNo: number, who: string): void {
  const now = Date.now();
  for (const [key, until] of watching) if (until < now) watching.delete(key);
  const key = `${tenantNo}:${who}`;
  const mine = [...watching.keys()].filter((one) => one.startsWith(`${tenantNo}:`));
  if (!watching.has(key) && mine.length >= mostStreams) throw refusal('streamsFull', 'device.video.streamsFull');
  watching.set(key, now + 130_000);
}

export const playRoutes = (): Route[] => [
  serve('device', videoTree, async (call) => {
    const [rows] = await call.database.read<[Omit<ChannelNode, 'mayPlay'> & Parties]>(call.actor.scope, {
      text: `select c.id, c.name, registry.principal_name(c.principal_id) as holder, c.principal_id as "holderId",
        c.principal_id as "principalId",
               coalesce((select h.name from registry.house_view h where h.id = c.hovel_id), c.site_text) as place,
               coalesce(c.last_picture_at > now() - interval '10 minutes', false) as online, c.has_replay
                 as "hasReplay", c.bank_id as "bankId",
               c.insurer_id as "insurerId", c.supervisor_id as "supervisorId", c.share_scope as "shareScope", false as urgent
             from device.video_channel c where c.status = 'active' order by c.principal_id, c.order_num,
               c.id limit 2000`,
      values: [],
    });
    return rows.map((one) => ({
      id: one.id,
      name: one.name,
      holder: one.holder,
      holderId: one.holderId,
      place: one.place,
      online: one.online,
      hasReplay: one.hasReplay,
      mayPlay: mayPlay(one, call.actor),
    }));
  }),
  serve('device', playVideo, async (call) => {
    const { channelId, seconds, viewId } = call.body;
    const { actor } = call;
    const channel = await find(call.database, actor, channelId);
    if (!mayPlay(channel, actor)) throw new AppError(403, 'device.video.notShared');
    const who: Grant = `s${actor.sessionId}`;
    countStreams(actor.tenantNo, `${who}:${channelId}`);
    const url = await playingUrl(actor.tenantNo, channel, who);
    if (!url) throw refusal('channelOffline', 'device.video.offline');
    const id = await call.database.transaction(systemScope(actor.tenantNo, 'video'), async (tx) => {
      if (viewId !== undefined) {
        await keepSeconds(tx, viewId, actor.userId, seconds);
        return viewId;
      }
      const viewerId = actor.scope.principals[0] ?? null;
      return insertView(tx, {
        channelId,
        principalId: channel.principalId,
        regionCode: channel.regionCode,
        viewerId,
        userId: actor.userId,
        linkId: null,
        ip: call.ip,
        page: 'video',
      });
    });
    return {
      url,
      expireAt: new Date(Date.now() + playSeconds * 1000).toISOString(),
      viewId: id,
      watermark: `${actor.nickname} ${new Date().toISOString().slice(0, 10)}`,
    };
  }),
];
