import { wrongState } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';

/** The refusal of a step that the record's state does not allow. */
export const wrongStateError = (call: Call, dict: string, status: string, step: string) =>
  wrongState(lookups().dictLabel(dict, status, call.actor.tenantNo, call.language) ?? status, step);
