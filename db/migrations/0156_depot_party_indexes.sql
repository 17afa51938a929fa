-- Rows seen as a party are found by that party.
create index on depot.depot_limit (principal_id);
create index on depot.stock_day (principal_id);
create index on depot.stock_pending (principal_id);
create index on depot.depot_temperature (principal_id);
