-- A county's or prefecture's animals by number, by birth and by the day of their record: without an index in that order a page read and sorted all of them.
-- Smaller places have too few animals to need one.
create index animal_by_tag_pref on registry.animal (pref, ear_tag, id) where voided_at is null;
create index animal_by_tag_county on registry.animal (county, ear_tag, id) where voided_at is null;
create index animal_by_birth_pref on registry.animal (pref, birth_date, id) where voided_at is null;
create index animal_by_birth_county on registry.animal (county, birth_date, id) where voided_at is null;
create index animal_by_record_pref on registry.animal (pref, created_at, id) where voided_at is null;
create index animal_by_record_county on registry.animal (county, created_at, id) where voided_at is null;
