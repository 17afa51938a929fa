import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { farmPen } from '#modules/farm/contract/pen/pens.ts';
import { dayNow } from '../common/sql.ts';

export const penRoutes = (): Route[] =>
  serveResource(farmPen)({
    table: 'registry.pen',
    listed: `t.status <> 'removed'`,
    expressions: {
      kind: '(select h.kind from farm.hovel_seen h where h.id = t.hovel_id)',
      fillPct: 'round(100.0 * t.current_count / nullif(t.capacity, 0))::int',
      stages: `(select string_agg(x.name || ' ' || x.n, ' · ' order by x.n desc) from (select g.name, count(*) as n
        from farm.animal_seen a join farm.farm_animal f on f.tenant_no = a.tenant_no and f.animal_id = a.id
            and f.status = 'live' join farm.cycle_scheme_stage g on g.id = f.stage_id
        where a.tenant_no = t.tenant_no and a.pen_id = t.id and a.status = 'inStock' group by 1) x)`,
      keeper: `(select string_agg(s.name, '、') from farm.pen_duty d join farm.staff_seen s on s.id = d.staff_id
        where d.tenant_no = t.tenant_no and d.pen_id = t.id and d.from_on <= ${dayNow}
          and (d.to_on is null or d.to_on >= ${dayNow}))`,
      plan: `(select m.name from farm.feeding_plan p join farm.feed_formula m on m.id = p.formula_id
        where p.tenant_no = t.tenant_no and p.pen_id = t.id and p.status = 'active' order by p.id desc limit 1)`,
      lastFedOn: `(select max(r.on_date) from farm.feeding_record r where r.tenant_no = t.tenant_no and r.pen_id = t.id
        and r.status = 'done')`,
      lastCountOn: `(select max(c.counted_on) from farm.pen_count c where c.tenant_no = t.tenant_no and c.pen_id = t.id
        and c.status = 'resolved')`,
      lastDisinfectedOn: `(select max(d.on_date) from farm.disinfection d where d.tenant_no = t.tenant_no
        and d.hovel_id = t.hovel_id)`,
      warnings: `(select count(*)::int from farm.alarm_seen m where m.tenant_no = t.tenant_no and m.source = 'farm'
        and m.subject_entity = 'registry.pen' and m.subject_id = t.id and m.status <> 'closed')`,
    },
    match: {
      kind: (value, add) => `t.hovel_id in (select h.id from farm.hovel_seen h
        where h.kind = any (${add(value.split(','))}::text[]))`,
    },
  });
