import { Button, Card, Descriptions, Empty, Flex, Table, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRow, useRows } from '#kit/web/use-rows.ts';
import {
  type InsPolicy,
  insEndorsement,
  insPolicy,
  insPolicyAnimal,
  insPolicyParty,
} from '#modules/insurance/contract/policy/policy.ts';

const EndorseDialog = panelLater(async () => (await import('./endorse-dialog.tsx')).EndorseDialog);
const PolicySheet = panelLater(async () => (await import('./policy-sheet.tsx')).PolicySheet);

/** 保单详情: what is insured, for whom, and who pays for it. */
export default function PolicyDetailPage() {
  const t = useT();
  const text = useTexts('insurance.policyPage');
  const detail = useTexts('insurance.detail');
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  const mayEndorse = useCan('ins:endorse:add');
  const [open, setOpen] = useState<'endorse' | 'print' | null>(null);
  const { data, error, refetch } = useRow(insPolicy, id);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (!data) return <Waiting />;
  const label = (name: string) => t.any(`insurance.insPolicy.${name}`);
  const isRunning = ['pendingStart', 'effective'].includes(data.status);
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap justify="space-between">
          <Flex gap={12} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {data.policyNo ?? data.docNo}
            </Typography.Title>
            <Tag color={data.status === 'effective' ? 'green' : 'default'}>{data.statusName}</Tag>
            <span data-record>{`${data.productIdName ?? ''} · ${data.organiserName}`}</span>
          </Flex>
          <Flex gap={8} wrap>
            {mayEndorse && isRunning && <Button onClick={() => setOpen('endorse')}>{text('endorse')}</Button>}
            <Button onClick={() => setOpen('print')}>{text('print')}</Button>
          </Flex>
        </Flex>
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          style={{ marginBlockStart: 12 }}
          items={[
            { key: 'no', label: label('docNo'), children: <span data-record>{data.docNo}</span> },
            { key: 'cover', label: label('coverFrom'), children: `${data.coverFrom} – ${data.coverTo}` },
            { key: 'head', label: label('liveHead'), children: `${data.liveHead} / ${data.head}` },
            { key: 'parties', label: label('parties'), children: data.parties },
            { key: 'sum', label: label('sumInsured'), children: moneyText(data.sumInsured) },
            { key: 'premium', label: label('premium'), children: <strong>{moneyText(data.premium)}</strong> },
            { key: 'farmer', label: label('farmerPremium'), children: moneyText(data.farmerPremium) },
            { key: 'paid', label: label('paidClaims'), children: moneyText(data.paidClaims) },
            { key: 'insurer', label: label('insurer'), children: <span data-record>{data.insurer ?? '-'}</span> },
            {
              key: 'issued',
              label: label('issuedAt'),
              children: <span data-record>{`${wallTime(data.issuedAt)} ${data.issuedByName ?? ''}`}</span>,
            },
            {
              key: 'list',
              label: label('enrolmentId'),
              children: (
                <PageLink to={`/insuranceMgt/collectiveInsuranceDetail?id=${data.enrolmentId}`}>
                  {data.enrolmentIdName ?? String(data.enrolmentId)}
                </PageLink>
              ),
            },
          ]}
        />
      </Card>
      <Tabs
        items={[
          { key: 'parties', label: text('parties'), children: <Certificates policy={data} /> },
          { key: 'animals', label: text('animals'), children: <Animals policy={data} /> },
          { key: 'endorsements', label: text('endorsements'), children: <Endorsements policy={data} /> },
          { key: 'payers', label: text('payers'), children: <Payers policy={data} /> },
          {
            key: 'history',
            label: detail('tabHistory'),
            children: <HistoryView resource={insPolicy} id={data.id} />,
          },
        ]}
      />
      {open === 'endorse' && <EndorseDialog policyId={data.id} onClose={() => setOpen(null)} />}
      {open === 'print' && <PolicySheet policy={data} onDone={() => setOpen(null)} />}
    </Flex>
  );
}

interface Props {
  readonly policy: InsPolicy;
}
const paged = (page: number, total: number, onChange: (page: number) => void) => ({
  current: page,
  pageSize: 50,
  total,
  showSizeChanger: false,
  hideOnSinglePage: true,
  onChange,
});

