-- Visible to the parties and to the persons named, never by region and not to the persons' colleagues.
tenant_no = nullif(current_setting('app.tenant', true), '')::int
and ( current_setting('app.system', true) = '1'
      {{parties}}
      {{persons}}
      {{own}} )
