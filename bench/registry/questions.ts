import type { Client } from 'pg';

/** One question people ask of the registry, many times over with other values. */
export interface Question {
  readonly name: string;
  readonly title: string;
  readonly paths: readonly string[];
}

const county = 150521;
const samples = 40;

const animals = '/api/pri/animal/info';
const households = '/api/pri/principal/info';

/** As a county's clerk asks them; the values are taken from all over the county. */
export async function questionsOf(db: Client): Promise<Question[]> {
  const { rows } = await db.query<{ id: number; tag: string }>(
    `select id::float8 as id, ear_tag as tag from registry.animal where county = $1 and voided_at is null order by md5(id::text) limit ${samples}`,
    [county],
  );
  const { rows: named } = await db.query<{ name: string; initials: string }>(
    `select distinct on (name) right(principal_unit_name, 2) as name, split_part(name_pinyin, ' ', 2) as initials from registry.principal
     where county = $1 and principal_unit_type = 'household' and length(principal_unit_name) = 3 order by name, md5(id::text) limit ${samples}`,
    [county],
  );
  const list = `${animals}/list?pageSize=20&status=inStock&species=cattle`;
  const keyword = (word: string) => `${households}/list?pageSize=20&keyword=${encodeURIComponent(word)}`;
  return [
    { name: 'tag', title: 'animal by ear tag', paths: rows.map(({ tag }) => `${animals}/byTag?tag=${tag}`) },
    {
      name: 'digits',
      title: 'animals by the last six digits',
      paths: rows.map(({ tag }) => `${animals}/byTag?tag=${tag.slice(-6)}`),
    },
    { name: 'name', title: 'households by two characters of the name', paths: named.map(({ name }) => keyword(name)) },
    { name: 'initials', title: 'households by pinyin initials', paths: named.map(({ initials }) => keyword(initials)) },
    { name: 'list', title: 'county’s animals, no filter, page 1', paths: [`${animals}/list?pageSize=20`] },
    { name: 'first', title: 'county’s cattle in stock, page 1', paths: [`${list}&pageNum=1`] },
    { name: 'deep', title: 'county’s cattle in stock, page 500', paths: [`${list}&pageNum=500`] },
    { name: 'rare', title: 'county’s missing animals, page 1', paths: [`${animals}/list?pageSize=20&status=missing`] },
    { name: 'record', title: 'the animal’s page: record', paths: rows.map(({ id }) => `${animals}/${id}`) },
    { name: 'line', title: 'the animal’s page: life line', paths: rows.map(({ id }) => `${animals}/${id}/line`) },
    { name: 'tags', title: 'the animal’s page: numbers', paths: rows.map(({ id }) => `${animals}/${id}/tags`) },
    { name: 'stock', title: 'stock of the county, strip over the list', paths: [`${animals}/stock`] },
  ];
}

/** Who looks, from the village to the prefecture, and those who see as a party. */
export const callers = {
  'village worker': 'kzzq_worker1',
  township: 'kzzq_station',
  county: 'kzzq_mgr',
  prefecture: 'tl_region',
  enterprise: 'farm1',
  insurer: 'ins1',
} as const;

/** Lists as the screens ask them. */
export const lists = [
  `${animals}/list?pageSize=20`,
  `${animals}/list?pageSize=20&status=inStock&species=cattle`,
  `${animals}/list?pageSize=20&status=missing`,
  `${animals}/list?pageSize=20&status=inStock&sex=female&stage=cow`,
  `${animals}/list?pageSize=20&insured=true`,
  `${animals}/list?pageSize=20&earTag=000123`,
  `${animals}/list?pageSize=20&sort=earTag:asc`,
  `${animals}/list?pageSize=20&sort=birthDate:desc`,
  `${animals}/list?pageSize=20&sort=createdAt:asc`,
  `${households}/list?pageSize=20`,
  `${households}/list?pageSize=20&keyword=${encodeURIComponent('建国')}`,
  `${households}/list?pageSize=20&keyword=wjg`,
  '/api/pri/enclosure/list?pageSize=20',
  '/api/pri/enclosure/pen/list?pageSize=20',
  '/api/pri/animal/entry/list?pageSize=20',
  '/api/pri/animal/change/list?pageSize=20',
] as const;
