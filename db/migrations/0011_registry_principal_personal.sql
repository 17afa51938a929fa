-- Personal numbers of a principal: sealed, a keyed hash for exact search, and the mask everybody sees.
alter table registry.principal
  add column contact_phone_enc text, add column contact_phone_hash text, add column contact_phone_mask text,
  add column contact_id_card_enc text, add column contact_id_card_hash text, add column contact_id_card_mask text,
  add column bank_account_no_enc text, add column bank_account_no_hash text, add column bank_account_no_mask text;
create index on registry.principal (tenant_no, contact_phone_hash);
create index on registry.principal (tenant_no, contact_id_card_hash);
-- One household per person and village.
create unique index principal_household_person on registry.principal (tenant_no, contact_id_card_hash, region_code)
  where principal_unit_type = 'household' and status <> 'closed';
