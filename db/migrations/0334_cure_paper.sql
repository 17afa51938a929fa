-- The signed sheet as a file.
alter table cure.prescription add column paper bigint[];
