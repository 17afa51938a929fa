import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '#db/settings.ts';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import type { Person, World } from './world.ts';

export { newCreditCode } from './unique.ts';

/** Where a tenant's records lie that are made for one test. */
export interface Place {
  readonly tenantNo: number;
  readonly principalId: number;
  readonly village: number;
}

/** What the suite over all resources needs of each: who may do everything with it, who may do nothing, and a form that is right. */
export interface Sample {
  /** Holds every permission of the resource. */
  keeper: string;
  /** Instead of the keeper, where no one account of the demo may do everything. */
  person?(world: World): Promise<Person>;
  /** Logged in, without any of them. */
  stranger: string;
  /** Keeper of another tenant's rows, where there is one. */
  neighbour?: string;
  form(world: World): Promise<Record<string, unknown>>;
  /** What the form says instead in a tenant that has nothing of its own yet. */
  elsewhere?(world: World, place: Place): Promise<Record<string, unknown>>;
  /** A second line for the form, where the same line twice is refused. */
  line?(world: World): Promise<Record<string, unknown>>;
  /** Makes a row where the resource itself offers no add. */
  make?(world: World): Promise<{ id: number; version: number }>;
  /** Makes a row fit for a transition, where one row does not fit all. */
  ready?(world: World, transition: string, id: number): Promise<void>;
  /** Makes a new row one that may be edited, where it is not by itself. */
  open?(world: World, id: number): Promise<unknown>;
  /** What a transition's form asks for, where one word does not fit all. */
  inputs?: Record<string, (world: World) => Promise<Record<string, unknown>>>;
  /** Takes a step that is another side's. */
  movers?: Record<string, string>;
  /** Agrees where a transition is two people's. */
  decider?: string;
  /** Fields that make a form wrong when changed to this value. */
  wrong: Record<string, unknown>;
}

/** Each module keeps the samples of its resources in files of its own. */
const pattern = 'modules/*/testing/*-samples.ts';
const samples = new Map<string, Sample>();
for (const file of globSync(pattern, { cwd: root }).sort()) {
  const found = (await import(join(root, file))) as { samples: Record<string, Sample> };
  const module = basename(dirname(dirname(file)));
  for (const [name, sample] of Object.entries(found.samples)) {
    if (!name.startsWith(`${module}.`)) throw new Error(`${file}: ${name} is not of module ${module}`);
    if (samples.has(name)) throw new Error(`${file}: ${name} has a sample already`);
    samples.set(name, sample);
  }
}

/** A resource without a sample fails the suite: nothing is left untested by forgetting. */
export function sampleOf(resource: AnyResource): Sample {
  const sample = samples.get(fullName(resource));
  if (!sample) throw new Error(`${pattern.replace('*', resource.module)} has no sample of ${fullName(resource)}`);
  return sample;
}
