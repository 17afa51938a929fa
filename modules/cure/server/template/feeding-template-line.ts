import type { Tx } from '#kit/server/db/database.ts';

export const copyFeeds = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `insert into cure.feeding_template_line (tenant_no, parent_id, line_no, feed_name, material_id, kg_per_head_day,
       price_per_kg, cost)
     select tenant_no, $2, line_no, feed_name, material_id, kg_per_head_day, price_per_kg, cost
     from cure.feeding_template_line where parent_id = $1`,
    [from, to],
  );
