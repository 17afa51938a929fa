-- Visible by region or as a party. {{parties}} is one line per party column.
-- What every row is asked stands in sub-selects, read once per statement; the rest, asked of few rows, costs less as it is.
tenant_no = (select nullif(current_setting('app.tenant', true), '')::int)
and ( ( region_code >= (select nullif(current_setting('app.lo', true), '')::bigint)
        and region_code < (select nullif(current_setting('app.hi', true), '')::bigint) )
      {{parties}}
      {{own}}
      or kit.in_scope(region_code) )
