import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** The registry's animals as prevention looks at them: how each stands with the compulsory diseases. Only read here. */
export const animal = defineResource({
  module: 'prevention',
  name: 'animal',
  path: 'ant/animal',
  screen: '/ant/animalProtection/management',
  permission: 'ant:animal',
  actions: { detail: 'detail', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    earTag: field.text({ max: 15, derived: true }),
    electronicTag: field.text({ max: 15, derived: true, optional: true }),
    species: field.dict('species', { derived: true }),
    breed: field.text({ max: 40, derived: true }),
    breedLabel: field.text({ max: 80, derived: true, optional: true }),
    sex: field.dict('animal_sex', { derived: true }),
    birthDate: field.date({ derived: true }),
    ageMonths: field.int({ derived: true, min: 0, max: 600 }),
    stage: field.dict('stage', { derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    /** {disease: state} of the compulsory ones that are its business. */
    immunity: field.json({ derived: true }),
    /** A filter alone: `fmd:lapsed,never`; without a disease, any of them. */
    immune: field.text({ max: 100, derived: true, optional: true }),
    insured: field.bool({ derived: true }),
    pledged: field.bool({ derived: true }),
    status: field.dict('animal_status', { derived: true }),
  },
  title: 'earTag',
  list: {
    columns: [
      'earTag',
      'immunity',
      'species',
      'breedLabel',
      'sex',
      'ageMonths',
      'stage',
      'principalId',
      'regionCode',
      'insured',
      'pledged',
      'status',
    ],
    filters: [
      'earTag',
      'regionCode',
      'principalId',
      'electronicTag',
      'species',
      'breed',
      'stage',
      'sex',
      'status',
      'insured',
      'pledged',
      'birthDate',
      'ageMonths',
      'immune',
    ],
    sorts: ['earTag', 'birthDate'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type PreventionAnimal = RowOf<typeof animal>;

export const resources = [animal];
