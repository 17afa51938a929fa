-- The row's own user, and the roles the table names.
tenant_no = nullif(current_setting('app.tenant', true), '')::int
and ( user_id = nullif(current_setting('app.user', true), '')::bigint
      or current_setting('app.system', true) = '1'
      {{roles}} )
