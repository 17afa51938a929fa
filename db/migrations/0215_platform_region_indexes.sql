-- Two indexes fewer to keep while the list of the country is loaded: (parent_code, code) serves what parent_code alone did, and no query can use the one on initials.
drop index platform.sys_region_parent_code_idx;
drop index platform.sys_region_initials_idx;
