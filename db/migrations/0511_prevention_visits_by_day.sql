-- Lists of visits begin with the last day, whatever level they are asked for.
create index on prevention.immunisation_visit (pref, visited_on desc, id desc);
create index on prevention.immunisation_visit (county, visited_on desc, id desc);
create index on prevention.immunisation_visit (town, visited_on desc, id desc);
create index on prevention.immunisation_visit (region_code, visited_on desc, id desc);
