import { ApiError, call } from '#kit/web/api/client.ts';
import { rebuildPlan } from '#modules/prevention/contract/season/season.ts';

/** Builds a season's plan once more; what was done stays done. Answers the job to follow. */
export async function rebuild(id: number): Promise<number | null> {
  try {
    return (await call(rebuildPlan, { params: { id }, body: {} })).jobId;
  } catch (error) {
    // The client has said why.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
