import type { Language } from '#kit/contract/envelope.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { personOptions, roleOptions } from '#modules/platform/contract/notice/notice-content.ts';
import { directory } from '../account/directory.ts';
import { carryOf } from '../notice/audience.ts';

const most = 50;
/** Looked at before the organisations the caller reaches are known. */
const looked = 500;
const roleNames: Record<Language, string> = { zh_CN: 'role_name', zh_TW: 'role_name_tw', en: 'role_name_en' };

export const personOptionRoutes = (): Route[] => [
  serve('platform', personOptions, async (call) => {
    const { keyword, ids } = call.query;
    const { whole = false, within } = carryOf(call.actor);
    return call.database.transaction(call.actor.scope, async (tx) => {
      const users = await tx.query<{ id: number; name: string; principalId: number }>(
        `select u.id, u.real_name as name, u.principal_id as "principalId" from platform.sys_user u
         where u.status = 'active' and ($1::text is null or u.real_name ilike $1 or u.username ilike $1)
           and ($2::bigint[] is null or u.id = any ($2)) and ($3::bigint[] is null or u.principal_id = any ($3))
         order by u.real_name, u.id limit ${looked}`,
        [
          keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null,
          ids?.split(',').map(Number) ?? null,
          within ?? null,
        ],
      );
      const places = await directory().places(tx, { ids: [...new Set(users.map((one) => one.principalId))], whole });
      const nameOf = new Map(places.map((place) => [place.id, place.name]));
      return users
        .filter((one) => nameOf.has(one.principalId))
        .slice(0, ids ? looked : most)
        .map(({ id, name, principalId }) => ({ id, name, principalName: nameOf.get(principalId) ?? null }));
    });
  }),
  serve('platform', roleOptions, async (call) => {
    const [rows] = await call.database.read<[{ roleCode: string; roleName: string }]>(call.actor.scope, {
      text: `select r.role_code as "roleCode", coalesce(r.${roleNames[call.language]}, r.role_name) as "roleName" from platform.sys_role r where r.status = 'enabled' order by r.order_num, r.id`,
      values: [],
    });
    return rows;
  }),
];
