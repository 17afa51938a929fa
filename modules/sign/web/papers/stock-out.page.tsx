import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, InputNumber, Modal, Select, Space, Table, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { batchRows, issueMany, signStockOut } from '#modules/sign/contract/papers/stock-out.ts';
import { useCategories } from '../common/categories.ts';
import { numberText, StateTabs } from '../common/parts.tsx';
import { RequestDialog } from './parts/request-dialog.tsx';

const IssueSlip = lazy(() => import('./parts/issue-slip.tsx'));

/** 出库发放: asked for, to be agreed to, on the way, done. */
export default function StockOutPage() {
  const text = useTexts('sign.ui');
  const { openPage } = usePage();
  const mayAdd = useCan('sign:stockOut:add');
  const mayAsk = useCan('sign:stockOut:request');
  const [slip, setSlip] = useState<number | null>(null);
  const [isMany, setMany] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ListPage
        resource={signStockOut}
        onForm={({ id }) => openPage(id ? `/signIn/stockOut/edit?id=${id}` : '/signIn/stockOut/edit')}
        above={() => (
          <StateTabs
            tabs={[
              { key: 'all', label: text('all'), filter: { status: null } },
              { key: 'asked', label: text('tabAsked'), filter: { status: 'requested' } },
              { key: 'draft', label: text('tabDraft'), filter: { status: 'draft' } },
              { key: 'pending', label: text('tabPending'), filter: { status: 'pending' } },
              { key: 'way', label: text('tabWay'), filter: { status: 'issued,partSigned,refused' } },
              { key: 'done', label: text('tabDone'), filter: { status: 'signed,settled,cancelled,denied' } },
            ]}
          />
        )}
        extra={() => (
          <Space>
            {mayAdd && <Button onClick={() => setMany(true)}>{text('issueMany')}</Button>}
            {mayAsk && <Button onClick={() => setAsking(true)}>{text('askForTags')}</Button>}
          </Space>
        )}
        actions={(row) =>
          ['requested', 'draft', 'denied'].includes(row.status)
            ? []
            : [{ key: 'slip', label: text('printSlip'), run: () => setSlip(row.id) }]
        }
      />
      {slip && (
        <Suspense>
          <IssueSlip id={slip} onDone={() => setSlip(null)} />
        </Suspense>
      )}
      {isMany && <Many onClose={() => setMany(false)} />}
      {isAsking && <RequestDialog onClose={() => setAsking(false)} />}
    </>
  );
}

/** A table of workers: what each has, what he used in three months, and what he gets. */
function Many({ onClose }: { onClose(): void }) {
  const joined = useJoined();
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const categories = useCategories();
  const [category, setCategory] = useState<number | undefined>();
  const categoryId = category ?? categories[0]?.id;
  const { data = [] } = useQuery({
    queryKey: ['sign.batchRows', categoryId],
    enabled: categoryId !== undefined,
    queryFn: () => call(batchRows, { query: { categoryId: categoryId as number }, quiet: true }),
  });
  const [counts, setCounts] = useState<Record<number, number>>({});
  const [said, setSaid] = useState<{
    made: readonly { docNo: string; status: string }[];
    refused: readonly { toStaffId: number; text: string }[];
  } | null>(null);
  // What was made and what was refused is read before the dialog closes.
  const { busy, act } = useAct(() => undefined);
  const countOf = (staffId: number, suggested: number) => counts[staffId] ?? suggested;
  const rows = data
    .map((one) => ({
      toStaffId: one.staffId,
      categoryId: categoryId as number,
      count: countOf(one.staffId, one.suggested),
    }))
    .filter((one) => one.count > 0);
  const send = () =>
    act(
      () => call(issueMany, { body: { rows } }),
      async (answer) => {
        setSaid(answer);
        const isRefused = (staffId: number) => answer.refused.some((one) => one.toStaffId === staffId);
        // Sent again, only those go out who were refused.
        setCounts(Object.fromEntries(rows.map((one) => [one.toStaffId, isRefused(one.toStaffId) ? one.count : 0])));
        await client.invalidateQueries({ queryKey: resourceKey(signStockOut) });
      },
    );
  return (
    <Modal
      open
      width={760}
      title={text('issueMany')}
      okText={text('issueNow', { n: rows.length })}
      okButtonProps={{ disabled: rows.length === 0 }}
      confirmLoading={busy}
      onOk={send}
      onCancel={onClose}
    >
      <Select
        style={{ width: 220, marginBlockEnd: 12 }}
        value={categoryId ?? null}
        onChange={(value) => setCategory(value ?? undefined)}
        options={categories.map((one) => ({ value: one.id, label: one.name }))}
        aria-label={text('category')}
      />
      <Table
        size="small"
        rowKey="staffId"
        pagination={false}
        scroll={{ y: 360 }}
        dataSource={data}
        columns={[
          { key: 'name', title: text('worker'), render: (_, one) => <span data-record>{one.name}</span> },
          { key: 'hand', title: text('inHand'), align: 'right', render: (_, one) => numberText(one.hand) },
          { key: 'way', title: text('onTheWay'), align: 'right', render: (_, one) => one.inTransit || '-' },
          { key: 'worn', title: text('worn90'), align: 'right', render: (_, one) => numberText(one.worn90) },
          {
            key: 'count',
            title: text('count'),
            render: (_, one) => (
              <InputNumber
                min={0}
                step={100}
                value={countOf(one.staffId, one.suggested)}
                onChange={(value) => setCounts({ ...counts, [one.staffId]: Number(value ?? 0) })}
                aria-label={text('count')}
              />
            ),
          },
          {
            key: 'said',
            title: '',
            render: (_, one) => (
              <Typography.Text type="danger">
                {said?.refused.find((row) => row.toStaffId === one.staffId)?.text}
              </Typography.Text>
            ),
          },
        ]}
      />
      {said && said.made.length > 0 && <p data-record>{joined(said.made.map((one) => one.docNo))}</p>}
    </Modal>
  );
}
