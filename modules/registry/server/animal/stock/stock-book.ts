import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { notSold } from '#modules/registry/contract/animal/animal-rules.ts';
import {
  type BookColumn,
  bookColumns,
  stockBook,
  stockBookAnimals,
} from '#modules/registry/contract/animal/stock-book.ts';
import { bookByPen } from './stock-book-pens.ts';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface Filter {
  readonly principalId?: number | undefined;
  readonly regionCode?: number | undefined;
  readonly species?: string | undefined;
  readonly stage?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'month' | 'pen';
}

/** Whose book: one holder's, or that of all herds of a region the caller sees. */
function whereOf(call: { actor: Call['actor'] }, filter: Filter, values: unknown[]): string {
  const add = (value: unknown) => `$${values.push(value)}`;
  const { scope } = call.actor;
  const parts = ['d.tenant_no = kit.tenant()'];
  const principalId = filter.principalId ?? (scope.regions.length === 0 ? scope.principals[0] : undefined);
  if (principalId !== undefined) parts.push(`d.principal_id = any (registry.with_merged(${add(principalId)}))`);
  else parts.push('d.in_herd');
  if (filter.regionCode !== undefined) {
    const [lo, hi] = rangeOf(filter.regionCode);
    parts.push(`d.region_code >= ${add(lo)} and d.region_code < ${add(hi)}`);
  }
  if (filter.species) parts.push(`d.species = any (string_to_array(${add(filter.species)}, ','))`);
  if (filter.stage) parts.push(`d.stage = ${add(filter.stage)}`);
  return parts.join(' and ');
}

type Line = Record<BookColumn, number> & { period: string; net: number };

export function stockBookRoutes(): Route[] {
  return [
    serve('registry', stockBook, async (call) => {
      const filter = call.query;
      if (filter.by === 'pen') return bookByPen(call);
      const before: unknown[] = [];
      const inside: unknown[] = [];
      const [[opened], lines, [counted]] = await call.database.read<[{ n: number }, Line, { n: number }]>(
        call.actor.scope,
        {
          text: `select coalesce(sum(d.net), 0)::int as n from registry.holder_stock_day d where ${whereOf(call, filter, before)} and d.day < $${before.push(filter.from)}`,
          values: before,
        },
        {
          text: `select ${filter.by === 'day' ? 'd.day::text' : "to_char(d.day, 'YYYY-MM')"} as period, sum(d.net)::int as net,
                   ${bookColumns.map((name) => `sum(d.${snake(name)})::int as "${name}"`).join(', ')}
                 from registry.holder_stock_day d where ${whereOf(call, filter, inside)} and d.day between $${inside.push(filter.from)} and $${inside.push(filter.to)}
                 group by 1 order by 1 limit 1000`,
          values: inside,
        },
        {
          text: `select count(*)::int as n from registry.animal a where a.principal_id = $1 and a.status = 'inStock' and a.voided_at is null
                 and ($2::text is null or a.species = $2) and ($3::text is null or a.stage = $3)`,
          values: [
            filter.principalId ?? call.actor.scope.principals[0] ?? 0,
            filter.species ?? null,
            filter.stage ?? null,
          ],
        },
      );
      let stock = opened?.n ?? 0;
      const rows = lines.map(({ net, ...line }) => {
        const opening = stock;
        stock += net;
        return { ...line, opening, closing: stock };
      });
      const isOneHolder = filter.principalId !== undefined || call.actor.scope.regions.length === 0;
      return {
        rows,
        opening: opened?.n ?? 0,
        closing: stock,
        counted: isOneHolder && filter.to >= today() ? (counted?.n ?? 0) : null,
      };
    }),
    serve('registry', stockBookAnimals, async (call) => {
      const { column } = call.query;
      const values: unknown[] = [];
      const where = whereOf(call, call.query, values)
        .replaceAll('d.species', 'a.species')
        .replaceAll('d.stage', 'a.stage')
        .replaceAll('d.in_herd', 'true')
        .replaceAll('d.', 'e.');
      const kinds: Partial<Record<BookColumn, readonly string[]>> = {
        born: ['born'],
        bought: ['registered'],
        transferIn: ['moved'],
        transferOut: ['moved', 'sold'],
        sold: ['sold'],
        slaughtered: ['slaughtered'],
        died: ['died'],
        culled: ['culled'],
        missing: ['wentMissing'],
        recovered: ['recovered'],
        voided: ['registered'],
      };
      const handedOver = () => {
        const { from, to } = call.query;
        const add = (value: unknown) => `$${values.push(value)}`;
        if (column !== 'sold' && column !== 'transferOut') return '';
        // Whoever has it now shows it to nobody here: the paper it left with still says what it was.
        const own = whereOf(call, call.query, values)
          .replaceAll('d.species', "l.before ->> 'species'")
          .replaceAll('d.stage', "l.before ->> 'stage'")
          .replaceAll('d.in_herd', 'true')
          .replaceAll('d.', 'c.');
        return `union select l.animal_id, l.ear_tag, l.before ->> 'species', l.before ->> 'stage', c.happened_on, c.doc_no
               from registry.animal_change c join registry.animal_change_line l on l.change_id = c.id
               where ${own} and c.change_type = 'handover' and c.status = 'done'
                 and c.happened_on between ${add(from)} and ${add(to)}
                 and (${add(column)}::text = 'transferOut' or coalesce(c.purpose, '') <> all (${add(notSold)}::text[]))
                 and not exists (select 1 from registry.animal a where a.id = l.animal_id)`;
      };
      const [rows] = await call.database.read<
        [{ id: number; earTag: string; species: string; stage: string; on: string; docNo: string }]
      >(call.actor.scope, {
        text: `select distinct a.id, a.ear_tag as "earTag", a.species, a.stage, e.happened_on as on, e.priv ->> 'doc' as "docNo"
               from registry.animal_event e join registry.animal a on a.tenant_no = e.tenant_no and a.id = e.animal_id
               where ${where} and e.kind = any ($${values.push(kinds[column] ?? [])}) and e.happened_on between $${values.push(call.query.from)} and $${values.push(call.query.to)}
               ${handedOver()}
               order by 5 desc, 1 limit 500`,
        values,
      });
      return rows;
    }),
  ];
}
