import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import {
  type InvestigationInfo,
  investigationInfo,
  saveInfo,
} from '#modules/prevention/contract/outbreak/investigation-info.ts';
import type { Draft } from './info-head.tsx';

export type SaveState = 'saved' | 'saving' | 'failed';
type Answers = NonNullable<Draft['answers']>;
type Read = Pick<InvestigationInfo, 'id' | 'version' | 'answers'>;

const pause = 900;
const retryPause = 5000;
/** Nobody has judged it: sent again as it is, it may pass. */
const unheard: readonly number[] = [0, 429, 503];

/** Answers are joined one by one, everything else as a whole. */
export const joined = (old: Draft, part: Draft): Draft => ({
  ...old,
  ...part,
  ...((old.answers || part.answers) && { answers: { ...old.answers, ...part.answers } }),
});

const knownOf = ({ version, answers }: Read) => ({ version, answers: (answers ?? {}) as Answers });

/** Saves what is typed a moment after the last change: one call at a time, each with the version the one before left. */
export function autosave(info: Read, onState: (state: SaveState) => void) {
  let known = knownOf(info);
  let waiting: Draft = {};
  let running: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFailed = false;

  const post = (part: Draft) =>
    call(saveInfo, {
      body: {
        id: info.id,
        version: known.version,
        ...part,
        ...(part.answers && { answers: { ...known.answers, ...part.answers } }),
      },
      quiet: true,
    });

  const send = async (part: Draft) => {
    try {
      return await post(part);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 409) throw error;
      // Saved elsewhere meanwhile, or the answer to the last call was lost: only what was typed here goes over it.
      known = knownOf(
        (await call(callOf(investigationInfo, 'detail'), { params: { id: info.id }, quiet: true })) as unknown as Read,
      );
      return post(part);
    }
  };

  const fail = (error: unknown) => {
    onState('failed');
    if (!(error instanceof ApiError)) throw error;
    if (unheard.includes(error.code)) plan(retryPause);
    if (!hasFailed && error.code !== 401)
      notify('error', [error.message, ...error.errors.map((one) => one.msg)].join(' · '));
    hasFailed = true;
  };

  const drain = async (): Promise<boolean> => {
    while (Object.keys(waiting).length > 0) {
      const part = waiting;
      waiting = {};
      onState('saving');
      try {
        const { version } = await send(part);
        known = { version, answers: { ...known.answers, ...part.answers } };
      } catch (error) {
        waiting = joined(part, waiting);
        fail(error);
        return false;
      }
      hasFailed = false;
      onState('saved');
    }
    return true;
  };

  /** Sends whatever waits; answers whether everything is saved now. */
  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };

  return {
    set: (part: Draft) => {
      waiting = joined(waiting, part);
      plan(pause);
    },
    flush,
    /** Gives up what could not be saved. */
    drop: () => {
      clearTimeout(timer);
      waiting = {};
    },
    version: () => known.version,
  };
}
