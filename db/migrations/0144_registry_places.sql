-- A piece of the map is found by where things lie, however many lie elsewhere.
create index principal_place on registry.principal (tenant_no, longitude, latitude);
