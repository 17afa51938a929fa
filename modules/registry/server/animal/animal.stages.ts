import type { Tx } from '#kit/server/db/database.ts';
import { bookStock, type StockMove } from '#modules/registry/server/animal/stock/holder-stock-day.ts';

const grown = `case
    when a.birth_date > $1::date - interval '6 months' then case a.species when 'cattle' then 'calf' else 'lamb' end
    when a.sex = 'female' then case a.species when 'cattle' then case when a.parity > 0 then 'cow' else 'heifer' end else case when a.parity > 0 then 'ewe' else 'eweLamb' end end
    else case a.species when 'cattle' then case when a.castrated then 'steer' else 'bull' end else case when a.castrated then 'wether' else 'ram' end end
  end`;

interface Grown {
  principalId: number;
  regionCode: number;
  inHerd: boolean;
  species: string;
  before: string;
  after: string;
  day: string;
}

/** R43: who grew up is called otherwise from that day on, and stands in another line of the book. Some thousands at a time; answers how many. */
export async function renewStages(tx: Tx, today: string, most = 5_000): Promise<number> {
  const rows = await tx.query<Grown>(
    `with due as (
       select a.id, a.stage as before, ${grown} as after from registry.animal a
       where a.tenant_no = kit.tenant() and a.status = 'inStock' and a.voided_at is null and a.stage <> ${grown} order by a.id limit $2 for update
     )
     update registry.animal a set stage = d.after, version = a.version + 1, updated_at = now() from due d where a.id = d.id
     returning a.principal_id as "principalId", a.region_code as "regionCode", a.in_herd as "inHerd", a.species, d.before, d.after,
       (case when d.before in ('calf', 'lamb') then least($1::date, greatest(a.entry_on, (a.birth_date + interval '6 months')::date)) else $1::date end)::text as day`,
    [today, most],
  );
  await bookStages(tx, rows);
  return rows.length;
}

const bookStages = (tx: Tx, rows: readonly Grown[]): Promise<void> =>
  bookStock(
    tx,
    rows.flatMap(({ before, after, ...row }): StockMove[] => [
      { ...row, stage: before, column: 'stageOut', n: 1 },
      { ...row, stage: after, column: 'stageIn', n: 1 },
    ]),
  );

/** R43 at once, for animals that something happened to: booked on its day, or the one they came to their holder. */
export async function renewStagesOf(tx: Tx, days: ReadonlyMap<number, string>, today: string): Promise<void> {
  const rows = await tx.query<Grown>(
    `with due as (
       select a.id, a.stage as before, ${grown} as after, d.day
       from registry.animal a join unnest($2::bigint[], $3::date[]) d(id, day) on d.id = a.id
       where a.status = 'inStock' and a.voided_at is null and a.stage <> ${grown} order by a.id for update of a
     )
     update registry.animal a set stage = d.after, version = a.version + 1, updated_at = now() from due d where a.id = d.id
     returning a.principal_id as "principalId", a.region_code as "regionCode", a.in_herd as "inHerd", a.species,
       d.before, d.after, greatest(a.entry_on, d.day)::text as day`,
    [today, [...days.keys()], [...days.values()]],
  );
  await bookStages(tx, rows);
}
