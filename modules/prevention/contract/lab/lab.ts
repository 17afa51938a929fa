import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
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
