import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import { siteBoard, siteSign } from '#modules/bank/contract/site/site.ts';
import { headCount } from '#modules/device/server/index.ts';
import { siteOf } from './site-row.ts';

const bookStates = `('pledged', 'releasing', 'missing')`;
interface SiteFigures {
  readonly id: number;
  readonly siteNo: string;
  readonly name: string;
  readonly client: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly status: string;
  readonly book: number;
  readonly seen: number;
  readonly gap: number;
  readonly camera: number | null;
}

const sitesOf = (tx: Tx, query: Call<typeof siteBoard>['query']): Promise<SiteFigures[]> =>
  tx.query<SiteFigures>(
    `select s.id, s.site_no as "siteNo", s.name, coalesce(registry.principal_name(s.principal_id), '') as client,
       s.longitude, s.latitude, s.status, coalesce(x.book, 0)::int as book, coalesce(x.seen, 0)::int as seen,
       coalesce(x.gap, 0)::int as gap, n.camera_heads as camera
     from bank.pledge_site s
       left join lateral (select count(*) as book, count(*) filter (where i.state = 'missing') as gap,
           count(*) filter (where i.seen_at > now() - interval '24 hours') as seen
         from bank.pledge p join bank.pledge_item i on i.tenant_no = p.tenant_no and i.pledge_id = p.id
           and i.state in ${bookStates}
         where p.tenant_no = s.tenant_no and p.site_id = s.id) x on true
       left join lateral (select camera_heads from bank.pledge_seen_day d where d.tenant_no = s.tenant_no
         and d.site_id = s.id and d.day >= (now() at time zone 'Asia/Shanghai')::date - 1
         order by d.day desc limit 1) n on true
     where s.tenant_no = kit.tenant() and ($1::bigint is null or s.id = $1)
       and ($1::bigint is not null or s.status <> 'closed')
       and ($2::bigint is null or s.region_code between $2 and $2 + case when $2 % 1000000000000 = 0 then 999999999999
         when $2 % 100000000 = 0 then 99999999 when $2 % 1000000 = 0 then 999999 when $2 % 1000 = 0 then 999 else 0 end)
       and ($3::boolean is null or (coalesce(x.gap, 0) > 0) = $3)
     order by s.site_no limit 2000`,
    [query.siteId ?? null, query.regionCode ?? null, query.hasGap === undefined ? null : query.hasGap === 'true'],
  );

