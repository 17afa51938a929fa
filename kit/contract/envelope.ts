import { z } from 'zod';

/** Every answer of the API. Success is `code === 200`, and clients decide by `code` alone. */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T;
  /** Rows that match a list's filter; `totalLimit + 1` stands for "more than that". */
  total?: number;
  /** Key of the following page of a list, for pages beyond `maxPage`. */
  next?: string;
  bizCode?: string;
  errors?: { field: string; msg: string }[];
  traceId: string;
}

export const totalLimit = 10_000;
export const maxPage = 500;
export const maxPageSize = 500;
export const defaultPageSize = 20;

export const pageQuery = {
  pageNum: z.coerce.number().int().min(1).max(maxPage).default(1),
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  /** `field:asc,field2:desc`, only names the list declares. */
  sort: z.string().max(200).optional(),
  /** The `next` of an earlier answer; wins over `pageNum`. */
  after: z.string().max(500).optional(),
  keyword: z.string().trim().max(100).optional(),
} as const;

export const idSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const versionSchema = z.number().int().nonnegative();

export const languages = ['zh_CN', 'zh_TW', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'zh_CN';

/** `Accept-Language` on the wire is `zh-CN`; keys and files say `zh_CN`. */
export function languageOf(header: string | undefined): Language {
  const first = header?.split(',')[0]?.trim().replace('-', '_') ?? '';
  if (first.startsWith('en')) return 'en';
  return languages.find((one) => one === first) ?? defaultLanguage;
}

export const toHeader = (language: Language): string => language.replace('_', '-');
