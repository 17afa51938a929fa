import { createHash, randomBytes } from 'node:crypto';
import { AppError, invalid, notFound } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { addVideoLink, openVideoLink, videoLink } from '#modules/device/contract/video/video.ts';
import { type Channel, channelsOf, mayPlay, playingUrl } from './play.ts';
import { insertView } from './video-view.ts';

const longest = { playVedio: 24 * 60, simple: 7 * 24 * 60 };
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

interface Opened {
  tenantNo: number;
  id: number;
  page: 'playVedio' | 'simple';
  channelIds: number[];
  purpose: string;
  expireAt: string;
  createdBy: number;
  principalId: number;
}

/** R57: one answer for whatever is wrong with a key. */
const unknown = () => new AppError(404, 'device.video.linkInvalid');

interface NewLink {
  readonly page: 'playVedio' | 'simple';
  readonly principalId: number;
  readonly bankId: number | null;
  readonly channelIds: readonly number[];
  readonly minutes: number;
  readonly purpose: string;
  readonly forName?: string | null | undefined;
  readonly by: number;
}
/** The key is told once; what is kept of it does not open anything. */
async function insertLink(tx: Tx, link: NewLink): Promise<{ path: string; expireAt: string }> {
  const key = randomBytes(16).toString('base64url');
  const expireAt = new Date(Date.now() + link.minutes * 60_000).toISOString();
  await tx.query(
    `insert into device.video_link (tenant_no, principal_id, bank_id, key_hash, key_tail, page, channel_ids,
      purpose, for_name, expire_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.scope.tenantNo,
      link.principalId,
      link.bankId,
      hashOf(key),
      key.slice(-4),
      link.page,
      link.channelIds,
      link.purpose,
      link.forName ?? null,
      expireAt,
      link.by,
    ],
  );
  return { path: `/#/${link.page === 'simple' ? 'simple' : 'bank/playVedio'}?k=${key}`, expireAt };
}

export interface PlayLinkAsk {
  /** For whom: a party to every one of the channels. */
  readonly principalId: number;
  readonly channelIds: readonly number[];
  readonly purpose: string;
  readonly minutes: number;
  readonly by: number;
}
/** For other modules, in their transaction: one channel or several to look at without a login; null where one is not that party's to see (R56). */
export async function playLink(tx: Tx, ask: PlayLinkAsk): Promise<{ path: string; expireAt: string } | null> {
  const page = ask.channelIds.length === 1 ? 'playVedio' : 'simple';
  const minutes = Math.min(ask.minutes, longest[page]);
  const found = await tx.query<{ bankId: number | null }>(
    `select bank_id as "bankId" from device.video_channel where id = any ($1) and status = 'active'
       and $2 in (principal_id, owner_id, bank_id, insurer_id, supervisor_id)`,
    [ask.channelIds, ask.principalId],
  );
  if (found.length === 0 || found.length < new Set(ask.channelIds).size) return null;
  return insertLink(tx, { ...ask, page, minutes, bankId: found[0]?.bankId ?? null });
}

export const videoLinkRoutes = (): Route[] => [
  ...serveResource(videoLink)({
    expressions: {
      channelNames: `(select string_agg(c.name, '、' order by c.order_num) from device.video_channel c
        where c.id = any (t.channel_ids))`,
      expired: '(t.expire_at < now() or t.opens > t.max_opens)',
    },
  }),
  serve('device', addVideoLink, async (call) => {
    const { page, channelIds, minutes, purpose, forName } = call.body;
    if (page === 'playVedio' && channelIds.length !== 1)
      throw invalid([{ field: 'channelIds', key: 'error.field.range' }]);
    const isLong = minutes > longest.playVedio;
    if (minutes > longest[page] || (isLong && !call.actor.actions.has('device:video:shareLong')))
      throw invalid([{ field: 'minutes', key: 'error.field.range' }]);
    const channels = await channelsOf(call.database, call.actor.scope, channelIds);
    if (channels.length < channelIds.length || !channels.every((one) => mayPlay(one, call.actor))) throw notFound();
    const own = channels[0] as Channel;
    const principalId = call.actor.scope.principals[0] ?? own.principalId;
    const by = call.actor.userId;
    return insertLink(call.tx, { page, principalId, bankId: own.bankId, channelIds, minutes, purpose, forName, by });
  }),
  serve('device', openVideoLink, async (call) => {
    const [rows] = await call.database.read<[Opened]>(systemScope(-1, 'videoLink'), {
      text: `select tenant_no as "tenantNo", id, page, channel_ids as "channelIds", purpose, expire_at as "expireAt",
        created_by as "createdBy",
               principal_id as "principalId" from device.open_link($1)`,
      values: [hashOf(call.query.k)],
    });
    const [link] = rows;
    if (!link) throw unknown();
    const scope = systemScope(link.tenantNo, 'videoLink');
    // R56: a maker who may no longer look shows nothing to others either.
    const channels = (await channelsOf(call.database, scope, link.channelIds)).filter((one) =>
      [one.principalId, one.ownerId, one.bankId, one.insurerId, one.supervisorId].includes(link.principalId),
    );
    if (channels.length === 0) throw unknown();
    if (!call.query.again)
      await call.database.transaction(scope, async (tx) => {
        await tx.query('update device.video_link set opens = opens + 1, version = version + 1 where id = $1', [
          link.id,
        ]);
        for (const one of channels)
          await insertView(tx, {
            channelId: one.id,
            principalId: one.principalId,
            regionCode: one.regionCode,
            viewerId: link.principalId,
            userId: null,
            linkId: link.id,
            ip: call.ip,
            page: link.page,
          });
      });
    const urls = await Promise.all(
      channels.map(async (one) => ({
        name: one.name,
        url: await playingUrl(link.tenantNo, one, `l${link.tenantNo}-${link.id}`),
      })),
    );
    return {
      page: link.page,
      expireAt: link.expireAt,
      watermark: `${link.purpose} · ${new Date().toISOString().slice(0, 10)}`,
      channels: urls,
    };
  }),
];

/** Whether a link's grant still holds; a session's ends with its address, which nobody renews for who is gone. */
export async function grantHolds(database: Database, grant: string): Promise<boolean> {
  const [, tenantNo, id] = /^l(\d+)-(\d+)$/.exec(grant) ?? [];
  if (!tenantNo || !id) return /^s\d+$/.test(grant);
  const [rows] = await database.read<[{ id: number }]>(systemScope(Number(tenantNo), 'videoLink'), {
    text: "select id from device.video_link where id = $1 and status = 'active' and expire_at > now()",
    values: [Number(id)],
  });
  return rows.length > 0;
}
