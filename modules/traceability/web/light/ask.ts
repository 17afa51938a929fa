import { currentLanguage, toHeader } from '#kit/web/i18n/language.ts';

/** What the server refused, in the reader's language. */
export class Refused extends Error {
  readonly status: number;
  readonly bizCode: string | null;
  constructor(status: number, message: string, bizCode: string | null) {
    super(message);
    this.status = status;
    this.bizCode = bizCode;
  }
}

export async function ask<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
  const answer = await fetch(`/api/${path}?${new URLSearchParams(query)}`, {
    headers: { 'accept-language': toHeader(currentLanguage()) },
  });
  const said = (await answer.json()) as { code: number; msg: string; bizCode?: string | null; data: T };
  if (said.code !== 200) throw new Refused(said.code, said.msg, said.bizCode ?? null);
  return said.data;
}
