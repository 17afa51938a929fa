-- The units the caller speaks for, for columns that say what is theirs to do.
create function cure.my_units() returns bigint[] language sql stable as $$
  select coalesce(nullif(current_setting('app.principals', true), '')::bigint[], '{}')
$$;