const daysOf = (tx: Tx, siteIds: readonly number[], days: number) =>
  tx.query<{
    day: string;
    book: number;
    seenByDevice: number;
    seenAny: number;
    camera: number | null;
    alarms: number;
  }>(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(book)::int as book, sum(seen_by_device)::int as "seenByDevice",
       sum(seen_any)::int as "seenAny", sum(camera_heads)::int as camera, sum(open_alarms)::int as alarms
     from bank.pledge_seen_day where tenant_no = kit.tenant() and site_id = any ($1)
       and day > (now() at time zone 'Asia/Shanghai')::date - $2::int group by 1 order by 1`,
    [siteIds, days],
  );

/** Hovels of one site, with what the register and the cameras say of each; whoever sees the site sees them. */
const hovelsOf = (tx: Tx, siteId: number) =>
  inTenant(tx, tx.scope.tenantNo, 'bank.siteHovels', async (sys) => {
    const site = await siteOf(sys, siteId);
    const rows = await sys.query<{
      hovelId: number | null;
      name: string;
      book: number;
      seen: number;
      unseen: number;
      missing: number;
      channelIds: number[];
    }>(
      `with items as (select i.state, i.seen_at, a.hovel_id from bank.pledge p
           join bank.pledge_item i on i.tenant_no = p.tenant_no and i.pledge_id = p.id and i.state in ${bookStates}
           left join bank.site_animal a on a.tenant_no = i.tenant_no and a.id = i.animal_id
         where p.tenant_no = kit.tenant() and p.site_id = $1),
       places as (select h.id, h.name from bank.site_hovel h where h.tenant_no = kit.tenant() and h.id = any ($2)
         union all select null::bigint, '' where exists (select 1 from items where hovel_id is null
           or not hovel_id = any ($2)))
       select h.id as "hovelId", h.name, count(i.state)::int as book,
         count(i.state) filter (where i.seen_at > now() - interval '24 hours')::int as seen,
         count(i.state) filter (where i.seen_at is null or i.seen_at <= now() - interval '24 hours')::int as unseen,
         count(i.state) filter (where i.state = 'missing')::int as missing,
         array(select c.id from bank.site_channel c where c.tenant_no = kit.tenant() and c.hovel_id = h.id
           and c.id = any ($3) order by c.id) as "channelIds"
       from places h left join items i on i.hovel_id = h.id
         or (h.id is null and (i.hovel_id is null or not i.hovel_id = any ($2)))
       group by h.id, h.name order by h.id is null, h.name`,
      [siteId, site.hovelIds, site.channelIds],
    );
    const counts = new Map(
      (await headCount(sys, site.hovelIds, new Date().toISOString())).map((one) => [one.hovelId, one]),
    );
    const [fence] = site.fenceId
      ? await sys.query<{ polygon: [number, number][][] }>(
          `select polygon from bank.site_fence where tenant_no = kit.tenant() and id = $1 and status <> 'ended'`,
          [site.fenceId],
        )
      : [];
    return {
      fence: fence?.polygon ?? null,
      hovels: rows.map((one) => {
        const seenBy = one.hovelId === null ? undefined : counts.get(one.hovelId);
        return {
          ...one,
          camera: seenBy?.heads ?? null,
          cameraAt: seenBy ? new Date(seenBy.countedAt).toISOString() : null,
        };
      }),
    };
  });

async function board(call: Call<typeof siteBoard>) {
  const { query } = call;
  return call.database.transaction(call.actor.scope, async (tx) => {
    if (query.siteId) await siteOf(tx, query.siteId);
    const sites = await sitesOf(tx, query);
    const sum = (name: 'book' | 'seen' | 'gap') => sites.reduce((all, one) => all + one[name], 0);
    const counted = sites.filter((one) => one.camera !== null);
    const book = sum('book');
    const detail = query.siteId ? await hovelsOf(tx, query.siteId) : { hovels: [], fence: null };
    return {
      totals: {
        sites: sites.length,
        book,
        seen: sum('seen'),
        gap: sum('gap'),
        seenPct: book > 0 ? Math.round((1000 * sum('seen')) / book) / 10 : null,
        camera: counted.length > 0 ? counted.reduce((all, one) => all + (one.camera ?? 0), 0) : null,
      },
      sites,
      ...detail,
      days: await daysOf(
        tx,
        sites.map((one) => one.id),
        query.days,
      ),
    };
  });
}

async function sign(call: Call<typeof siteSign>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const site = await siteOf(tx, call.query.siteId);
    const [names] = await tx.query<{ client: string; bank: string; supervisor: string | null }>(
      `select coalesce(registry.principal_name($1), '') as client, coalesce(registry.principal_name($2), '') as bank,
         registry.principal_name($3) as supervisor`,
      [site.principalId, site.bankId, site.supervisorId],
    );
    const pledges = await tx.query<{ docNo: string; qrCode: string; heads: number }>(
      `select p.doc_no as "docNo", p.qr_code as "qrCode", (select count(*)::int from bank.pledge_item i
           where i.tenant_no = p.tenant_no and i.pledge_id = p.id and i.state in ${bookStates}) as heads
       from bank.pledge p where p.tenant_no = kit.tenant() and p.site_id = $1
         and p.status in ('contracted', 'registered', 'active', 'enforceAsked', 'enforcing') order by p.doc_no`,
      [site.id],
    );
    return {
      siteNo: site.siteNo,
      name: site.name,
      client: names?.client ?? '',
      bank: names?.bank ?? '',
      supervisor: names?.supervisor ?? null,
      heads: pledges.reduce((all, one) => all + one.heads, 0),
      pledges,
    };
  });
}

export const boardRoutes = () => [serve('bank', siteBoard, board), serve('bank', siteSign, sign)];
