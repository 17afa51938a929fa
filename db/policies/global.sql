-- Public reference data; only the operator's tenant writes it.
nullif(current_setting('app.tenant', true), '')::int = 0
