import { useQuery } from '@tanstack/react-query';
import { Table, Tabs, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { insCatastrophe } from '#modules/insurance/contract/claim/claim.ts';
import { insArea, insSetting, settingsHere } from '#modules/insurance/contract/setting/setting.ts';

/** 参数配置: what holds here and why, what was set apart, and who may enrol where. */
export default function ConfigurationPage() {
  const text = useTexts('insurance.configPage');
  const { search, setSearch } = usePage();
  const mayArea = useCan('ins:area:edit');
  const tab = search.get('tab') ?? 'values';
  const tabs = (
    <Tabs
      activeKey={tab}
      onChange={(key) => setSearch(new URLSearchParams({ tab: key }), { replace: true })}
      items={[
        { key: 'values', label: text('values') },
        { key: 'own', label: text('own') },
        ...(mayArea
          ? [
              { key: 'areas', label: text('areas') },
              { key: 'catastrophes', label: text('catastrophes') },
            ]
          : []),
      ]}
    />
  );
  if (tab === 'own') return <ResourcePage key="own" resource={insSetting} above={() => tabs} />;
  if (tab === 'catastrophes' && mayArea)
    return <ResourcePage key="catastrophes" resource={insCatastrophe} above={() => tabs} />;
  if (tab === 'areas' && mayArea) return <ResourcePage key="areas" resource={insArea} above={() => tabs} />;
  return (
    <>
      {tabs}
      <Values />
    </>
  );
}

function Values() {
  const t = useT();
  const text = useTexts('insurance.configPage');
  const { data } = useQuery({
    queryKey: ['insurance', 'settingsHere'],
    queryFn: () => call(settingsHere, { quiet: true }),
  });
  return (
    <Table
      size="small"
      rowKey="code"
      loading={!data}
      dataSource={data ?? []}
      pagination={false}
      scroll={{ x: 720 }}
      columns={[
        {
          key: 'code',
          title: text('code'),
          render: (_, row) => t.any(`insurance.settingCode.${row.code.replace('.', '_')}`),
        },
        { key: 'value', title: text('value'), render: (_, row) => <strong>{row.value}</strong> },
        { key: 'standard', title: text('standard'), dataIndex: 'standard' },
        {
          key: 'from',
          title: text('from'),
          render: (_, row) => (
            <Tag color={row.from ? 'blue' : 'default'}>
              {text(row.from === 'insurer' ? 'from_insurer' : row.from === 'region' ? 'from_region' : 'from_none')}
            </Tag>
          ),
        },
        {
          key: 'by',
          title: text('changedBy'),
          render: (_, row) => <span data-record>{row.changedBy ?? '-'}</span>,
        },
      ]}
    />
  );
}
