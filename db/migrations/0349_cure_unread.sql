-- The first message somebody has not read: told of once, until they read.
alter table cure.consult_party add column unread_from int;
