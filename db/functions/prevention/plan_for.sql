create or replace function prevention.plan_for(p_holders int default null) returns void language plpgsql as $$
begin
  perform set_config('plan_cache_mode', case when p_holders is null then 'auto' when p_holders > 20
    then 'force_custom_plan' else 'force_generic_plan' end, true);
end $$;
