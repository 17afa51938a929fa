-- Receivers are told by text message and by call too: their numbers are found by the receiver, and those in quiet hours wait.
alter table platform.alarm add column held_receiver_ids bigint[] not null default '{}';

-- It answers the receiver's id from now on; its body is in db/functions.
drop function platform.alarm_receivers_of(bigint, int);

-- Sealed as they are kept, and a hash by which two receivers with one number are told once.
--@narrow
create function platform.alarm_phones(p_receivers bigint[]) returns table (channels text[], phone text, phone_hash text) language sql stable as $$
  select r.channels, coalesce(r.phone_enc, u.phone_enc), coalesce(r.phone_hash, u.phone_hash)
  from platform.alarm_receiver r left join platform.sys_user u on u.tenant_no = r.tenant_no and u.id = r.user_id
  where r.id = any (p_receivers) and r.tenant_no = kit.tenant() and r.status = 'enabled' and (r.user_id is null or u.status = 'active')
  order by r.id
$$;

-- Called before the alarm is marked as told: whom an earlier quiet time held back, and who was told since, is not told again.
--@narrow
create function platform.hold_alarm_receivers(p_alarm bigint, p_receivers bigint[], p_until timestamptz) returns void language sql as $$
  update platform.alarm a set
      held_receiver_ids = (select array_agg(distinct r) from unnest(case when a.held_until is null then '{}' else a.held_receiver_ids end || p_receivers) r),
      held_until = coalesce(least(a.held_until, p_until), p_until)
    where a.id = p_alarm and a.tenant_no = kit.tenant()
$$;
