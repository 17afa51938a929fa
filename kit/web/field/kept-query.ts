import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { keep, kept } from '#kit/web/offline/vault.ts';
import { isOffline } from './network.ts';

/** On one bar of signal a call may hang: what is kept is shown after this long. */
const shortPatience = 12_000;

const nameOf = (key: QueryKey) => `answer:${JSON.stringify(key)}`;

/** For a valley without a network: what the page will ask for under this key. */
export const keepAnswer = (key: QueryKey, answer: unknown): Promise<boolean> => keep(nameOf(key), answer);

/** The answer, fresh, or where there is no network as it was kept. A refusal is an answer: nothing kept stands in for it. */
export async function keptAnswer<T>(key: QueryKey, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    const answer = await ask(AbortSignal.timeout(shortPatience));
    await keepAnswer(key, answer);
    return answer;
  } catch (error) {
    const last = isOffline(error) ? await kept<T>(nameOf(key)) : null;
    if (last === null) throw error;
    return last;
  }
}

interface Options<T> {
  readonly queryKey: QueryKey;
  queryFn(signal: AbortSignal): Promise<T>;
  readonly enabled?: boolean;
  readonly refetchInterval?: number;
}

/**
 * What a form in the field needs before it can be filled in: kept on the device whenever it was fetched, so that the page
 * opens again without a network. The page and its parts are kept by the service worker because they import this.
 *
 * @example
 * const { data, error } = useKeptQuery({
 *   queryKey: ['insurance', 'surveySheet', claimId],
 *   queryFn: (signal) => call(surveySheet, { query: { claimId }, quiet: true, signal }),
 * });
 */
export const useKeptQuery = <T>({ queryFn, ...options }: Options<T>): UseQueryResult<T> =>
  useQuery({ ...options, queryFn: () => keptAnswer(options.queryKey, queryFn), networkMode: 'always', retry: false });
