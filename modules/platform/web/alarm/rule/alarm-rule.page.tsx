import { Empty, Flex, Segmented } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { MuteList } from './mute-list.tsx';
import { ReceiverList } from './receiver-list.tsx';

const parts = [
  { key: 'receivers', text: 'platform.alarmPage.tabReceivers', part: ReceiverList },
  { key: 'mutes', text: 'platform.alarmPage.tabMutes', part: MuteList },
] as const;

/** 预警规则: who is told, and when nobody is. */
export default function AlarmRulePage() {
  const t = useT();
  const { search, setSearch } = usePage();
  const may = { receivers: useCan('alarm:receiver:list'), mutes: useCan('alarm:record:mute') };
  const shown = parts.filter(({ key }) => may[key]);
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
      <Part key={current.key} />
    </Flex>
  );
}
