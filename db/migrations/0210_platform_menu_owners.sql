-- A page outside the menu keeps the entry it belongs to selected; the loader derives it from the screen catalogue.
alter table platform.sys_screen add column owner_path text;

-- Messages, tasks and alarms stand in one system's menu but serve all: they are no reason to offer that system to somebody.
alter table platform.sys_menu add column serves_all boolean not null default false;
