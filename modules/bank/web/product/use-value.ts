import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { valueBoard, valueHeads, whatIfValue } from '#modules/bank/contract/product/values.ts';

export type Group = 'line' | 'client' | 'bank' | 'region' | 'product';
export type PricePct = number | Record<string, number>;

export const useBoard = (by: Group) =>
  useQuery({
    queryKey: ['bank', 'valueBoard', by],
    queryFn: () => call(valueBoard, { query: { by }, quiet: true }),
    placeholderData: keepPreviousData,
  });
/** The book at other prices; the answer before stays until the next is there, so that the slider never blinks. */
export const useWhatIf = (pricePct: PricePct) =>
  useQuery({
    queryKey: ['bank', 'whatIf', pricePct],
    queryFn: () => call(whatIfValue, { body: { pricePct }, quiet: true }),
    placeholderData: keepPreviousData,
  });
export const useHeads = (creditLineId: number) =>
  useQuery({
    queryKey: ['bank', 'valueHeads', creditLineId],
    queryFn: () => call(valueHeads, { query: { creditLineId }, quiet: true }),
  });
