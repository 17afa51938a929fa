import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { byStage, kinds } from '../census/census-stat.ts';
import { household } from '../household/household.ts';
import { animal } from './animal.ts';

const species = filter.dict('species', { options: kinds });
const inStock = { status: 'inStock', regionCode: '$region' };

/** 存栏统计: what stands in each part of a region, today or on a day gone by. */
export const liveCount = defineReport({
  module: 'prevention',
  name: 'liveCount',
  path: 'ant/stat/liveCount',
  screen: '/ant/animalProtection/liveCount',
  permission: 'ant:stock:list',
  filters: { species, on: filter.day() },
  columns: {
    sum: column.count(),
    tagged: column.count({ drill: 'tagged' }),
    untagged: column.count(),
    holders: column.count({ drill: 'holders' }),
    inScaled: column.count(),
    scaled: column.rate('inScaled', 'sum'),
    monthStart: column.count(),
    yearAgo: column.count(),
    monthChange: column.change('sum', 'monthStart'),
    yearChange: column.change('sum', 'yearAgo'),
    stages: column.spread(byStage, { of: 'split', drill: 'stage' }),
  },
  table: ['sum', 'tagged', 'untagged', 'holders', 'scaled', 'monthChange', 'yearChange', 'stages'],
  sort: '-sum',
  drills: {
    tagged: drillTo(animal, { ...inStock, species: '$species' }, ['on']),
    holders: drillTo(household, { hasStock: 'true', regionCode: '$region' }),
    stage: drillTo(animal, { ...inStock, species: '$0', stage: '$1' }, ['on']),
  },
  note: true,
});

/** 品种统计: breeds by the parts of a region, with their share. */
export const breedStat = defineReport({
  module: 'prevention',
  name: 'breedStat',
  path: 'ant/stat/breed',
  screen: '/ant/animalProtection/breed',
  permission: 'ant:stock:breed',
  filters: { species },
  columns: {
    sum: column.count({ drill: 'sum' }),
    breeds: column.spread([{ dict: 'species', order: kinds }, {}], { drill: 'breed' }),
    species: column.dict('species'),
    breed: column.text(),
    breedName: column.text(),
    heads: column.count({ drill: 'heads' }),
    ofSpecies: column.count(),
    share: column.rate('heads', 'ofSpecies'),
  },
  table: ['sum', 'breeds'],
  sort: '-sum',
  parts: {
    tree: { chart: { kind: 'treemap', by: 'breedName', series: ['heads'] } },
    shares: { table: ['species', 'breedName', 'heads', 'share'] },
  },
  drills: {
    sum: drillTo(animal, { ...inStock, species: '$species' }),
    breed: drillTo(animal, { ...inStock, species: '$0', breed: '$1' }),
    heads: drillTo(animal, { ...inStock, species: '$species', breed: '$breed' }),
  },
});
