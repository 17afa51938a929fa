import { Tabs } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { insDispatch, insDuty } from '#modules/insurance/contract/claim/dispatch.ts';
import ReportMonitorPage from './report-monitor.page.tsx';

/** 查勘调度: who goes where, the roster, and every offer that was made. */
export default function SurveyDispatchPage() {
  const text = useTexts('insurance.boardPage');
  const { search, setSearch } = usePage();
  const tab = search.get('tab') ?? 'assign';
  const tabs = (
    <Tabs
      activeKey={tab}
      onChange={(key) => setSearch(new URLSearchParams({ tab: key }), { replace: true })}
      items={[
        { key: 'assign', label: text('assign') },
        { key: 'list', label: text('list') },
        { key: 'duty', label: text('duty') },
      ]}
    />
  );
  if (tab === 'duty') return <ResourcePage key="duty" resource={insDuty} above={() => tabs} />;
  if (tab === 'list') return <ResourcePage key="list" resource={insDispatch} isOwn={false} above={() => tabs} />;
  return (
    <>
      {tabs}
      <ReportMonitorPage hasMap />
    </>
  );
}
