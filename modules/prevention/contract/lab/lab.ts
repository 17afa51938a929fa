import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode } from '#kit/contract/region.ts';
import { detectItem } from './detect-item.ts';
import { labInstrument } from './lab-instrument.ts';
import * as sampleContract from './sample.ts';
import * as assignment from './sample-assignment.ts';
import * as log from './sample-log.ts';
import * as result from './sample-result.ts';
import * as task from './sample-task.ts';

/** What sampling and laboratory forms choose from. */
export const labChoices = endpoint({
  method: 'GET',
  path: 'ant/lab/choices',
  access: needs(
    'ant:sample:list',
    'ant:sample:task',
    'ant:lab:list',
    'ant:lab:item',
    'ant:lab:instrument',
    'ant:lab:stat',
  ),
  data: z.object({
    diseases: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        species: z.array(z.string()),
        antibodyTarget: z.number().nullable(),
      }),
    ),
    items: z.array(
      z.object({ id: idSchema, code: z.string(), name: z.string(), diseaseCode: z.string(), target: z.string() }),
    ),
    labs: z.array(z.object({ id: idSchema, name: z.string() })),
    /** Of the caller's own laboratory. */
    keepers: z.array(z.object({ id: idSchema, name: z.string() })),
    seasons: z.array(z.object({ id: idSchema, name: z.string(), startDate: z.string(), endDate: z.string() })),
  }),
});
export type LabChoices = z.output<(typeof labChoices)['data']>;

const figures = {
  sampled: z.number(),
  tested: z.number(),
  qualified: z.number(),
  unqualified: z.number(),
  positive: z.number(),
  rate: z.number().nullable(),
};
export type LabFigures = { [K in keyof typeof figures]: z.output<(typeof figures)[K]> };

/** lab.* of the figures: by child region, by disease, by lot and month by month; the latest round counts. */
export const labStat = endpoint({
  method: 'GET',
  path: 'ant/stat/lab',
  access: needs('ant:lab:stat'),
  query: z.object({
    regionCode: z.coerce.number().int().refine(isRegionCode, { error: 'error.field.region' }).optional(),
    diseaseCode: z.string().max(40).optional(),
    species: z.string().max(40).optional(),
    scale: z.string().max(40).optional(),
    seasonId: idSchema.optional(),
    taskId: idSchema.optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  data: z.object({
    regionCode: z.number(),
    target: z.number().nullable(),
    total: z.object(figures),
    rows: z.array(
      z.object({
        regionCode: z.number(),
        name: z.string(),
        hasBelow: z.boolean(),
        ...figures,
        /** {disease: {tested, qualified, rate}} */
        cells: z.record(
          z.string(),
          z.object({ tested: z.number(), qualified: z.number(), rate: z.number().nullable() }),
        ),
      }),
    ),
    lots: z.array(
      z.object({
        lotNo: z.string(),
        diseaseCode: z.string(),
        tested: z.number(),
        qualified: z.number(),
        rate: z.number().nullable(),
      }),
    ),
    groups: z.array(
      z.object({
        species: z.string(),
        scale: z.string(),
        tested: z.number(),
        qualified: z.number(),
        rate: z.number().nullable(),
      }),
    ),
    months: z.array(
      z.object({ month: z.string(), tested: z.number(), qualified: z.number(), rate: z.number().nullable() }),
    ),
  }),
});
export type LabStat = z.output<(typeof labStat)['data']>;

export const resources = [
  detectItem,
  labInstrument,
  task.sampleTask,
  assignment.sampleAssignment,
  log.sampleLog,
  sampleContract.sample,
  result.sampleResult,
];
export const endpoints = [
  labChoices,
  labStat,
  task.addSampleTask,
  task.editSampleTask,
  task.drawSampleTask,
  assignment.replaceAssignment,
  log.startSampleLog,
  log.sampleBarcodes,
  log.sampleCandidates,
  log.collectSamples,
  log.sampleTubes,
  sampleContract.receiveSamples,
  sampleContract.sampleTotals,
  result.labBench,
  result.enterPlate,
  result.releaseResults,
  result.resultTotals,
];
