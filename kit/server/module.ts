import type { Logger } from 'pino';
import type { Module } from '#kit/contract/module.ts';
import type { Database } from './db/database.ts';
import type { Event } from './events/event.ts';
import type { Route } from './http/call.ts';
import type { FrameOrigins } from './http/framed.ts';
import type { Texts } from './http/texts.ts';
import type { JobQueue } from './jobs/queue.ts';

/** What work by the clock is given. */
export interface ClockParts {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly texts: Texts;
  readonly log: Logger;
}

export interface IngestParts {
  readonly database: Database;
  readonly log: Logger;
}
export interface Ingest {
  close(): Promise<void>;
}

/** A module's server side. `routes` is a function: references may point at resources of modules that come later. */
export interface ServerModule {
  readonly contract: Module;
  routes(): readonly Route[];
  /** Fills caches and registers what other modules take from it, before the first request. */
  start?(database: Database): Promise<void>;
  /** Told every event of every tenant, in every process: for caches that a change elsewhere makes stale. */
  hear?(event: Event): void;
  /** Called every few seconds in processes that work on jobs, in all of them: what is due must be taken by one alone. */
  tick?(parts: ClockParts): Promise<void>;
  /** Takes what comes in from outside, in processes that have this role; null where there is nothing to take it from. */
  ingest?(parts: IngestParts): Ingest | null;
  /** Pages below `/iframe/` that others may show in a frame, by path; any other such page is never framed. */
  readonly frames?: Readonly<Record<`/iframe/${string}`, FrameOrigins>>;
  /** Work of the small hours, done by a worker; several may do it, and more than once a night, so it must bear repeating. */
  nightly?(): Promise<void>;
}
