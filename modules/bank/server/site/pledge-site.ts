import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { pledgeSite, saveSite, siteChoices, siteForm } from '#modules/bank/contract/site/site.ts';
import { handCountsOver } from '../count/pledge-count.write.ts';
import { requireConsent } from '../credit/kernel.ts';
import { handVisitsOver } from '../patrol/patrol-visit.write.ts';
import { handPledgesOver } from '../pledge/pledge.row.ts';
import { handItemsOver } from '../pledge/pledge-item.ts';
import { refuse } from '../refusals.ts';
import { siteOf } from './site-row.ts';

const bookStates = `('pledged', 'releasing', 'missing')`;
const items = (what: string) => `(select ${what} from bank.pledge p
  join bank.pledge_item i on i.tenant_no = p.tenant_no and i.pledge_id = p.id and i.state in ${bookStates}
  where p.tenant_no = t.tenant_no and p.site_id = t.id)`;
const last = (what: string) => `(select ${what} from bank.pledge_count c where c.tenant_no = t.tenant_no
  and c.site_id = t.id and c.status = 'settled' order by c.settled_at desc limit 1)`;
const lastNight = `(select s.camera_heads from bank.pledge_seen_day s where s.tenant_no = t.tenant_no
  and s.site_id = t.id and s.day >= (now() at time zone 'Asia/Shanghai')::date - 1 order by s.day desc limit 1)`;
const next = (what: string) => `(select ${what} from bank.pledge_count c where c.tenant_no = t.tenant_no
  and c.site_id = t.id and c.status in ('planned', 'counting') limit 1)`;
const gap = items(`count(*) filter (where i.state = 'missing')::int`);

/** Hovels of it that another bank's open site has too are told on both (2.4), without saying whose. */
async function markShared(tx: Tx, id: number, hovelIds: readonly number[]): Promise<boolean> {
  return inTenant(tx, tx.scope.tenantNo, 'bank.sharedHovels', async (sys) => {
    await sys.query(
      `update bank.pledge_site s
       set is_shared = exists (select 1 from bank.pledge_site o where o.tenant_no = s.tenant_no
           and o.bank_id <> s.bank_id and o.status <> 'closed' and o.hovel_ids && s.hovel_ids)
       where s.tenant_no = kit.tenant() and (s.id = $1 or s.hovel_ids && $2::bigint[])`,
      [id, hovelIds],
    );
    const [row] = await sys.query<{ shared: boolean }>(
      'select is_shared as shared from bank.pledge_site where tenant_no = kit.tenant() and id = $1',
      [id],
    );
    return row?.shared ?? false;
  });
}

/** The one way in: what a site is made of is its client's own and stands. */
async function check(tx: Tx, body: Call<typeof saveSite>['body']): Promise<number> {
  return inTenant(tx, tx.scope.tenantNo, 'bank.saveSite', async (sys) => {
    const [row] = await sys.query<{
      region: number | null;
      hovels: number;
      fence: boolean;
      gear: number;
      channels: number;
    }>(
      `select (select p.region_code from bank.site_unit p where p.tenant_no = kit.tenant() and p.id = $1) as region,
         (select count(*)::int from bank.site_hovel h where h.tenant_no = kit.tenant() and h.principal_id = $1
           and h.id = any ($2)) as hovels,
         $3::bigint is null or exists (select 1 from bank.site_fence f where f.tenant_no = kit.tenant()
           and f.principal_id = $1 and f.id = $3) as fence,
         (select count(*)::int from bank.site_device d where d.tenant_no = kit.tenant() and d.principal_id = $1
           and d.id = any ($4)) as gear,
         (select count(*)::int from bank.site_channel c where c.tenant_no = kit.tenant() and c.principal_id = $1
           and c.id = any ($5)) as channels`,
      [
        body.principalId,
        body.hovelIds,
        body.fenceId ?? null,
        [...body.gatewayIds, ...(body.beaconId ? [body.beaconId] : [])],
        body.channelIds,
      ],
    );
    if (!row?.region) throw notFound();
    const gear = new Set([...body.gatewayIds, ...(body.beaconId ? [body.beaconId] : [])]).size;
    const isWhole =
      row.hovels === new Set(body.hovelIds).size &&
      row.fence &&
      row.gear === gear &&
      row.channels === new Set(body.channelIds).size;
    if (!isWhole) throw refuse('notOfClient');
    return row.region;
  });
}

