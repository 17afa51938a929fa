import { port } from '#kit/web/port.ts';

/** One thing that happened to a record; values are as people read them. */
export interface HistoryEntry {
  readonly key: string;
  readonly at: string;
  /** Null is the system itself. */
  readonly who: string | null;
  readonly action: 'add' | 'edit' | 'remove' | 'transition';
  readonly name: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly remark: string | null;
  readonly changes: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

/** The history of a record of `module.resource`, newest first. */
export const historyPort = port<(entity: string, id: number) => Promise<readonly HistoryEntry[]>>();
