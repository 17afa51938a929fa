-- An animal that another holder has now is not the farm's to see; its own register still says what left.
alter table farm.farm_animal add column left_as jsonb;

update farm.farm_animal f set left_as = jsonb_build_object('earTag', a.ear_tag, 'species', a.species, 'breed', a.breed,
    'sex', a.sex, 'birthDate', a.birth_date)
from farm.animal_seen a where f.status = 'left' and a.id = f.animal_id;
