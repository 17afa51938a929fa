import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Select, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { insCheckIssue, insCheckTask } from '#modules/insurance/contract/check/check.ts';
import {
  type InsEnrolment,
  type InsEnrolmentLine,
  type InsEnrolmentParty,
  insEnrolmentLine,
  insEnrolmentParty,
} from '#modules/insurance/contract/enrolment/enrolment.ts';
import { omitLines } from '#modules/insurance/contract/enrolment/list-building.ts';
import { insOrder } from '#modules/insurance/contract/enrolment/order.ts';
import { insPublicity } from '#modules/insurance/contract/notice/notice.ts';
import { useChoices } from '../common/inputs.tsx';
import { SignDialog } from './sign-dialog.tsx';

interface Props {
  readonly list: InsEnrolment;
}
const paged = (page: number, total: number, onChange: (page: number) => void) => ({
  current: page,
  pageSize: 50,
  total,
  showSizeChanger: false,
  hideOnSinglePage: true,
  onChange,
});
const amount = (cents: number) => <Typography.Text>{moneyText(cents)}</Typography.Text>;

/** Who is on the list and has signed. */
export function Parties({ list }: Props) {
  const t = useT();
  const text = useTexts('insurance.detail');
  const maySign = useCan('ins:enrolment:sign');
  const [page, setPage] = useState(1);
  const [signing, setSigning] = useState<InsEnrolmentParty | null>(null);
  const { data } = useRows(insEnrolmentParty, { enrolmentId: String(list.id) }, page);
  const label = (name: string) => t.any(`insurance.insEnrolmentParty.${name}`);
  return (
    <>
      <Table<InsEnrolmentParty>
        size="small"
        rowKey="id"
        loading={!data}
        dataSource={data?.rows ?? []}
        scroll={{ x: 900 }}
        pagination={paged(page, data?.total ?? 0, setPage)}
        columns={[
          { key: 'name', title: label('holderName'), render: (_, row) => <span data-record>{row.holderName}</span> },
          {
            key: 'head',
            title: label('head'),
            align: 'end',
            render: (_, row) => (
              <>
                {row.head}
                {row.omitted.length > 0 && (
                  <Typography.Text type="warning"> {text('omitted', { n: row.omitted.length })}</Typography.Text>
                )}
              </>
            ),
          },
          { key: 'premium', title: label('premium'), align: 'end', render: (_, row) => amount(row.premium) },
          { key: 'farmer', title: label('farmerPremium'), align: 'end', render: (_, row) => amount(row.farmerPremium) },
          { key: 'collation', title: label('collation'), render: (_, row) => row.collationName ?? '-' },
          {
            key: 'signed',
            title: label('signedAt'),
            render: (_, row) =>
              row.signedAt ? <span data-record>{`${row.signerName} ${wallTime(row.signedAt)}`}</span> : '-',
          },
          {
            key: 'account',
            title: label('accountMask'),
            render: (_, row) => <span data-record>{row.accountMask ?? '-'}</span>,
          },
          { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
          {
            key: 'act',
            title: '',
            render: (_, row) =>
              maySign &&
              ['signing', 'checking'].includes(list.status) &&
              ['listed', 'signed'].includes(row.status) && (
                <Button size="small" type="link" onClick={() => setSigning(row)}>
                  {text('sign')}
                </Button>
              ),
          },
        ]}
      />
      {signing && <SignDialog party={signing} onClose={() => setSigning(null)} />}
    </>
  );
}

/** Every animal with its premium, and how it came about. */
export function Animals({ list }: Props) {
  const t = useT();
  const text = useTexts('insurance.detail');
  const mayEdit = useCan('ins:enrolment:edit');
  const client = useQueryClient();
  const reasons = useChoices('ins_omit_reason');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<number[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const { data } = useRows(insEnrolmentLine, { enrolmentId: String(list.id) }, page);
  const label = (name: string) => t.any(`insurance.insEnrolmentLine.${name}`);
  const isOpen = mayEdit && ['draft', 'signing', 'checking', 'checked'].includes(list.status);
  const run = async (back: boolean) => {
    try {
      await call(omitLines, { body: { enrolmentId: list.id, lineIds: chosen, reason, back } });
      setChosen([]);
      setAsking(false);
      void client.invalidateQueries();
    } catch {
      // The client has said why.
    }
  };
  return (
    <>
      {isOpen && (
        <div style={{ marginBlockEnd: 8, display: 'flex', gap: 8 }}>
          <Button disabled={chosen.length === 0} onClick={() => setAsking(true)}>
            {text('omit')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => void run(true)}>
            {text('putBack')}
          </Button>
        </div>
      )}
      <Table<InsEnrolmentLine>
        size="small"
        rowKey="id"
        loading={!data}
        dataSource={data?.rows ?? []}
        scroll={{ x: 900 }}
        {...(isOpen && {
          rowSelection: { selectedRowKeys: chosen, onChange: (keys) => setChosen(keys as number[]) },
        })}
        pagination={paged(page, data?.total ?? 0, setPage)}
        columns={[
          { key: 'tag', title: label('earTag'), render: (_, row) => <span data-record>{row.earTag}</span> },
          { key: 'holder', title: label('holderName'), render: (_, row) => <span data-record>{row.holderName}</span> },
          { key: 'stage', title: label('stage'), render: (_, row) => row.stageName },
          { key: 'born', title: label('birthDate'), dataIndex: 'birthDate' },
          {
            key: 'premium',
            title: label('premium'),
            align: 'end',
            render: (_, row) => (
              <SumButton entity="insurance.insEnrolmentLine" id={row.id}>
                {moneyText(row.premium)}
              </SumButton>
            ),
          },
          { key: 'farmer', title: label('farmerPremium'), align: 'end', render: (_, row) => amount(row.farmerPremium) },
          { key: 'check', title: label('checkResult'), render: (_, row) => row.checkResultName ?? '-' },
          {
            key: 'status',
            title: t('label.status'),
            render: (_, row) => <Tag>{[row.statusName, row.dropReason].filter(Boolean).join(' · ')}</Tag>,
          },
        ]}
      />
      <Modal open={isAsking} title={text('omitReason')} onOk={() => void run(false)} onCancel={() => setAsking(false)}>
        <Select
          style={{ inlineSize: '100%' }}
          value={reason}
          aria-label={text('omitReason')}
          onChange={setReason}
          options={[{ value: null as unknown as string, label: text('noReason') }, ...reasons]}
        />
      </Modal>
    </>
  );
}

/** The tasks of the list and what they found. */
export function CheckTab({ list }: Props) {
  const t = useT();
  const tasks = useRows(insCheckTask, { enrolmentId: String(list.id) });
  const issues = useRows(insCheckIssue, { enrolmentId: String(list.id) });
  const label = (name: string) => t.any(`insurance.insCheckTask.${name}`);
  const of = (name: string) => t.any(`insurance.insCheckIssue.${name}`);
  return (
    <>
      <Table
        size="small"
        rowKey="id"
        loading={!tasks.data}
        dataSource={tasks.data?.rows ?? []}
        pagination={false}
        scroll={{ x: 720 }}
        columns={[
          {
            key: 'no',
            title: label('docNo'),
            render: (_, row) => <PageLink to={`/insuranceMgt/tagCheck?taskId=${row.id}`}>{row.docNo}</PageLink>,
          },
          { key: 'mode', title: label('mode'), render: (_, row) => row.modeName },
          { key: 'lines', title: label('lines'), align: 'end', dataIndex: 'lines' },
          { key: 'seen', title: label('seen'), align: 'end', dataIndex: 'seen' },
          { key: 'issues', title: label('issues'), align: 'end', dataIndex: 'issues' },
          { key: 'who', title: label('checkers'), render: (_, row) => <span data-record>{row.checkers}</span> },
          { key: 'due', title: label('dueOn'), dataIndex: 'dueOn' },
          { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
        ]}
      />
      <Table
        size="small"
        rowKey="id"
        style={{ marginBlockStart: 12 }}
        dataSource={issues.data?.rows ?? []}
        pagination={false}
        scroll={{ x: 720 }}
        columns={[
          { key: 'kind', title: of('kind'), render: (_, row) => row.kindName },
          { key: 'tag', title: of('earTag'), render: (_, row) => <span data-record>{row.earTag ?? '-'}</span> },
          { key: 'holder', title: of('holderName'), render: (_, row) => <span data-record>{row.holderName}</span> },
          { key: 'handling', title: of('handling'), render: (_, row) => row.handlingName ?? row.proposedName ?? '-' },
          { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
        ]}
      />
    </>
  );
}

export function Notices({ list }: Props) {
  const t = useT();
  const { data } = useRows(insPublicity, { enrolmentId: String(list.id) });
  const label = (name: string) => t.any(`insurance.insPublicity.${name}`);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      pagination={false}
      scroll={{ x: 720 }}
      columns={[
        {
          key: 'no',
          title: label('docNo'),
          render: (_, row) => <PageLink to={`/insuranceMgt/publicity?docNo=${row.docNo}`}>{row.docNo}</PageLink>,
        },
        { key: 'rows', title: label('rowCount'), align: 'end', dataIndex: 'rowCount' },
        { key: 'posted', title: label('postedAt'), render: (_, row) => (row.postedAt ? wallTime(row.postedAt) : '-') },
        { key: 'ends', title: label('endsAt'), render: (_, row) => (row.endsAt ? wallTime(row.endsAt) : '-') },
        { key: 'objections', title: label('openObjections'), align: 'end', dataIndex: 'openObjections' },
        { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
      ]}
    />
  );
}

export function Orders({ list }: Props) {
  const t = useT();
  const [page, setPage] = useState(1);
  const { data } = useRows(insOrder, { enrolmentId: String(list.id) }, page);
  const label = (name: string) => t.any(`insurance.insOrder.${name}`);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      pagination={paged(page, data?.total ?? 0, setPage)}
      scroll={{ x: 720 }}
      columns={[
        {
          key: 'no',
          title: label('docNo'),
          render: (_, row) => <PageLink to={`/insuranceMgt/orderManage?docNo=${row.docNo}`}>{row.docNo}</PageLink>,
        },
        { key: 'holder', title: label('holderName'), render: (_, row) => <span data-record>{row.holderName}</span> },
        { key: 'head', title: label('head'), align: 'end', dataIndex: 'head' },
        { key: 'amount', title: label('amount'), align: 'end', render: (_, row) => amount(row.amount) },
        { key: 'due', title: label('dueOn'), dataIndex: 'dueOn' },
        { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
      ]}
    />
  );
}
