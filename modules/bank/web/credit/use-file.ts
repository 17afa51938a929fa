import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { creditFile } from '#modules/bank/contract/credit/credit.ts';

/** The whole file of a credit line, read once for the page and its print. */
export const useFile = (id: number) =>
  useQuery({
    queryKey: ['bank', 'creditFile', id],
    queryFn: () => call(creditFile, { params: { id }, quiet: true }),
  });
