import { useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Parameters } from './parameters.tsx';
import { TabSwitch } from './tab-switch.tsx';
import { WorkerAccounts } from './worker-accounts.tsx';

/** 账户设置: the workers' accounts, and how the module works here. */
export default function AccountSetPage() {
  const t = useT();
  const { search } = usePage();
  const tab = search.get('tab') === 'params' ? 'params' : 'accounts';
  const tabs = (['accounts', 'params'] as const).map((value) => ({
    value,
    label: t.any(`prevention.setting.${value}`),
  }));
  const modes = <TabSwitch tabs={tabs} value={tab} />;
  return tab === 'params' ? <Parameters modes={modes} /> : <WorkerAccounts modes={modes} />;
}
