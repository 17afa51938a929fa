--@narrow
create or replace function platform.door_client(p_client text, p_token_hash text) returns table (
  tenant_no int, client_id text, client_name text, principal_id bigint, secret_enc text, ip_allow text,
    scopes text[], rate_per_minute int, valid_until date, status text
) language sql stable as $$
  select c.tenant_no, c.client_id, c.client_name, c.principal_id, c.secret_enc, c.ip_allow, c.scopes,
    c.rate_per_minute, c.valid_until, c.status
  from platform.sys_third_client c
  where c.client_id = coalesce(p_client, (select k.client_id from platform.sys_third_token k
    where k.token_hash = p_token_hash and k.expires_at > now()))
    and kit.is_reached(c.tenant_no)
$$;
