import { port } from '#kit/web/port.ts';

/** Long work of the user, as far as the kit shows it. */
export interface Job {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly status: 'queued' | 'running' | 'succeeded' | 'partly' | 'failed' | 'cancelled' | 'expired';
  readonly total: number | null;
  readonly done: number;
  readonly failedRows: number;
  readonly percent: number;
  readonly message: string | null;
  readonly hasResult: boolean;
  readonly hasErrors: boolean;
  readonly createdAt: string;
}

export interface JobError {
  readonly rowNo: number;
  readonly reasons: readonly { readonly field: string; readonly msg: string }[];
}

export interface JobPort {
  /** The user's last jobs, newest first. */
  list(): Promise<readonly Job[]>;
  get(id: number): Promise<Job>;
  /** The first rows an import refused. */
  errors(id: number): Promise<readonly JobError[]>;
  cancel(id: number): Promise<unknown>;
  save(id: number, which: 'result' | 'errors'): Promise<unknown>;
}

export const jobPort = port<JobPort>();

export const jobsKey = ['jobs'] as const;

export const isOver = ({ status }: Pick<Job, 'status'>): boolean => status !== 'queued' && status !== 'running';
