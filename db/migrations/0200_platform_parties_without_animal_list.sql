-- Insurers and banks get lists on tables of their own: the list of all animals is slow for a party of some of them.
-- Single animals stay visible to them by pri:animal:view.
delete from platform.sys_role_menu g using platform.sys_role r, platform.sys_menu m
where r.id = g.role_id and r.tenant_no = 0 and r.role_code in ('ins_clerk', 'bank_manager')
  and m.id = g.menu_id and m.permission = 'pri:animal:list';
