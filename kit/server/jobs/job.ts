import type { Language } from '#kit/contract/envelope.ts';
import type { Actor } from '../auth/actor.ts';
import type { Database, Tx } from '../db/database.ts';

/** A job as its row: asked for by a user, carried out by a worker under that user's rights. */
export interface JobRow {
  id: number;
  tenant_no: number;
  user_id: number;
  kind: string;
  title: string;
  screen_path: string | null;
  params: Record<string, unknown>;
  language: Language;
  status: string;
  total: number | null;
  done: number;
  failed_rows: number;
  checkpoint: unknown;
  cancel_requested: boolean;
  attempts: number;
}

/** What a job's work is given. */
export interface JobRun {
  readonly row: JobRow;
  readonly actor: Actor;
  readonly database: Database;
  say(key: string, args?: Record<string, string | number>): string;
  /** Moves the bar; tells whether to go on (false: somebody cancelled). Cheap to call: at most two writes a second. */
  progress(done: number, total?: number): Promise<boolean>;
  /** Marks a batch as done in the transaction that does it, so that a resumed job starts after it. */
  checkpoint(tx: Tx, done: number, failedRows: number, at: unknown): Promise<void>;
}

/** Nobody waits at a screen for a batch: a lock another batch holds for seconds is waited for and not taken for a refusal. */
export const waitLonger = (tx: Tx): Promise<unknown> =>
  tx.query(`select set_config('lock_timeout', '120s', true), set_config('statement_timeout', '150s', true)`);

export interface JobOutcome {
  status: 'succeeded' | 'partly' | 'failed' | 'cancelled';
  message?: string;
  resultFileId?: number | null;
  errorFileId?: number | null;
}

export type JobWork = (run: JobRun) => Promise<JobOutcome>;

const works = new Map<string, JobWork>();

/** One function per kind, registered at start by whoever owns the kind. */
export function registerJob(kind: string, work: JobWork): void {
  works.set(kind, work);
}

export const workOf = (kind: string): JobWork | undefined => works.get(kind);
