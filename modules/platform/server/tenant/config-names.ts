import type { Language } from '#kit/contract/envelope.ts';
import { configCodes } from '#modules/platform/contract/tenant/tenant-config.ts';
import { toTraditional } from '../common/traditional.ts';

export interface ConfigRow {
  readonly code: string;
  readonly value: string;
  /** Where it was said; the lowest counts first. */
  readonly rank: number;
}

const endings = { zh_CN: '', zh_TW: '_tw', en: '_en' } as const satisfies Record<Language, string>;
const named = new Set(configCodes.flatMap(({ of }) => of ?? []));

/**
 * What readers of each language are shown: the nearest level that says it in their language or in Chinese decides, so that an organisation
 * with a title of its own never appears under the English title of its tenant.
 */
export function namesOf(rows: readonly ConfigRow[], code: string): Record<Language, string> | undefined {
  if (!named.has(code)) return undefined;
  const levels = [...new Set(rows.map((row) => row.rank))].sort((one, other) => one - other);
  const said = (rank: number, language: Language) =>
    rows.find((row) => row.rank === rank && row.code === code + endings[language])?.value;
  const pick = (language: Language): string => {
    for (const rank of levels) {
      const own = said(rank, language);
      if (own) return own;
      const chinese = said(rank, 'zh_CN');
      if (chinese) return language === 'zh_TW' ? toTraditional(chinese) : chinese;
    }
    return '';
  };
  const names = { zh_CN: pick('zh_CN'), zh_TW: pick('zh_TW'), en: pick('en') };
  return Object.values(names).some(Boolean) ? names : undefined;
}
