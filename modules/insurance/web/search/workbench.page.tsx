import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Row, Statistic, Table, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { insuranceWorkbench, type Workbench } from '#modules/insurance/contract/policy/policy-calls.ts';
import { useLabel } from '../common/inputs.tsx';

const SignDialog = panelLater(async () => (await import('../enrolment/sign-dialog.tsx')).SignDialog);
type ToSign = Workbench['toSign'][number];

/** 保险工作台: what must be done today, by whom it concerns. */
export default function WorkbenchPage() {
  const t = useT();
  const text = useTexts('insurance.workbench');
  const { openPage } = usePage();
  const mayBuild = useCan('ins:enrolment:add');
  const { data, error, refetch } = useQuery({
    queryKey: ['insurance', 'workbench'],
    queryFn: () => call(insuranceWorkbench, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const isEmpty = data.figures.length + data.waiting.length + data.certificates.length + data.toSign.length === 0;
  return (
    <Flex vertical gap={12}>
      {isEmpty && (
        <Card>
          <Empty description={text('empty')} />
        </Card>
      )}
      <Row gutter={[12, 12]}>
        {data.figures.map((one) => (
          <Col key={one.code} xs={12} md={8} xl={6}>
            <Card size="small" hoverable onClick={() => one.path && openPage(one.path)}>
              <Statistic
                title={t.any(`insurance.workbench.${one.code}`)}
                value={one.isMoney ? moneyText(one.n) : one.n}
              />
            </Card>
          </Col>
        ))}
      </Row>
      {data.toSign.length > 0 && <ToSignCard rows={data.toSign} onDone={() => void refetch()} />}
      {data.waiting.length > 0 && (
        <WaitingCard
          board={data}
          onBuild={mayBuild ? () => openPage('/insuranceMgt/collectiveInsurance?build=1') : null}
        />
      )}
      {data.certificates.length > 0 && <CertificatesCard rows={data.certificates} />}
    </Flex>
  );
}

function WaitingCard({ board, onBuild }: { readonly board: Workbench; readonly onBuild: (() => void) | null }) {
  const text = useTexts('insurance.workbench');
  const state = useLabel('ins_enrolment_status');
  return (
    <Card size="small" title={text('waiting')} extra={onBuild && <Button onClick={onBuild}>{text('build')}</Button>}>
      <Flex gap={8} wrap style={{ marginBlockEnd: 8 }}>
        {board.enrolments.map((one) => (
          <PageLink key={one.status} to={`/insuranceMgt/collectiveInsurance?status=${one.status}`}>
            {`${state(one.status)} ${one.n}`}
          </PageLink>
        ))}
      </Flex>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 640 }}
        dataSource={board.waiting}
        columns={[
          {
            key: 'no',
            title: text('docNo'),
            render: (_, row) => (
              <PageLink to={`/insuranceMgt/collectiveInsuranceDetail?id=${row.id}`}>{row.docNo}</PageLink>
            ),
          },
          { key: 'village', title: text('village'), render: (_, row) => <span data-record>{row.village}</span> },
          { key: 'product', title: text('product'), render: (_, row) => <span data-record>{row.product}</span> },
          { key: 'head', title: text('head'), align: 'end', dataIndex: 'head' },
          { key: 'status', title: text('status'), render: (_, row) => <Tag>{state(row.status)}</Tag> },
          { key: 'days', title: text('stay'), align: 'end', render: (_, row) => text('days', { n: row.days }) },
        ]}
      />
    </Card>
  );
}

function CertificatesCard({ rows }: { readonly rows: Workbench['certificates'] }) {
  const text = useTexts('insurance.workbench');
  const state = useLabel('ins_policy_status');
  return (
    <Card size="small" title={text('certificates')}>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 560 }}
        dataSource={rows}
        columns={[
          { key: 'no', title: text('certNo'), render: (_, row) => <span data-record>{row.certNo}</span> },
          { key: 'product', title: text('product'), render: (_, row) => <span data-record>{row.product}</span> },
          { key: 'insurer', title: text('insurer'), render: (_, row) => <span data-record>{row.insurer}</span> },
          { key: 'head', title: text('head'), align: 'end', dataIndex: 'head' },
          { key: 'cover', title: text('cover'), render: (_, row) => `${row.coverFrom} – ${row.coverTo}` },
          { key: 'status', title: text('status'), render: (_, row) => <Tag>{state(row.status)}</Tag> },
        ]}
      />
    </Card>
  );
}

function ToSignCard({ rows, onDone }: { readonly rows: Workbench['toSign']; onDone(): void }) {
  const text = useTexts('insurance.workbench');
  const sign = useTexts('insurance.detail');
  const [open, setOpen] = useState<ToSign | null>(null);
  return (
    <Card size="small" title={text('toSign')}>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={rows}
        columns={[
          { key: 'no', title: text('docNo'), render: (_, row) => <span data-record>{row.docNo}</span> },
          { key: 'product', title: text('product'), render: (_, row) => <span data-record>{row.product}</span> },
          { key: 'head', title: text('head'), align: 'end', dataIndex: 'head' },
          { key: 'owed', title: text('owed'), align: 'end', render: (_, row) => moneyText(row.farmerCents) },
          {
            key: 'act',
            title: '',
            render: (_, row) => (
              <Button size="small" type="primary" onClick={() => setOpen(row)}>
                {sign('sign')}
              </Button>
            ),
          },
        ]}
      />
      {open && (
        <SignDialog
          party={{
            id: open.id,
            version: open.version,
            holderName: '',
            head: open.head,
            farmerPremium: open.farmerCents,
          }}
          onClose={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
    </Card>
  );
}
