--@narrow
create or replace function platform.door_take_ticket(p_hash text)
returns table (username text, to_path text, issued_by text, session_id bigint, client_type text,
  second_factor boolean) language sql as $$
  update platform.sys_ticket t set used_at = now() from platform.sys_user u
  where t.ticket_hash = p_hash and t.used_at is null and t.expires_at > now() and u.id = t.user_id
    and case
      when t.session_id is not null then exists (select 1 from platform.door_living(array[t.session_id]))
      else exists (select 1 from platform.sys_third_client c where t.issued_by = 'client:' || c.client_id
        and c.tenant_no = t.tenant_no
                     and c.status = 'enabled' and c.valid_until >= (now() at time zone 'Asia/Shanghai')::date)
    end
  returning u.username, t.to_path, t.issued_by, t.session_id,
    (select s.client_type from platform.sys_session s where s.id = t.session_id), (select s.second_factor
      from platform.sys_session s where s.id = t.session_id)
$$;
