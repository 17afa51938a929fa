-- What the bank's boards read of other modules, under the reader's own row rules.

create view bank.board_holder with (security_invoker = true) as
  select p.id, p.tenant_no, p.region_code, p.principal_unit_name as name, p.principal_unit_type as type, p.parent_id,
    p.contact_phone_mask as phone_mask, p.status
  from registry.principal p;
create view bank.board_look with (security_invoker = true) as
  select v.id, v.tenant_no, v.principal_id, v.viewer_id, v.user_id, v.channel_id, c.name as channel, v.started_at
  from device.video_view v join device.video_channel c on c.tenant_no = v.tenant_no and c.id = v.channel_id;
do $$
declare one text;
begin
  foreach one in array array['board_holder', 'board_look'] loop
    execute format('revoke all on bank.%I from public', one);
    execute format('grant select on bank.%I to mulian_app', one);
  end loop;
end $$;
