-- Visible to the parties alone, never by region.
tenant_no = nullif(current_setting('app.tenant', true), '')::int
and ( current_setting('app.system', true) = '1'
      {{parties}}
      {{own}} )
