--@narrow
create or replace function platform.open_task(p jsonb) returns bigint language sql as $$
  insert into platform.sys_task (tenant_no, doc_no, region_code, principal_id, task_type, task_name, texts, priority,
    icon, source, entity, entity_id, link_path,
    permission, assignee_id, due_at, content, file_ids, created_by, updated_by)
  select kit.tenant(), x."docNo", x."regionCode", x."principalId", x."taskType", x."taskName", x.texts, x.priority,
    x.icon, x.source, x.entity, x."entityId", x."linkPath",
    x.permission, x."assigneeId", x."dueAt", x.content, coalesce(x."fileIds", '{}'), kit.user_id(), kit.user_id()
  from jsonb_to_record(p) as x("docNo" text, "regionCode" bigint, "principalId" bigint, "taskType" text,
    "taskName" text, texts jsonb, priority text, icon text, source text,
    entity text, "entityId" bigint, "linkPath" text, permission text, "assigneeId" bigint, "dueAt" timestamptz,
      content text, "fileIds" bigint[])
  returning id
$$;