async function save(call: Call<typeof saveSite>) {
  const { tx, body, actor } = call;
  const before = body.id ? await siteOf(tx, body.id, true) : null;
  if (before && before.principalId !== body.principalId) throw refuse('notOfClient');
  if (before?.status === 'closed') throw refuse('siteClosed');
  const bankId = before?.bankId ?? actor.principalId;
  if (!actor.scope.principals.includes(bankId)) throw notFound();
  await requireConsent(tx, { bankId, principalId: body.principalId, scope: 'register' });
  const regionCode = await check(tx, body);
  // Left out it stays; the form never has it in clear.
  const phone = new Map(piiColumns('guard_phone', 'phone', body.guardPhone ?? null, actor.tenantNo));
  const values = [
    regionCode,
    body.siteNo,
    body.name,
    body.principalId,
    bankId,
    body.supervisorId ?? null,
    [...new Set(body.hovelIds)],
    body.fenceId ?? null,
    body.gatewayIds,
    body.channelIds,
    body.beaconId ?? null,
    body.managerUserId,
    body.guardName ?? null,
    phone.get('guard_phone_enc') ?? null,
    phone.get('guard_phone_hash') ?? null,
    phone.get('guard_phone_mask') ?? null,
    body.capacity ?? null,
    body.boardPhoto,
    body.location.longitude,
    body.location.latitude,
    actor.userId,
  ];
  const id = before ? await change(tx, before.id, body.version ?? 0, values) : await insert(tx, values);
  await linkFiles(tx, body.boardPhoto, 'bank.pledgeSite', id);
  if (before && before.supervisorId !== (body.supervisorId ?? null)) await handOver(tx, id, body.supervisorId ?? null);
  const isShared = await markShared(tx, id, [...(before?.hovelIds ?? []), ...body.hovelIds]);
  call.answer.msg = call.say('ok.saved');
  return { id, siteNo: body.siteNo, warnings: isShared ? ['hovelShared'] : [] };
}
async function insert(tx: Tx, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into bank.pledge_site (tenant_no, region_code, site_no, name, principal_id, bank_id, supervisor_id,
       hovel_ids, fence_id, gateway_ids, channel_ids, beacon_id, manager_user_id, guard_name, guard_phone_enc,
       guard_phone_hash, guard_phone_mask, capacity, board_photo, longitude, latitude, created_by, updated_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
       $21, $21) on conflict (tenant_no, bank_id, site_no) do nothing returning id`,
    values,
  );
  if (!row) throw refuse('siteNoTaken');
  return row.id;
}
async function change(tx: Tx, id: number, version: number, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `update bank.pledge_site set region_code = $1, site_no = $2, name = $3, supervisor_id = $6, hovel_ids = $7,
       fence_id = $8, gateway_ids = $9, channel_ids = $10, beacon_id = $11, manager_user_id = $12, guard_name = $13,
       guard_phone_enc = coalesce($14, guard_phone_enc), guard_phone_hash = coalesce($15, guard_phone_hash),
       guard_phone_mask = coalesce($16, guard_phone_mask), capacity = $17, board_photo = $18, longitude = $19,
       latitude = $20, updated_by = $21, updated_at = now(), version = version + 1
     where tenant_no = kit.tenant() and id = $22 and version = $23 and principal_id = $4 and bank_id = $5
     returning id`,
    [...values, id, version],
  );
  if (!row) throw refuse('changedMeanwhile');
  return row.id;
}
/** Another supervisor reads what is ahead and what stands there, and the one before reads it no more (R6). */
const handOver = (tx: Tx, siteId: number, supervisorId: number | null) =>
  inTenant(tx, tx.scope.tenantNo, 'bank.supervisor', async (sys) => {
    await handCountsOver(sys, siteId, supervisorId);
    await handVisitsOver(sys, siteId, supervisorId);
    await handPledgesOver(sys, siteId, supervisorId);
    await handItemsOver(sys, siteId, supervisorId);
  });

export const reassignSites = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_site set principal_id = $2, updated_at = now(), version = version + 1
     where tenant_no = kit.tenant() and principal_id = $1 and status <> 'closed'`,
    [from, to],
  );

async function form(call: Call<typeof siteForm>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const [row] = await tx.query<Record<string, unknown>>(
      `select id, version, site_no as "siteNo", name, principal_id as "principalId",
         registry.principal_name(principal_id) as client, supervisor_id as "supervisorId", hovel_ids as "hovelIds",
         fence_id as "fenceId", gateway_ids as "gatewayIds", channel_ids as "channelIds", beacon_id as "beaconId",
         manager_user_id as "managerUserId", guard_name as "guardName", capacity,
         coalesce(board_photo, '{}') as "boardPhoto",
         jsonb_build_object('longitude', longitude, 'latitude', latitude) as location
       from bank.pledge_site where tenant_no = kit.tenant() and id = $1`,
      [call.query.id],
    );
    if (!row) throw notFound();
    return row as never;
  });
}