function Certificates({ policy }: Props) {
  const t = useT();
  const [page, setPage] = useState(1);
  const { data } = useRows(insPolicyParty, { policyId: String(policy.id) }, page);
  const label = (name: string) => t.any(`insurance.insPolicyParty.${name}`);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      scroll={{ x: 720 }}
      pagination={paged(page, data?.total ?? 0, setPage)}
      columns={[
        { key: 'no', title: label('certNo'), render: (_, row) => <span data-record>{row.certNo}</span> },
        { key: 'holder', title: label('holderName'), render: (_, row) => <span data-record>{row.holderName}</span> },
        { key: 'head', title: label('liveHead'), align: 'end', render: (_, row) => `${row.liveHead} / ${row.head}` },
        { key: 'sum', title: label('sumInsured'), align: 'end', render: (_, row) => moneyText(row.sumInsured) },
        { key: 'premium', title: label('premium'), align: 'end', render: (_, row) => moneyText(row.premium) },
        {
          key: 'farmer',
          title: label('farmerPremium'),
          align: 'end',
          render: (_, row) => moneyText(row.farmerPremium),
        },
      ]}
    />
  );
}

function Animals({ policy }: Props) {
  const t = useT();
  const [page, setPage] = useState(1);
  const { data } = useRows(insPolicyAnimal, { policyId: String(policy.id) }, page);
  const label = (name: string) => t.any(`insurance.insPolicyAnimal.${name}`);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      scroll={{ x: 720 }}
      pagination={paged(page, data?.total ?? 0, setPage)}
      columns={[
        { key: 'tag', title: label('earTag'), render: (_, row) => <span data-record>{row.earTag}</span> },
        { key: 'holder', title: label('holderName'), render: (_, row) => <span data-record>{row.holderName}</span> },
        { key: 'stage', title: label('stage'), render: (_, row) => row.stageName },
        { key: 'sum', title: label('sumInsured'), align: 'end', render: (_, row) => moneyText(row.sumInsured) },
        {
          key: 'premium',
          title: label('premium'),
          align: 'end',
          render: (_, row) =>
            row.lineId ? (
              <SumButton entity="insurance.insEnrolmentLine" id={row.lineId}>
                {moneyText(row.premium)}
              </SumButton>
            ) : (
              moneyText(row.premium)
            ),
        },
        {
          key: 'status',
          title: t('label.status'),
          render: (_, row) => <Tag>{[row.statusName, row.endReasonName].filter(Boolean).join(' · ')}</Tag>,
        },
      ]}
    />
  );
}

function Endorsements({ policy }: Props) {
  const t = useT();
  const { data } = useRows(insEndorsement, { policyId: String(policy.id) });
  const label = (name: string) => t.any(`insurance.insEndorsement.${name}`);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      scroll={{ x: 720 }}
      pagination={false}
      columns={[
        { key: 'no', title: label('docNo'), render: (_, row) => <span data-record>{row.docNo}</span> },
        { key: 'kind', title: label('kind'), render: (_, row) => row.kindName },
        { key: 'head', title: label('head'), align: 'end', dataIndex: 'head' },
        { key: 'on', title: label('effectiveOn'), dataIndex: 'effectiveOn' },
        {
          key: 'delta',
          title: label('premiumDelta'),
          align: 'end',
          render: (_, row) => (
            <SumButton entity="insurance.insEndorsement" id={row.id}>
              {moneyText(row.premiumDelta)}
            </SumButton>
          ),
        },
        { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
      ]}
    />
  );
}

/** Who bears the premium: the parts add up to it, to the cent. */
function Payers({ policy }: Props) {
  const t = useT();
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      style={{ maxInlineSize: 480 }}
      items={[
        ...policy.split.map((one) => ({
          key: one.payerCode,
          label: t.any(`insurance.calc.part_${one.level}`),
          children: moneyText(one.cents),
        })),
        { key: 'all', label: t('insurance.insPolicy.premium'), children: <strong>{moneyText(policy.premium)}</strong> },
      ]}
    />
  );
}
