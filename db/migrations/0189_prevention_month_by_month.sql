-- How far the make-up plan of a month has come: villages up to a code had their turn, some of them are to be tried again, and the last one ends it.
-- The present month is gone through once more: villages an interrupted round had left out get their plan.
alter table prevention.routine_month
  add column built_to bigint not null default 0,
  add column left_out bigint[] not null default '{}',
  add column finished_at timestamptz;
