import type { DataOf } from '#kit/contract/endpoint.ts';
import type { Call } from '#kit/server/http/call.ts';
import { bookColumns, type stockBook } from '#modules/registry/contract/animal/stock-book.ts';

type Book = DataOf<typeof stockBook>;

/** What came into a pen and what left it: registrations, moves in and out, exits from where they stood. Revoked papers and what never took effect do not count. */
const movements = `
  select e.pen_id as pen, e.worn_on as day, case when e.entry_kind = 'born' then 'born' else 'bought' end as what, 1 as sign, a.species, a.stage
  from registry.animal_entry e join registry.animal a on a.tenant_no = e.tenant_no and a.entry_id = e.id and a.voided_at is null
  where e.tenant_no = kit.tenant() and e.status = 'done' and e.pen_id = any ($1)
  union all
  select l.to_pen_id, c.happened_on, case when c.change_type = 'recover' then 'recovered' else 'transferIn' end, 1, l.before ->> 'species', l.before ->> 'stage'
  from registry.animal_change_line l join registry.animal_change c on c.tenant_no = l.tenant_no and c.id = l.change_id
  where l.tenant_no = kit.tenant() and c.status = 'done' and not l.taken_off and l.to_pen_id = any ($1) and c.change_type in ('penMove', 'handover', 'recover')
  union all
  select l.from_pen_id, c.happened_on, case c.change_type when 'saleOut' then 'sold' when 'homeSlaughter' then 'slaughtered' when 'slaughter' then 'slaughtered'
      when 'death' then 'died' when 'cull' then 'culled' when 'missing' then 'missing' else 'transferOut' end, -1, l.before ->> 'species', l.before ->> 'stage'
  from registry.animal_change_line l join registry.animal_change c on c.tenant_no = l.tenant_no and c.id = l.change_id
  where l.tenant_no = kit.tenant() and c.status = 'done' and not l.taken_off and l.from_pen_id = any ($1) and c.change_type <> 'recover'`;

/** The book of one holder, a line per pen: what stands there now, computed back by what came and went since. */
export async function bookByPen(call: Call<typeof stockBook>): Promise<Book> {
  const { principalId, species = null, from, to } = call.query;
  const holder = principalId ?? call.actor.scope.principals[0] ?? 0;
  const [pens] = await call.database.read<[{ id: number; label: string; count: number }]>(call.actor.scope, {
    text: `select p.id, h.hovel_no || '-' || p.pen_no as label,
             (select count(*)::int from registry.animal a where a.pen_id = p.id and a.status = 'inStock' and a.voided_at is null and ($2::text is null or a.species = $2)) as count
           from registry.pen p join registry.hovel h on h.tenant_no = p.tenant_no and h.id = p.hovel_id
           where p.principal_id = $1 and p.status <> 'removed' order by h.hovel_no, p.pen_no limit 500`,
    values: [holder, species],
  });
  const [moved] = await call.database.read<[{ pen: number; what: string; n: number; net: number; later: number }]>(
    call.actor.scope,
    {
      text: `select pen, what, (count(*) filter (where day between $2 and $3))::int as n, (coalesce(sum(sign) filter (where day between $2 and $3), 0))::int as net,
               (coalesce(sum(sign) filter (where day > $3), 0))::int as later
             from (${movements}) m where day >= $2 and ($4::text is null or species = $4) group by 1, 2`,
      values: [pens.map((one) => one.id), from, to, species],
    },
  );
  const rows = pens.map(({ id, label, count }) => {
    const own = moved.filter((one) => one.pen === id);
    const sum = (of: 'net' | 'later') => own.reduce((all, one) => all + one[of], 0);
    const closing = count - sum('later');
    const figures = Object.fromEntries(
      bookColumns.map((name) => [name, own.find((one) => one.what === name)?.n ?? 0]),
    ) as Record<(typeof bookColumns)[number], number>;
    return { period: label, opening: closing - sum('net'), ...figures, closing };
  });
  const total = (of: 'opening' | 'closing') => rows.reduce((all, one) => all + one[of], 0);
  return { rows, opening: total('opening'), closing: total('closing'), counted: null };
}
