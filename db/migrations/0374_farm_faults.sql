-- Faults of a pen that somebody still has to see to.
create view farm.fault_seen with (security_invoker = true) as
  select t.tenant_no, t.entity_id from platform.sys_task t
  where t.entity = 'farm.inspectionFault' and t.status in ('open', 'claimed');
revoke all on farm.fault_seen from public;
grant select on farm.fault_seen to mulian_app;
