import { Empty, Flex, Segmented } from 'antd';
import { lazy, Suspense, use } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { loadTexts, useT } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { slotsOf } from '#kit/web/slots.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { MuteList } from './mute-list.tsx';
import { ReceiverList } from './receiver-list.tsx';

const parts = [
  { key: 'receivers', text: 'platform.alarmPage.tabReceivers', part: ReceiverList },
  { key: 'mutes', text: 'platform.alarmPage.tabMutes', part: MuteList },
] as const;

/** What other modules put here: their rules, with the texts they speak in. */
const sources = new Set(slotsOf<object>('platform.alarmRule').map(({ label }) => label.split('.')[0] ?? ''));
const texts = Promise.all([...sources].map(loadTexts));
const slots = slotsOf<object>('platform.alarmRule').map(({ key, label, permission, load }) => ({
  key,
  text: label,
  permission,
  part: lazy(load),
}));

/** 预警规则: when something is told, to whom, and when to nobody. */
export default function AlarmRulePage() {
  use(texts);
  const t = useT();
  const { search, setSearch } = usePage();
  const may = { receivers: useCan('alarm:receiver:list'), mutes: useCan('alarm:record:mute') };
  const { actions } = useSession();
  const shown = [
    ...slots.filter(({ permission }) => permission === null || actions.has(permission)),
    ...parts.filter(({ key }) => may[key]),
  ];
  const current = shown.find(({ key }) => key === search.get('tab')) ?? shown[0];
  if (!current) return <Empty description={t('platform.alarmPage.noTabs')} />;
  const Part = current.part;
  return (
    <Flex vertical gap={12}>
      <div>
        <Segmented
          value={current.key}
          // Each list has filters of its own: none of the other's stay in the address.
          onChange={(tab) => setSearch(new URLSearchParams({ tab }))}
          options={shown.map(({ key, text }) => ({ value: key, label: t.any(text) }))}
        />
      </div>
      <Suspense fallback={<Waiting />}>
        <Part key={current.key} />
      </Suspense>
    </Flex>
  );
}
