import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';

const wanFrom = 100_000;
const dash = '—';

export interface Shown {
  readonly text: string;
  /** Where the number is written in ten thousands. */
  readonly unit: string;
}

/** Large numbers as their readers write them: by ten thousands in Chinese, 123,456 in English; a dash for what is not known. */
export function useNumbers() {
  const t = useT();
  const isChinese = useLanguage() !== 'en';
  const split = (n: number | null | undefined): Shown => {
    if (n === null || n === undefined) return { text: dash, unit: '' };
    if (isChinese && Math.abs(n) >= wanFrom)
      return {
        text: (n / 10_000).toLocaleString('en', { maximumFractionDigits: 2 }),
        unit: t('kit.screen.tenThousand'),
      };
    return { text: n.toLocaleString('en', { maximumFractionDigits: 2 }), unit: '' };
  };
  return {
    split,
    number: (n: number | null | undefined): string => {
      const { text, unit } = split(n);
      return text + unit;
    },
    percent: (share: number | null | undefined, digits = 1): string =>
      share === null || share === undefined ? dash : `${(share * 100).toFixed(digits)}%`,
    signed: (n: number | null | undefined, digits = 1): string =>
      n === null || n === undefined ? dash : `${n > 0 ? '+' : ''}${n.toFixed(digits)}`,
  };
}
