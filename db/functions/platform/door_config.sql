--@narrow
create or replace function platform.door_config(p_tenant int)
  returns table (config_code text, config_value text, own boolean) language sql stable as $$
  select config_code, config_value, tenant_no = p_tenant from platform.sys_tenant_config
  where tenant_no in (0, p_tenant) and principal_id = 0
    and config_code in ('sys_logo', 'sys_title', 'sys_title_tw', 'sys_title_en', 'sys_copyright', 'sys_copyright_tw',
      'sys_copyright_en',
      'dataV_total_title', 'dataV_total_title_tw', 'dataV_total_title_en', 'sys_favicon', 'login_background',
        'icp_no', 'police_no', 'support_phone')
  order by config_code, tenant_no desc
$$;
