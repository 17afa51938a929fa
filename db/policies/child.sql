-- Whoever sees the row above sees this one, and the parties and persons named here.
tenant_no = (select nullif(current_setting('app.tenant', true), '')::int)
and ( current_setting('app.system', true) = '1'
      {{parties}}
      {{persons}}
      or exists (select 1 from {{above}} above where above.id = {{by}}) )
