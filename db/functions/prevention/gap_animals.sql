-- The animals of a household that are missing, tags first; without those below the age of their first immunisation.
create or replace function prevention.gap_animals(p_season bigint, p_disease text, p_holder bigint, p_animal bigint,
  p_most int)
returns table (animal_id bigint, ear_tag text, species text, diseases text[]) language plpgsql stable as $$
begin
  return query
    with young as materialized (
      select g.animal_id, g.disease_code from prevention.gap_young(p_season, to_char(prevention.today(), 'YYYY-MM'),
        p_disease, null, p_holder, null, p_animal, prevention.today()) g
    )
    select a.id, a.ear_tag, a.species, array_agg(j.disease_code order by j.disease_code)
    from (
      select s.animal_id, s.disease_code from prevention.judge_season(kit.tenant(), p_season, array[p_holder]) s
      where p_season is not null and s.how = 'remaining'
      union all
      select r.animal_id, r.disease_code from prevention.judge_routine(kit.tenant(), array[p_holder]) r
      where p_season is null
    ) j join registry.animal a on a.id = j.animal_id
    where (p_disease is null or j.disease_code = p_disease) and (p_animal is null or a.id = p_animal)
      and not exists (select 1 from young y where y.animal_id = j.animal_id and y.disease_code = j.disease_code)
    group by a.id, a.ear_tag, a.species order by a.ear_tag limit p_most;
end $$;
