import { openInNewTab } from '#kit/web/api/token.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { screen } from '#kit/web/screen/palette.ts';

export const kinds = ['cattle', 'sheep', 'goat'] as const;
export type Kind = (typeof kinds)[number];

/** Codes of stock in the reader's words. */
export function useStockNames() {
  const stages = useDict('stage').options;
  const scales = useDict('farm_scale').options;
  const breeds = {
    cattle: useDict('breed_cattle').options,
    sheep: useDict('breed_sheep').options,
    goat: useDict('breed_goat').options,
  };
  return {
    stage: (code: string) => stages.find((one) => one.dictValue === code)?.dictLabel ?? code,
    scale: (code: string) => scales.find((one) => one.dictValue === code)?.dictLabel ?? code,
    breed: (species: string, code: string) =>
      breeds[species as Kind]?.find((one) => one.dictValue === code)?.dictLabel ?? code,
  };
}

/** Opens the list behind a part of a chart, for those who may see it. */
export function useOpenList(): (to: string | null) => void {
  const may = useMayOpen();
  return (to) => {
    if (to && may(to)) openInNewTab(to);
  };
}

/** Letters of a chart: the canvas allows none below 14. */
export const chartText = { color: screen.soft, fontSize: 14 } as const;
export const chartTip = { textStyle: { color: screen.text, fontSize: 14 } } as const;

/** Of the tenants' calendar. */
export const thisYear = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date()).slice(0, 4);

/** Of a month such as `2026-11`. */
export const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

export const tenths = (n: number | null | undefined): string => (n === null || n === undefined ? '—' : n.toFixed(1));
