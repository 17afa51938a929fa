import { useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Form, Modal, Table } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useRows } from '#kit/web/use-rows.ts';
import {
  type InsStatement,
  insStatement,
  insStatementLine,
  makeStatements,
} from '#modules/insurance/contract/statement/statement.ts';
import { useLabel } from '../common/inputs.tsx';

const StatementSheet = panelLater(async () => (await import('./statement-sheet.tsx')).StatementSheet);

/** 结算对账: what each treasury owes, and what it paid. */
export default function StatementPage() {
  const text = useTexts('insurance.statementPage');
  const mayMake = useCan('ins:statement:issue');
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<InsStatement | null>(null);
  const [printed, setPrinted] = useState<InsStatement | null>(null);
  return (
    <>
      <ResourcePage
        resource={insStatement}
        isOwn={false}
        actions={(row) => [
          { key: 'lines', label: text('lines'), run: () => setShown(row) },
          { key: 'print', label: text('print'), run: () => setPrinted(row) },
        ]}
        extra={() =>
          mayMake && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {text('make')}
            </Button>
          )
        }
      />
      {isOpen && <MakeDialog onClose={() => setOpen(false)} />}
      {printed && <StatementSheet statement={printed} onDone={() => setPrinted(null)} />}
      {shown && <Lines statement={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function MakeDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('insurance.statementPage');
  const client = useQueryClient();
  const { busy, act } = useAct(onClose);
  const [form] = Form.useForm<{ month: Dayjs }>();
  const run = async () => {
    const { month } = await form.validateFields();
    act(
      () => call(makeStatements, { body: { period: month.format('YYYY-MM') } }),
      (done) => {
        notify('success', text('made', { n: done.made, lines: done.lines, total: moneyText(done.totalCents) }));
        void client.invalidateQueries();
      },
    );
  };
  return (
    <Modal open title={text('make')} confirmLoading={busy} onOk={() => void run()} onCancel={onClose}>
      <p>{text('how')}</p>
      <Form form={form} layout="vertical">
        <Form.Item name="month" label={text('month')} rules={[{ required: true }]}>
          <DatePicker picker="month" />
        </Form.Item>
      </Form>
    </Modal>
  );
}

const pageSize = 50;
function Lines({ statement, onClose }: { readonly statement: InsStatement; onClose(): void }) {
  const text = useTexts('insurance.insStatementLine');
  const kindOf = useLabel('ins_statement_source');
  const [page, setPage] = useState(1);
  const { data, isFetching } = useRows(insStatementLine, { statementId: String(statement.id) }, page, pageSize);
  return (
    <Modal open width={760} title={statement.docNo} footer={null} onCancel={onClose}>
      <Table
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={data?.rows ?? []}
        pagination={{ current: page, pageSize, total: data?.total ?? 0, onChange: setPage, showSizeChanger: false }}
        columns={[
          { key: 'sourceNo', title: text('sourceNo'), dataIndex: 'sourceNo' },
          { key: 'kind', title: text('sourceKind'), render: (_, one) => kindOf(one.sourceKind) },
          { key: 'onDate', title: text('onDate'), dataIndex: 'onDate' },
          { key: 'head', title: text('head'), dataIndex: 'head', align: 'right' },
          { key: 'amount', title: text('amount'), align: 'right', render: (_, one) => moneyText(one.amount) },
        ]}
      />
    </Modal>
  );
}
