import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { stockStat } from '#modules/prevention/contract/livestock/stock.ts';

/** The board of the address: `regionCode`, and a day where the page offers one. */
export function useStock(by: 'stage' | 'breed' | 'scale') {
  const url = useUrlState();
  const language = useLanguage();
  const regionCode = Number(url.get('regionCode')) || undefined;
  const on = /^\d{4}-\d{2}-\d{2}$/.test(url.get('on') ?? '') ? (url.get('on') as string) : undefined;
  const query = { by, ...(regionCode && { regionCode }), ...(on && { on }) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.stock', query, language],
    queryFn: () => call(stockStat, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  return {
    board: data,
    error,
    isFetching,
    retry: () => void refetch(),
    open: (code: number | null) => url.set({ regionCode: code === null ? null : String(code) }),
  };
}

export const speciesOrder = ['cattle', 'sheep', 'goat'];
export const stageOrder = ['calf', 'heifer', 'cow', 'steer', 'bull', 'lamb', 'eweLamb', 'ewe', 'wether', 'ram'];
export const figure = (n: number): string => n.toLocaleString('en');
export const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${(Math.round((part * 1000) / whole) / 10).toFixed(1)}%`;
