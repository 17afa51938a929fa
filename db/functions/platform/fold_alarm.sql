-- Many of one kind at one place are one alarm with members. Answers the fold that took the new one in, and whether people must be told of it.
-- While a transaction raises many, the fold's own row is left alone until count_folded: rewritten for each, it would take longer each time.
create or replace function platform.fold_alarm(p_alarm platform.alarm) returns table (fold_id bigint, told boolean) language plpgsql as $$
#variable_conflict use_column
declare
  since timestamptz := clock_timestamp() - make_interval(mins => platform.param_int('alarm.foldMinutes'));
  wanted text := format('fold:%s:%s', p_alarm.kind, p_alarm.principal_id);
  later text := coalesce(current_setting('app.fold_later', true), '');
  fold platform.alarm;
  taken bigint[];
  is_new boolean := false;
begin
  select * into fold from platform.alarm a where a.tenant_no = p_alarm.tenant_no and a.dedup_key = wanted and a.status <> 'closed' for update;
  if fold.id is not null and fold.last_at < since then return; end if;
  if fold.id is not null and later <> '' and platform.alarm_rank(p_alarm.level) <= platform.alarm_rank(fold.level) then
    update platform.alarm a set folded_into = fold.id, next_step_at = null, next_level_at = null, held_until = null, held_user_ids = '{}' where a.id = p_alarm.id;
    if position(format(',%s,', fold.id) in later) = 0 then perform set_config('app.fold_later', format('%s%s,', later, fold.id), true); end if;
    return query select fold.id, false;
    return;
  end if;
  if fold.id is null then
    select array_agg(a.id) into taken from platform.alarm a
      where a.tenant_no = p_alarm.tenant_no and a.kind = p_alarm.kind and a.principal_id = p_alarm.principal_id and a.opened_at >= since
        and a.status <> 'closed' and a.members = 0 and a.folded_into is null;
    if coalesce(cardinality(taken), 0) <= platform.param_int('alarm.foldCount') then return; end if;
    insert into platform.alarm as f (tenant_no, doc_no, source, kind, alarm_group, level, dedup_key, subject_entity, subject_id, region_code, principal_id, owner_id,
        bank_id, insurer_id, supervisor_id, about_user_ids, args, ack_minutes, need_photo, confirm_by, created_by, updated_by)
      values (p_alarm.tenant_no, kit.doc_no('AL'), p_alarm.source, p_alarm.kind, p_alarm.alarm_group, p_alarm.level, wanted, 'registry.principal', p_alarm.principal_id,
        p_alarm.region_code, p_alarm.principal_id, p_alarm.owner_id, p_alarm.bank_id, p_alarm.insurer_id, p_alarm.supervisor_id, p_alarm.about_user_ids,
        p_alarm.args, p_alarm.ack_minutes, p_alarm.need_photo, p_alarm.confirm_by, kit.user_id(), kit.user_id())
      on conflict (tenant_no, dedup_key) where status <> 'closed' do update set last_at = f.last_at
      returning f.* into fold;
    is_new := fold.members = 0;
    if is_new then perform platform.add_alarm_step(fold.id, 'opened', jsonb_build_object('level', fold.level)); end if;
  else
    taken := array[p_alarm.id];
  end if;
  update platform.alarm a set folded_into = fold.id, next_step_at = null, next_level_at = null, held_until = null, held_user_ids = '{}' where a.id = any (taken);
  update platform.alarm f set member_ids = f.member_ids || taken, members = f.members + cardinality(taken), last_at = clock_timestamp(), version = f.version + 1,
      level = (select x.level from platform.alarm x where x.id = any (taken || f.id) order by platform.alarm_rank(x.level) desc limit 1),
      ack_due_at = coalesce(f.ack_due_at, clock_timestamp() + platform.alarm_patience(f.ack_minutes, p_alarm.level)),
      next_step_at = coalesce(f.next_step_at, case f.status when 'open' then clock_timestamp() + platform.alarm_patience(f.ack_minutes, p_alarm.level) end)
    where f.id = fold.id;
  if not is_new and platform.alarm_rank(p_alarm.level) > platform.alarm_rank(fold.level) then
    perform platform.add_alarm_step(fold.id, 'levelUp', jsonb_build_object('from', fold.level, 'to', p_alarm.level));
  end if;
  return query select fold.id, is_new or platform.alarm_rank(p_alarm.level) > platform.alarm_rank(fold.level);
end $$;
