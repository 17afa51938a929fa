import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Form, Input, InputNumber, Radio, Row, Select, Table, Tag } from 'antd';
import { useState } from 'react';
import { parseCents } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useRows } from '#kit/web/use-rows.ts';
import { askChange, changeAnimalsOf, previewChange } from '#modules/bank/contract/pledge/change-calls.ts';
import { type ChangeKind, changeKinds } from '#modules/bank/contract/pledge/pledge-change.ts';
import { pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { useLabel } from '../site/parts.ts';
import { PreviewTable } from './preview-table.tsx';

/** 变更申请: which animals, why, to whom for how much; what it does to the debt shows while choosing. */
export default function ChangeAddPage() {
  const text = useTexts('bank.changePage');
  const { search, setSearch } = usePage();
  const pledgeId = Number(search.get('pledgeId')) || 0;
  const pledges = useRows(pledge, { status: 'active' }, 1, 200);
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Form.Item label={text('pledge')} style={{ margin: 0 }}>
          <Select
            style={{ maxInlineSize: 360 }}
            showSearch={{ optionFilterProp: 'label' }}
            value={pledgeId || null}
            placeholder={text('pledgeHint')}
            onChange={(id) => setSearch(new URLSearchParams({ pledgeId: String(id) }), { replace: true })}
            options={(pledges.data?.rows ?? []).map((one) => ({
              value: one.id,
              label: `${one.docNo} ${one.client ?? ''}`,
            }))}
          />
        </Form.Item>
      </Card>
      {pledgeId ? (
        <Asking key={pledgeId} pledgeId={pledgeId} />
      ) : (
        <Card>
          <Empty description={text('pledgeHint')} />
        </Card>
      )}
    </Flex>
  );
}

function Asking({ pledgeId }: { readonly pledgeId: number }) {
  const t = useT();
  const text = useTexts('bank.changePage');
  const client = useQueryClient();
  const stage = useLabel('stage');
  const kindLabel = useLabel('pledge_change_kind');
  const { openPage } = usePage();
  const [kind, setKind] = useState<ChangeKind>('saleRelease');
  const [out, setOut] = useState<number[]>([]);
  const [into, setInto] = useState<number[]>([]);
  const [reason, setReason] = useState('');
  const [buyer, setBuyer] = useState('');
  const [price, setPrice] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const needsOut = kind !== 'add';
  const needsIn = kind === 'add' || kind === 'swap';
  const sides = { pledgeId, kind, out: needsOut ? out : [], in: needsIn ? into : [] };
  const isChosen = sides.out.length + sides.in.length > 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['bank', 'changeAnimals', pledgeId],
    queryFn: () => call(changeAnimalsOf, { query: { pledgeId: String(pledgeId) } as never, quiet: true }),
  });
  const preview = useQuery({
    queryKey: ['bank', 'changePreview', sides],
    queryFn: () => call(previewChange, { body: sides, quiet: true }),
    enabled: isChosen,
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const isSale = kind === 'saleRelease';
  const isReady =
    isChosen &&
    reason.trim().length > 0 &&
    (!isSale || (buyer.trim().length > 0 && price !== null)) &&
    preview.data?.blocks.length === 0;
  const send = async () => {
    setBusy(true);
    try {
      const made = await call(askChange, {
        body: {
          ...sides,
          reason: reason.trim(),
          buyerName: isSale ? buyer.trim() : null,
          price: isSale && price !== null ? parseCents(price) : null,
        },
      });
      notify('success', text('made', { docNo: made.docNo }));
      void client.invalidateQueries();
      openPage(`/bank/pledge/change?id=${made.id}`);
    } catch {
      void preview.refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={14}>
        <Card size="small">
          <Radio.Group
            value={kind}
            onChange={({ target }) => setKind(target.value as ChangeKind)}
            options={changeKinds.map((one) => ({ value: one, label: kindLabel(one) }))}
          />
          {needsOut && (
            <Table
              size="small"
              rowKey="animalId"
              title={() => text('outTitle')}
              dataSource={data.out}
              scroll={{ y: 260 }}
              pagination={false}
              rowSelection={{ selectedRowKeys: out, onChange: (keys) => setOut(keys as number[]) }}
              columns={[
                {
                  key: 'tag',
                  title: t('bank.pledgeItem.earTag'),
                  render: (_, one) => <span data-record>{one.earTag}</span>,
                },
                { key: 'stage', title: t('bank.pledgeItem.stage'), render: (_, one) => stage(one.stage) },
                {
                  key: 'value',
                  title: t('bank.pledgeItem.value'),
                  align: 'end',
                  render: (_, one) => (one.value === null ? '-' : moneyText(one.value)),
                },
              ]}
            />
          )}
          {needsIn && (
            <Table
              size="small"
              rowKey="animalId"
              title={() => text('inTitle')}
              dataSource={data.in}
              scroll={{ y: 260 }}
              pagination={false}
              rowSelection={{
                selectedRowKeys: into,
                onChange: (keys) => setInto(keys as number[]),
                getCheckboxProps: (one) => ({ disabled: !one.isFree, name: one.earTag }),
              }}
              columns={[
                {
                  key: 'tag',
                  title: t('bank.pledgeItem.earTag'),
                  render: (_, one) => <span data-record>{one.earTag}</span>,
                },
                { key: 'stage', title: t('bank.pledgeItem.stage'), render: (_, one) => stage(one.stage) },
                {
                  key: 'why',
                  title: text('judged'),
                  render: (_, one) =>
                    one.isFree ? <Tag color="green">{text('free')}</Tag> : <Tag color="red">{one.words}</Tag>,
                },
              ]}
            />
          )}
        </Card>
      </Col>
      <Col xs={24} lg={10}>
        <Card size="small">
          <Form layout="vertical">
            {isSale && (
              <>
                <Form.Item label={t('bank.pledgeChange.buyerName')} required>
                  <Input maxLength={80} value={buyer} onChange={({ target }) => setBuyer(target.value)} />
                </Form.Item>
                <Form.Item label={t('bank.pledgeChange.price')} required>
                  <InputNumber<string>
                    stringMode
                    min="0"
                    precision={2}
                    style={{ inlineSize: '100%' }}
                    value={price}
                    onChange={setPrice}
                  />
                </Form.Item>
              </>
            )}
            <Form.Item label={t('bank.pledgeChange.reason')} required>
              <Input.TextArea
                rows={2}
                maxLength={500}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            </Form.Item>
          </Form>
          {isChosen && preview.data && <PreviewTable preview={preview.data} />}
          <Button
            style={{ marginBlockStart: 12 }}
            type="primary"
            size="large"
            block
            loading={busy}
            disabled={!isReady}
            onClick={() => void send()}
          >
            {text('send')}
          </Button>
        </Card>
      </Col>
    </Row>
  );
}
