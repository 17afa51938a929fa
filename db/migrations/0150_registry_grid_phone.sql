-- The number a grid's board tells everybody: an office's, never a person's.
alter table registry.grid add column office_phone text;
