-- The program's own login writes logs only as the logs' writers do. It names neither the time nor the number of a row, and a row
-- leaves the queue of unsealed rows only inside a seal that names it: whoever gets hold of that login can neither date rows back
-- nor keep rows from being sealed.
--@scope kit.unsealed_row tenant read-only
--@scope kit.audit_seal tenant append read-only
--@scope platform.sys_login_log tenant append monthly read-only
--@scope kit.oper_log tenant append monthly insert=tenant_no,user_id,username,nickname,principal_id,role_codes,client_type,ip,session_id,module,entity,entity_id,entity_name,action,method,path,params,before,after,result,code,msg,trace_id,duration_ms
--@scope platform.sys_third_log tenant append monthly insert=tenant_no,direction,client_id,client_name,api_name,method,path,request,response,status_code,result,duration_ms,attempt,biz_key,ip,trace_id
--@scope kit.transition_history tenant append insert=tenant_no,entity,entity_id,name,from_status,to_status,form,remark,made_by,made_by_name
--@scope kit.audit_seal_file tenant append insert=tenant_no,log_name,day,last_seal_id,seal_hash,storage_key,sha256
--@scope platform.sys_audit_check tenant append insert=tenant_no,kind,log_names,from_day,to_day,scope,started_by,started_by_name,job_id,started_at,seals_checked,rows_checked,broken,broken_count,status
-- Written by the tools of migrations and cells alone.
--@scope kit.tenant_cell global read-only
--@scope kit.doc_prefix global read-only

grant delete on kit.unsealed_row to mulian_narrow;
grant insert on kit.audit_seal to mulian_narrow;

--@narrow
create or replace function kit.queue_log_row() returns trigger language plpgsql as $$
begin
  insert into kit.unsealed_row (tenant_no, log_name, row_id, happened_at, row_hash)
  values (new.tenant_no, tg_argv[0], new.id, new.happened_at, new.row_hash);
  return null;
end $$;

-- Seals of one log of the caller's tenant, in order. Each must follow the one before it and hold exactly rows that wait, with their hashes.
-- The queue is empty most of the time, so the planner would read it whole for every seal.
--@narrow
create function kit.save_seals(p_log text, p_seals jsonb) returns int language plpgsql set enable_seqscan = off as $$
declare
  v_tenant int := nullif(current_setting('app.tenant', true), '')::int;
  v_seal record;
  v_prev text;
  v_taken int;
  v_marks bytea;
  v_saved int := 0;
begin
  if v_tenant is null or current_setting('app.system', true) is distinct from '1' then
    raise exception 'seals are cut by the system, in one tenant' using errcode = '42501';
  end if;
  select s.seal_hash into v_prev from kit.audit_seal s where s.tenant_no = v_tenant and s.log_name = p_log order by s.id desc limit 1;
  v_prev := coalesce(v_prev, repeat('0', 64));
  for v_seal in
    select s.* from rows from (jsonb_to_recordset(p_seals) as ("fromId" bigint, "toId" bigint, "rowCount" int, "rowIds" text, "fromTime" bigint, "toTime" bigint,
      "rowMarks" text, "rowsRoot" text, "prevHash" text, "sealHash" text, "sealedAt" timestamptz)) with ordinality s order by s.ordinality
  loop
    with taken as (
      delete from kit.unsealed_row u where u.tenant_no = v_tenant and u.log_name = p_log and u.row_id between v_seal."fromId" and v_seal."toId"
        and u.row_id <@ v_seal."rowIds"::int8multirange
      returning u.row_id, u.row_hash)
    select count(*)::int, coalesce(string_agg(substring(decode(t.row_hash, 'hex') for 4), ''::bytea order by t.row_id), ''::bytea) into v_taken, v_marks from taken t;
    if v_taken = 0 or v_taken <> v_seal."rowCount" or v_marks <> decode(v_seal."rowMarks", 'hex') or v_seal."prevHash" <> v_prev
      or (select sum(upper(r) - lower(r)) from unnest(v_seal."rowIds"::int8multirange) r) <> v_taken then
      raise exception 'a seal holds the rows that wait, and follows the one before it' using errcode = '23514';
    end if;
    insert into kit.audit_seal (tenant_no, log_name, from_id, to_id, row_count, row_ids, from_time, to_time, row_marks, rows_root, prev_hash, seal_hash, sealed_at)
    values (v_tenant, p_log, v_seal."fromId", v_seal."toId", v_seal."rowCount", v_seal."rowIds"::int8multirange, timestamptz 'epoch' + v_seal."fromTime" * interval '1 microsecond',
      timestamptz 'epoch' + v_seal."toTime" * interval '1 microsecond', decode(v_seal."rowMarks", 'hex'), v_seal."rowsRoot", v_seal."prevHash", v_seal."sealHash", v_seal."sealedAt");
    v_prev := v_seal."sealHash";
    v_saved := v_saved + 1;
  end loop;
  return v_saved;
end $$;
