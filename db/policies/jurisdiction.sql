-- Visible by region or as a party. {{parties}} is one line per party column.
tenant_no = nullif(current_setting('app.tenant', true), '')::int
and ( ( region_code >= nullif(current_setting('app.lo', true), '')::bigint
        and region_code < nullif(current_setting('app.hi', true), '')::bigint
        and (current_setting('app.single', true) = '1' or kit.in_scope(region_code)) )
      {{parties}}
      {{own}} )
