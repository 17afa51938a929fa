import { type Route, serve } from '#kit/server/http/call.ts';
import { type SocietyFigures, societyOverview } from '#modules/cure/contract/society/overview.ts';

const sql = (name: string) => `select s.id, s.name, f.members, f.units, f.persons, f.grace, f.joined, f.gone as left,
    f.due_cents as "dueCents", f.received_cents as "receivedCents", p.posts, p.vacant,
    coalesce((select jsonb_agg(jsonb_build_object('name', ${name}, 'kind', l.member_kind, 'members',
        cure.level_members(l.id), 'feeCents', l.year_fee) order by l.order_num, l.id)
      from cure.member_level l where l.society_id = s.id), '[]') as levels
  from cure.society s cross join lateral cure.society_figures(s.id) f
    cross join lateral (select count(*)::int as posts, coalesce(sum(greatest(o.seats - (select count(*)
        from cure.society_person x where x.post_id = o.id and x.status = 'serving'), 0)), 0)::int as vacant
      from cure.society_post o where o.society_id = s.id) p
  where s.tenant_no = kit.tenant() and s.status = 'enabled' order by s.id`;

export const overviewRoutes = (): Route[] => [
  serve('cure', societyOverview, async (call) => {
    const name = { zh_CN: 'l.name_zh', zh_TW: 'coalesce(l.name_tw, l.name_zh)', en: 'l.name_en' }[call.language];
    const [rows] = await call.database.read<[SocietyFigures]>(call.actor.scope, { text: sql(name), values: [] });
    return rows;
  }),
];
