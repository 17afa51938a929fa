import { registerSlot } from '#kit/web/slots.ts';

/** Other modules register their tabs at the same place, by this name. */
export const archivePlace = 'registry.archive';

interface Props {
  id: number;
}

export function registerArchiveTabs(): void {
  const tab = (
    key: string,
    order: number,
    permission: string,
    load: () => Promise<{ default: (props: Props) => React.ReactNode }>,
  ) => registerSlot<Props>(archivePlace, { key, order, permission, label: `registry.archive.tab_${key}`, load });
  tab('basics', 10, 'pri:principal:list', () => import('./basics.tsx'));
  tab('relations', 20, 'pri:principal:list', () => import('./relations.tsx'));
  tab('enclosures', 30, 'pri:enclosure:list', () => import('./enclosures.tsx'));
  tab('animals', 40, 'pri:animal:list', () => import('./animals.tsx'));
  tab('stockBook', 50, 'pri:ledger:list', () => import('./stock-book.tsx'));
  tab('history', 990, 'pri:principal:list', () => import('./history.tsx'));
}
