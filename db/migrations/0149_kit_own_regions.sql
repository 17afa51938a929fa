-- The regions a caller was given, for figures kept for every region: theirs are added up, and no other.
create function kit.own_regions() returns bigint[] language sql stable as $$
  select array(
    select u.code from unnest(coalesce(nullif(current_setting('app.ranges', true), '')::bigint[], array[nullif(current_setting('app.lo', true), '')::bigint]))
      with ordinality u(code, at) where u.at % 2 = 1)
$$;
