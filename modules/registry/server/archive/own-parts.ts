import type { Tx } from '#kit/server/db/database.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { type ArchiveAsk, registerArchiveCount, registerArchivePart } from './parts.ts';

const label = (tx: Tx, { language }: ArchiveAsk, dict: string, value: string | null): string =>
  value === null ? '' : (lookups().dictLabel(dict, value, tx.scope.tenantNo, language) ?? value);

/** The place itself: its houses, with what they hold. */
async function sitePlan(tx: Tx, ask: ArchiveAsk) {
  const rows = await tx.query<{
    no: string;
    name: string;
    kind: string;
    area: number | null;
    pens: number;
    capacity: number;
    stock: number;
  }>(
    `select h.hovel_no as no, h.name, h.kind, h.area::float8 as area, h.capacity,
       (select count(*)::int from registry.pen p where p.tenant_no = h.tenant_no and p.hovel_id = h.id and p.status <> 'removed') as pens,
       (select coalesce(sum(p.current_count), 0)::int from registry.pen p where p.tenant_no = h.tenant_no and p.hovel_id = h.id) as stock
     from registry.hovel h where h.principal_id = $1 and h.status <> 'removed' order by h.hovel_no limit 300`,
    [ask.principalId],
  );
  return rows.map((row) => [
    row.no,
    row.name,
    label(tx, ask, 'hovel_kind', row.kind),
    row.area,
    row.pens,
    row.capacity,
    row.stock,
  ]);
}

/** The stock book by month: what it says at the end is what stood there on the last day. */
async function production(tx: Tx, { principalId, from, to }: ArchiveAsk) {
  const [before] = await tx.query<{ n: number }>(
    'select coalesce(sum(net), 0)::int as n from registry.holder_stock_day where tenant_no = kit.tenant() and principal_id = $1 and day < $2',
    [principalId, from],
  );
  const months = await tx.query<{
    period: string;
    born: number;
    came: number;
    went: number;
    died: number;
    net: number;
  }>(
    `select to_char(day, 'YYYY-MM') as period, sum(born)::int as born, sum(bought + transfer_in + recovered)::int as came,
       sum(transfer_out + sold + slaughtered + missing + voided)::int as went, sum(died + culled)::int as died, sum(net)::int as net
     from registry.holder_stock_day where tenant_no = kit.tenant() and principal_id = $1 and day between $2 and $3 group by 1 order by 1`,
    [principalId, from, to],
  );
  let stock = before?.n ?? 0;
  return months.map(({ period, born, came, went, died, net }) => {
    const opening = stock;
    stock += net;
    return [period, opening, born, came, went, died, stock, ''];
  });
}

/** What died and how it was made harmless, as far as the change says it; a plant's own record stands beside it. */
async function disposal(tx: Tx, ask: ArchiveAsk) {
  const rows = await tx.query<{
    day: string;
    n: number;
    cause: string | null;
    tags: string;
    way: string | null;
    docNo: string;
  }>(
    `select to_char(c.happened_on, 'YYYY-MM-DD') as day, c.count as n, c.cause, c.disposal_way as way, c.doc_no as "docNo",
       (select string_agg(l.ear_tag, ' ' order by l.ear_tag) from registry.animal_change_line l where l.tenant_no = c.tenant_no and l.change_id = c.id and not l.taken_off) as tags
     from registry.animal_change c where c.principal_id = $1 and c.change_type = 'death' and c.status = 'done' and c.happened_on between $2 and $3
     order by c.happened_on, c.id limit 500`,
    [ask.principalId, ask.from, ask.to],
  );
  return rows.map(({ day, n, cause, tags, way, docNo }) => [
    day,
    n,
    label(tx, ask, 'death_cause', cause),
    tags,
    label(tx, ask, 'carcass_way', way),
    '',
    docNo,
  ]);
}

const countOf = (text: string) => async (tx: Tx, principalId: number) => {
  const [row] = await tx.query<{ n: number }>(text, [principalId]);
  return row?.n ?? 0;
};

export function registerOwnParts(): void {
  registerArchivePart('sitePlan', 'registry', sitePlan);
  registerArchivePart('production', 'registry', production);
  registerArchivePart('disposal', 'registry', disposal);
  registerArchiveCount(
    'relations',
    countOf(
      'select count(*)::int as n from registry.principal_relation where (from_id = $1 or to_id = $1) and to_on is null',
    ),
  );
  registerArchiveCount(
    'enclosures',
    countOf("select count(*)::int as n from registry.hovel where principal_id = $1 and status <> 'removed'"),
  );
  registerArchiveCount(
    'animals',
    countOf(
      "select count(*)::int as n from registry.animal where principal_id = $1 and status = 'inStock' and voided_at is null",
    ),
  );
}
