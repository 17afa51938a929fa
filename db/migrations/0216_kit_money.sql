-- Cents as yuan with two decimals, exactly: the one way amounts leave the database in yuan.
create function kit.yuan(p_cents bigint) returns numeric language sql immutable strict parallel safe return round(p_cents::numeric / 100, 2);
