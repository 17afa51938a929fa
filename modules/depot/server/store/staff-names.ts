/** Names of the staff a jsonb list of ids names, in its order. */
export const staffNames = (list: string): string =>
  `(select string_agg(s.name, '、' order by k.n) from jsonb_array_elements_text(${list}) with ordinality k(id, n) join registry.staff s on s.id = k.id::bigint)`;
