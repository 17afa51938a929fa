-- Everybody of the tenant.
tenant_no = nullif(current_setting('app.tenant', true), '')::int
