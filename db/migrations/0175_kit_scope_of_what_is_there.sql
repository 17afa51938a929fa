-- A table that is gone has no scope: what went through all tables with a region stumbled over its name.
delete from kit.table_scope where to_regclass(table_name) is null;
