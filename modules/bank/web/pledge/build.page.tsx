import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Col,
  Empty,
  Flex,
  Form,
  Input,
  InputNumber,
  Progress,
  Row,
  Select,
  Space,
  Statistic,
  Switch,
  Table,
  Tag,
} from 'antd';
import { useState } from 'react';
import { percent, sumCents, times } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useRows } from '#kit/web/use-rows.ts';
import { creditLine } from '#modules/bank/contract/credit/credit.ts';
import { type Candidate, declarePledge, pledgeCandidates } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { useLabel } from '../site/parts.ts';

interface Lot {
  readonly key: number;
  readonly origin: 'born' | 'bought';
  readonly heads: number;
  readonly certNo: string;
}

/** 组建抵押: left the client's animals with what stands against each, right what was chosen and how far it carries. */
export default function BuildPage() {
  const text = useTexts('bank.buildPage');
  const { search, setSearch } = usePage();
  const lineId = Number(search.get('creditLineId')) || 0;
  const lines = useRows(creditLine, { status: 'submitted,surveyed,reviewing,approved,effective' }, 1, 200);
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Form layout="inline">
          <Form.Item label={text('line')}>
            <Select
              style={{ minInlineSize: 280 }}
              showSearch={{ optionFilterProp: 'label' }}
              loading={lines.isLoading}
              value={lineId || null}
              placeholder={text('lineHint')}
              onChange={(id) => setSearch(new URLSearchParams({ creditLineId: String(id) }), { replace: true })}
              options={(lines.data?.rows ?? []).map((one) => ({
                value: one.id,
                label: `${one.docNo} ${String((one as { clientIdName?: string }).clientIdName ?? '')}`,
              }))}
            />
          </Form.Item>
        </Form>
      </Card>
      {lineId ? (
        <Builder key={lineId} creditLineId={lineId} />
      ) : (
        <Card>
          <Empty description={text('lineHint')} />
        </Card>
      )}
    </Flex>
  );
}

