-- What lists of millions of animals read: their own rows and no others.

-- In order of their numbers inside every level; with all that the policy and the usual filters look at in the index, a total and a far page are read from it alone.
create index animal_listed_pref on registry.animal (pref, id)
  include (tenant_no, region_code, principal_id, owner_id, created_by, party_ids, status, species, stage, sex, insured) where voided_at is null;
create index animal_listed_county on registry.animal (county, id)
  include (tenant_no, region_code, principal_id, owner_id, created_by, party_ids, status, species, stage, sex, insured) where voided_at is null;
create index animal_listed_town on registry.animal (town, id) where voided_at is null;
create index animal_listed_village on registry.animal (region_code, id) where voided_at is null;
-- A village has no more animals than its list may read.
drop index registry.animal_region_code_status_id_idx;

-- Marks few animals carry: those who look for them must not pass all the others.
create index animal_pledged on registry.animal (county, id) where pledged and voided_at is null;
create index animal_quarantined on registry.animal (county, id) where quarantined and voided_at is null;
create index animal_changing on registry.animal (county, id) where pending_change_id is not null and voided_at is null;
create index animal_often_retagged on registry.animal (county, id) where often_retagged and voided_at is null;
create index on registry.animal (entry_id);

-- Every column that lets a party see a row finds the party's rows, in their order. What a holder keeps is counted in the index; the one before, with kinds and
-- stages among its keys, was read whole by those who looked for a stage.
create index animal_held on registry.animal (principal_id, id)
  include (tenant_no, region_code, owner_id, created_by, party_ids, status, species, stage, sex, insured) where voided_at is null;
drop index registry.animal_principal_id_status_species_stage_id_idx;
create index on registry.animal (owner_id, id);
drop index registry.animal_owner_id_idx;
create index on registry.animal_entry (principal_id, id);
create index on registry.animal_entry (owner_id, id);
create index on registry.animal_change (principal_id, id);
create index on registry.animal_tag_change (principal_id, id);
create index on registry.principal_relation (from_id, id);
create index on registry.principal_relation (to_id, id);
create index on platform.sys_task (principal_id, id);
create index on platform.alarm (owner_id, id) where owner_id is not null;
create index on platform.alarm (bank_id, id) where bank_id is not null;
create index on platform.alarm (insurer_id, id) where insurer_id is not null;
create index on platform.alarm (supervisor_id, id) where supervisor_id is not null;
create index on platform.alarm_step (principal_id, id);
create index on platform.alarm_step (owner_id, id) where owner_id is not null;
create index on platform.alarm_step (bank_id, id) where bank_id is not null;
create index on platform.alarm_step (insurer_id, id) where insurer_id is not null;
create index on platform.alarm_step (supervisor_id, id) where supervisor_id is not null;

-- Plans are kept for any caller, and most callers are party to nothing: counted by the few insurers and banks that are, each caller would seem to have a share of
-- everything, and every list would be planned anew.
alter table registry.animal_party alter column party_id set (n_distinct = 20000);
alter table registry.animal_change_party alter column party_id set (n_distinct = 20000);