async function choices(call: Call<typeof siteChoices>) {
  const { principalId } = call.query;
  const bankId = call.actor.principalId;
  return call.database.transaction(call.actor.scope, async (tx) => {
    await requireConsent(tx, { bankId, principalId, scope: 'register' });
    return inTenant(tx, tx.scope.tenantNo, 'bank.siteChoices', async (sys) => {
      const named = (sql: string, ...values: unknown[]) =>
        sys.query<{ id: number; name: string }>(sql, [principalId, ...values]);
      const [unit] = await sys.query<{ longitude: number | null; latitude: number | null }>(
        `select longitude, latitude from bank.site_unit where tenant_no = kit.tenant() and id = $1`,
        [principalId],
      );
      const gear = (kind: string) =>
        named(
          `select id, device_no as name from bank.site_device where tenant_no = kit.tenant() and principal_id = $1
             and kind = $2 and status <> 'scrapped' order by device_no`,
          kind,
        );
      return {
        hovels: await named(
          `select id, name from bank.site_hovel where tenant_no = kit.tenant() and principal_id = $1
             and status <> 'removed' order by name`,
        ),
        fences: await named(
          `select id, name from bank.site_fence where tenant_no = kit.tenant() and principal_id = $1
             and status <> 'ended' order by name`,
        ),
        gateways: await gear('gateway'),
        beacons: await gear('beacon'),
        channels: await named(
          `select id, name from bank.site_channel where tenant_no = kit.tenant() and principal_id = $1
             and status = 'active' order by name`,
        ),
        supervisors: await sys.query<{ id: number; name: string }>(
          `select id, name from bank.site_unit where tenant_no = kit.tenant() and type = 'thirdParty'
             and status = 'active' order by name limit 200`,
        ),
        managers: await sys.query<{ id: number; name: string }>(
          `select id, nickname as name from platform.user_view where tenant_no = kit.tenant() and principal_id = $1
           order by nickname limit 200`,
          [bankId],
        ),
        location:
          unit?.longitude != null && unit.latitude != null
            ? { longitude: unit.longitude, latitude: unit.latitude }
            : null,
      };
    });
  });
}

export const pledgeSiteRoutes = (): Route[] => [
  ...serveResource(pledgeSite)({
    expressions: {
      client: 'registry.principal_name(t.principal_id)',
      bank: 'registry.principal_name(t.bank_id)',
      supervisor: 'registry.principal_name(t.supervisor_id)',
      hovels: 'cardinality(t.hovel_ids)',
      book: items('count(*)::int'),
      seen: items(`count(*) filter (where i.seen_at > now() - interval '24 hours')::int`),
      seenPct: items(
        `round(100.0 * count(*) filter (where i.seen_at > now() - interval '24 hours')
          / nullif(count(*), 0), 1)::float8`,
      ),
      camera: lastNight,
      gap,
      hasGap: `(${gap} > 0)`,
      lastCountOn: last(`to_char(c.ended_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`),
      accuracy: last('round(100.0 * c.found / nullif(c.book_heads, 0), 1)::float8'),
      nextDueOn: next(`to_char(c.due_on, 'YYYY-MM-DD')`),
      isCountDue: `coalesce(${next(`c.due_on <= (now() at time zone 'Asia/Shanghai')::date`)}, false)`,
      devicesOnline: `(select count(*)::int from bank.site_device d where d.tenant_no = t.tenant_no
        and d.last_seen_at > now() - interval '24 hours' and (d.id = any (t.gateway_ids) or d.id = t.beacon_id
          or d.id in (select b.device_id from bank.site_binding b join bank.pledge_item i on i.tenant_no = b.tenant_no
            and i.animal_id = b.animal_id and i.state in ${bookStates}
            join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
            where b.tenant_no = t.tenant_no and p.site_id = t.id)))`,
      alarms: `(select count(*)::int from platform.alarm_view a where a.tenant_no = t.tenant_no and a.status <> 'closed'
        and a.subject_entity = 'bank.pledgeSite' and a.subject_id = t.id)`,
      manager: `(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no
        and u.id = t.manager_user_id)`,
    },
    before: {
      remove: async (call, row) => {
        const [used] = await call.tx.query(
          'select 1 from bank.pledge where tenant_no = kit.tenant() and site_id = $1 limit 1',
          [row.id],
        );
        if (used) throw refuse('siteInUse');
      },
      transition: async (call, move, row) => {
        if (move.name === 'open') {
          const [ready] = await call.tx.query<{ ok: boolean }>(
            `select cardinality(coalesce(board_photo, '{}')) > 0
               and (fence_id is not null or cardinality(channel_ids) > 0)
               as ok from bank.pledge_site where tenant_no = kit.tenant() and id = $1`,
            [row.id],
          );
          if (!ready?.ok) throw refuse('siteNotReady');
        }
        if (move.name === 'close') {
          const [held] = await call.tx.query(
            `select 1 from bank.pledge p join bank.pledge_item i on i.tenant_no = p.tenant_no and i.pledge_id = p.id
             where p.tenant_no = kit.tenant() and p.site_id = $1
               and i.state in ('reserved', 'pledged', 'releasing', 'missing') limit 1`,
            [row.id],
          );
          if (held) throw refuse('siteInUse');
        }
        return undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        const site = await siteOf(call.tx, move.id);
        await markShared(call.tx, site.id, site.hovelIds);
      },
    },
  }),
  serve('bank', siteChoices, choices),
  serve('bank', siteForm, form),
  serve('bank', saveSite, save),
];
