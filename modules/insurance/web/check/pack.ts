import { keep, kept } from '#kit/web/offline/vault.ts';
import type { CheckSheet } from '#modules/insurance/contract/check/check.ts';

const nameOf = (taskId: number) => `insurance:check:${taskId}`;
/** The sheet as it was last seen, for a valley without a network. */
export const keepSheet = (sheet: CheckSheet): Promise<unknown> => keep(nameOf(sheet.taskId), sheet).catch(() => null);
export const keptSheet = (taskId: number): Promise<CheckSheet | null> =>
  kept<CheckSheet>(nameOf(taskId)).catch(() => null);