function Builder({ creditLineId }: { readonly creditLineId: number }) {
  const t = useT();
  const text = useTexts('bank.buildPage');
  const client = useQueryClient();
  const stage = useLabel('stage');
  const { openPage } = usePage();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [onlyFree, setOnlyFree] = useState(true);
  const [pen, setPen] = useState<string | null>(null);
  const [stages, setStages] = useState<string[]>([]);
  const [siteId, setSite] = useState<number | null>(null);
  const [lots, setLots] = useState<readonly Lot[]>([{ key: 1, origin: 'born', heads: 1, certNo: '' }]);
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['bank', 'candidates', creditLineId],
    queryFn: () => call(pledgeCandidates, { query: { creditLineId: String(creditLineId) } as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const picked = data.animals.filter((one) => chosen.includes(one.animalId));
  const shown = data.animals.filter(
    (one) =>
      (!onlyFree || one.codes.length === 0) &&
      (pen === null || one.penNo === pen) &&
      (stages.length === 0 || stages.includes(one.stage)),
  );
  const pens = [...new Set(data.animals.map((one) => one.penNo))].filter((one): one is string => one !== null).sort();
  const value = sumCents(picked.map((one) => one.value ?? 0));
  const limit = times(value, percent(data.maxLtv));
  const stated = lots.reduce((sum, one) => sum + one.heads, 0);
  const isReady = picked.length >= data.minHeads && siteId !== null && stated === picked.length;
  const hear = (raw: string): boolean => {
    const found = data.animals.filter((one) => one.earTag.endsWith(raw));
    const [only] = found;
    if (found.length !== 1 || !only || only.codes.length > 0) {
      notify('warning', found.length === 1 && only ? `${only.earTag} ${only.words}` : text('scanNone'));
      return false;
    }
    setChosen((before) => [...new Set([...before, only.animalId])]);
    return true;
  };
  const send = async () => {
    setBusy(true);
    try {
      const answer = await call(declarePledge, {
        body: {
          creditLineId,
          siteId: siteId as number,
          animalIds: picked.map((one) => one.animalId),
          statement: lots.map(({ key: _, ...one }) => ({ ...one, certNo: one.certNo || null })),
        },
      });
      void client.invalidateQueries();
      notify(
        answer.refused.length > 0 ? 'warning' : 'success',
        text('made', { docNo: answer.docNo, n: answer.reserved, m: answer.refused.length }),
      );
      openPage(`/bank/pledge/detail?id=${answer.id}`);
    } catch {
      void refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={14}>
        <Card size="small" title={<span data-record>{`${data.client} · ${data.product}`}</span>}>
          <Flex gap={8} wrap style={{ marginBlockEnd: 8 }}>
            <ScanInput
              style={{ maxInlineSize: 220 }}
              placeholder={text('scan')}
              aria-label={text('scan')}
              onScan={hear}
            />
            <Select
              allowClear
              style={{ minInlineSize: 120 }}
              placeholder={text('pen')}
              value={pen}
              onChange={(one) => setPen(one ?? null)}
              options={pens.map((one) => ({ value: one, label: one }))}
            />
            <Select
              mode="multiple"
              style={{ minInlineSize: 140 }}
              placeholder={t('bank.pledgeItem.stage')}
              value={stages}
              onChange={setStages}
              options={[...new Set(data.animals.map((one) => one.stage))].map((one) => ({
                value: one,
                label: stage(one),
              }))}
            />
            <Space>
              <Switch checked={onlyFree} onChange={setOnlyFree} aria-label={text('onlyFree')} />
              {text('onlyFree')}
            </Space>
          </Flex>
          <Table<Candidate>
            size="small"
            rowKey="animalId"
            dataSource={shown}
            scroll={{ y: 420, x: 560 }}
            pagination={{ pageSize: 100, hideOnSinglePage: true, showSizeChanger: false }}
            rowSelection={{
              selectedRowKeys: [...chosen],
              preserveSelectedRowKeys: true,
              onChange: (keys) => setChosen(keys as number[]),
              getCheckboxProps: (one) => ({ disabled: one.codes.length > 0, name: one.earTag }),
            }}
            columns={[
              {
                key: 'tag',
                title: t('bank.pledgeItem.earTag'),
                render: (_, one) => <span data-record>{one.earTag}</span>,
              },
              { key: 'stage', title: t('bank.pledgeItem.stage'), render: (_, one) => stage(one.stage) },
              { key: 'age', title: t('bank.pledgeItem.ageMonths'), align: 'end', dataIndex: 'ageMonths' },
              { key: 'pen', title: text('pen'), dataIndex: 'penNo' },
              {
                key: 'value',
                title: t('bank.pledgeItem.value'),
                align: 'end',
                render: (_, one) => (one.value === null ? '-' : moneyText(one.value)),
              },
              {
                key: 'why',
                title: text('judged'),
                render: (_, one) =>
                  one.codes.length > 0 ? <Tag color="red">{one.words}</Tag> : <Tag color="green">{text('free')}</Tag>,
              },
            ]}
          />
        </Card>
      </Col>
      <Col xs={24} lg={10}>
        <Flex vertical gap={12}>
          <Card size="small" title={text('chosen')}>
            <Flex gap={24} wrap>
              <Statistic title={text('heads')} value={picked.length} />
              <Statistic title={text('value')} value={moneyText(value)} />
              <Statistic title={text('limit', { x: data.maxLtv })} value={moneyText(limit)} />
            </Flex>
            {data.approvedAmount !== null && data.approvedAmount > 0 && (
              <Progress
                percent={Math.min(100, Math.floor((limit * 100) / data.approvedAmount))}
                format={(part) => text('reached', { x: part ?? 0 })}
              />
            )}
            {picked.length < data.minHeads && (
              <Alert type="warning" showIcon title={text('least', { n: data.minHeads })} />
            )}
          </Card>
          <Card size="small" title={text('siteTitle')}>
            {data.sites.length === 0 ? (
              <Alert type="info" showIcon title={text('noSite')} />
            ) : (
              <Select
                style={{ inlineSize: '100%' }}
                value={siteId}
                placeholder={text('site')}
                onChange={setSite}
                options={data.sites.map((one) => ({ value: one.id, label: one.name }))}
              />
            )}
          </Card>
          <Card
            size="small"
            title={text('statement')}
            extra={
              <Button
                size="small"
                onClick={() => setLots([...lots, { key: Date.now(), origin: 'bought', heads: 1, certNo: '' }])}
              >
                {text('addLot')}
              </Button>
            }
          >
            <Flex vertical gap={8}>
              {lots.map((lot) => {
                const set = (part: Partial<Lot>) =>
                  setLots(lots.map((one) => (one.key === lot.key ? { ...one, ...part } : one)));
                return (
                  <Flex gap={8} key={lot.key} wrap>
                    <Select
                      value={lot.origin}
                      style={{ minInlineSize: 90 }}
                      onChange={(origin) => set({ origin })}
                      options={(['born', 'bought'] as const).map((one) => ({
                        value: one,
                        label: text(`origin_${one}`),
                      }))}
                    />
                    <InputNumber
                      min={1}
                      aria-label={text('heads')}
                      value={lot.heads}
                      onChange={(heads) => set({ heads: heads ?? 1 })}
                    />
                    {lot.origin === 'bought' && (
                      <Input
                        style={{ flex: 1, minInlineSize: 120 }}
                        placeholder={text('certNo')}
                        value={lot.certNo}
                        maxLength={60}
                        onChange={({ target }) => set({ certNo: target.value })}
                      />
                    )}
                    {lots.length > 1 && (
                      <Button onClick={() => setLots(lots.filter((one) => one.key !== lot.key))}>
                        {t('kit.remove')}
                      </Button>
                    )}
                  </Flex>
                );
              })}
              {stated !== picked.length && (
                <Alert type="warning" showIcon title={text('statedOther', { n: stated, m: picked.length })} />
              )}
            </Flex>
          </Card>
          <Button type="primary" size="large" block loading={busy} disabled={!isReady} onClick={() => void send()}>
            {text('declare')}
          </Button>
        </Flex>
      </Col>
    </Row>
  );
}
