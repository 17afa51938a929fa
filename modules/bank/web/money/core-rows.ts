import { parseCents } from '#kit/contract/money.ts';
import type { CoreFile } from '#modules/bank/contract/money/money.ts';

export type CoreKind = CoreFile['rows'][number]['kind'];
export const coreKinds: readonly CoreKind[] = ['disburse', 'entrusted', 'repay', 'interest', 'refund'];
/** What the file calls things, in the reader's language or by their codes. */
export interface Words {
  kindOf(word: string): CoreKind | undefined;
  readonly balance: string;
}
export interface Read {
  readonly file: CoreFile;
  readonly bad: readonly { readonly line: number; readonly text: string }[];
}

/**
 * Lines of the core system's file, separated by commas or tabs: a payment is `number, loan, kind, amount, day`, a balance is
 * `balance, loan, balance, interest, day`. A head line and empty ones are passed over.
 */
export function readCore(content: string, words: Words): Read {
  const file: { rows: CoreFile['rows']; balances: CoreFile['balances'] } = { rows: [], balances: [] };
  const bad: { line: number; text: string }[] = [];
  for (const [at, text] of content.split(/\r?\n/).entries()) {
    const cells = text.split(/[,\t]/).map((one) => one.trim());
    if (text.trim() === '' || (at === 0 && !/\d/.test(text))) continue;
    const [first = '', loanNo = '', third = '', fourth = '', on = ''] = cells;
    const kind = words.kindOf(third);
    try {
      if (!/^\d{4}-\d\d-\d\d$/.test(on) || loanNo === '') throw new RangeError('day');
      if (first === words.balance || first === 'balance')
        file.balances.push({ loanNo, balanceCents: parseCents(third), interestCents: parseCents(fourth || '0'), on });
      else if (kind) file.rows.push({ coreRef: first, loanNo, kind, amountCents: parseCents(fourth), on });
      else throw new RangeError('kind');
    } catch {
      bad.push({ line: at + 1, text });
    }
  }
  return { file, bad };
}
