-- What people were insured by is what they are paid by: a published version is not changed any more, whoever asks.
-- Generated columns are not computed yet when it runs: they say nothing that is not in the others.
create or replace function insurance.keep_version() returns trigger language plpgsql as $$
declare free text[] := '{status,sale_to,version,updated_by,updated_at,return_reason,pref,county,town,label}';
begin
  if old.status not in ('published', 'retired') then return new; end if;
  if new.status not in ('published', 'retired') or (to_jsonb(new) - free) is distinct from (to_jsonb(old) - free) then
    raise exception using errcode = 'ML001', message = 'versionFixed';
  end if;
  return new;
end $$;
