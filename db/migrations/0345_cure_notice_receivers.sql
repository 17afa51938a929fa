-- How many a notice reached: a number, no names.
--@narrow
create function cure.notice_receivers(p_notice bigint) returns int language sql stable as $$
  select count(*)::int from platform.sys_notice_receiver r where r.tenant_no = kit.tenant() and r.notice_id = p_notice
$$;
