import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, Input, List, Segmented, Table, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { contacts, inquire } from '#modules/traceability/contract/inquiry/inquiry.ts';
import { traceScan } from '#modules/traceability/contract/oversight/oversight.ts';
import { GraphView } from '../lot/graph-view.tsx';

type Hit = DataOf<typeof inquire>[number];

/** 追溯查询: one box for every number; back, forward, and who stood beside it. */
export default function InquiryPage() {
  const text = useTexts('traceability.inquiryPage');
  const url = useUrlState();
  const mayLog = useCan('trace:inquiry:log');
  const tab = mayLog && url.get('tab') === 'scans' ? 'scans' : 'ask';
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(key) => url.set({ tab: key === 'ask' ? null : key }, { replace: true })}
        items={[{ key: 'ask', label: text('ask') }, ...(mayLog ? [{ key: 'scans', label: text('scans') }] : [])]}
      />
      {tab === 'scans' ? <ResourcePage resource={traceScan} /> : <Ask />}
    </>
  );
}

function Ask() {
  const text = useTexts('traceability.inquiryPage');
  const url = useUrlState();
  const { openPage } = usePage();
  const mayGraph = useCan('trace:inquiry:graph');
  const words = url.get('q') ?? '';
  const [chosen, setChosen] = useState<Hit | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['traceability.inquire', words],
    queryFn: () => call(inquire, { query: { text: words } }),
    enabled: words.length >= 2,
  });
  const open = (hit: Hit) => {
    if (hit.type === 'certificate')
      openPage(`/traceability/livestockRegistration/quarantineManagement/detail?id=${hit.id}`);
    else if (hit.type === 'movement') openPage(`/traceability/livestockRegistration/movement?docNo=${hit.name}`);
    else setChosen(hit);
  };
  const shown = chosen ?? (data?.length === 1 && ['animal', 'lot'].includes(data[0]?.type ?? '') ? data[0] : null);
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Input.Search
          size="large"
          allowClear
          aria-label={text('ask')}
          placeholder={text('placeholder')}
          defaultValue={words}
          loading={isFetching}
          onSearch={(value) => {
            setChosen(null);
            url.set({ q: value.trim() || null });
          }}
        />
      </Card>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {words.length < 2 && (
        <Card>
          <Empty description={text('hint')} />
        </Card>
      )}
      {data && (
        <Card size="small" title={text('found', { n: data.length })}>
          <List
            size="small"
            dataSource={[...data]}
            locale={{ emptyText: text('nothing') }}
            renderItem={(hit) => (
              <List.Item
                key={`${hit.type} ${hit.id}`}
                actions={[
                  <Typography.Link key="open" onClick={() => open(hit)}>
                    {text('open')}
                  </Typography.Link>,
                ]}
              >
                <Tag>{text(`type_${hit.type}`)}</Tag> <Typography.Text strong>{hit.name}</Typography.Text> {hit.note}
              </List.Item>
            )}
          />
        </Card>
      )}
      {shown && mayGraph && (shown.type === 'lot' || shown.type === 'animal') && (
        <Card size="small" title={`${text('graph')} · ${shown.name}`}>
          <GraphView nodeType={shown.type} id={shown.id} />
        </Card>
      )}
      {shown?.type === 'animal' && mayGraph && <Contacts animalId={shown.id} />}
    </Flex>
  );
}

function Contacts({ animalId }: { readonly animalId: number }) {
  const text = useTexts('traceability.inquiryPage');
  const [days, setDays] = useState(21);
  const [steps, setSteps] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['traceability.contacts', animalId, days, steps],
    queryFn: () => call(contacts, { query: { animalId, from: dayFromNow(-days), to: dayFromNow(), steps } }),
  });
  return (
    <Card
      size="small"
      title={text('contacts')}
      extra={
        <Flex gap={8} wrap>
          <Segmented
            value={days}
            onChange={setDays}
            options={[7, 21, 60].map((value) => ({ value, label: text('days', { n: value }) }))}
          />
          <Segmented
            value={steps}
            onChange={setSteps}
            options={[1, 2].map((value) => ({ value, label: text('steps', { n: value }) }))}
          />
        </Flex>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Typography.Paragraph type="secondary">{text('met', { n: data.total, ms: data.ms })}</Typography.Paragraph>
          <Table
            size="small"
            rowKey={(one) => `${one.step} ${one.holder}`}
            dataSource={data.places}
            pagination={{ pageSize: 20, hideOnSinglePage: true }}
            scroll={{ x: true }}
            columns={[
              { dataIndex: 'step', title: text('step'), align: 'right' },
              { dataIndex: 'holder', title: text('holder') },
              { dataIndex: 'county', title: text('county') },
              { dataIndex: 'animals', title: text('animals'), align: 'right' },
            ]}
          />
        </>
      )}
    </Card>
  );
}
