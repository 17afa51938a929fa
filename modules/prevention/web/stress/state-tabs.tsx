import { Segmented } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

const tabs = {
  all: null,
  observing: 'observing',
  toVerify: 'reported',
  returnedTab: 'returned',
  toConfirm: 'verified',
  toPublicise: 'confirmed',
  inPublicity: 'publicised',
  toPay: 'approved',
  done: 'paid,recovered,rejected,withdrawn',
} as const;
type Tab = keyof typeof tabs;

/** Where cases wait, in the order in which they wait. */
export function StateTabs() {
  const t = useT();
  const url = useUrlState();
  const status = url.get('status') || null;
  const found = (Object.keys(tabs) as Tab[]).find((tab) => tabs[tab] === status);
  return (
    <Segmented<Tab>
      size="small"
      value={found ?? 'all'}
      options={(Object.keys(tabs) as Tab[]).map((value) => ({ value, label: t.any(`prevention.stress.${value}`) }))}
      onChange={(tab) => url.set({ status: tabs[tab], page: null })}
    />
  );
}
