import { BankOutlined } from '@ant-design/icons';
import { call } from '#kit/web/api/client.ts';
import { type Found, registerFinder } from '#kit/web/finders.ts';

const nouns = {
  line: { page: '/bank/credit/detail', label: 'bank.creditLine._title' },
  pledge: { page: '/bank/pledge/detail', label: 'bank.pledge._title' },
  client: { page: '/bank/clients/detail', label: 'bank.bankClient._title' },
} as const;

/** A credit line, a pledge or a client, by its number or name. */
export function registerFinders(): void {
  registerFinder({
    key: 'credit',
    label: 'bank.finder.credit',
    icon: BankOutlined,
    permission: 'bank:credit:list',
    page: '/bank/credit/registration',
    wants: (words) => words.length >= 2,
    find: async (words) => {
      const { findBank } = await import('#modules/bank/contract/board/board.ts');
      const hits = await call(findBank, { query: { words } as never, quiet: true });
      return hits.slice(0, 6).map(({ kind, id, name }): Found => {
        const { page, label } = nouns[kind];
        return { key: `${kind} ${id}`, name, path: `${page}?id=${id}`, label };
      });
    },
  });
}
