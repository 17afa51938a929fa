-- Who goes to a household for a task, or tests its tubes, knows the task, whoever set it.
create policy assigned on prevention.sample_task for select using (tenant_no = kit.tenant()
  and exists (select 1 from prevention.sample_assignment a where a.tenant_no = sample_task.tenant_no and a.task_id = sample_task.id));

create index on prevention.sample_assignment (tenant_no, staff_id, status);
create index on prevention.sample_log (assignment_id);
create index on prevention.sample (tenant_no, lab_id, status);
create index on prevention.sample_result (tenant_no, tested_on, disease_code);
create index on prevention.sample_result (tenant_no, plate_no) where plate_no is not null;
