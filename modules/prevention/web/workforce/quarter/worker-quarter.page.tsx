import { CalculatorOutlined, PrinterOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, Form, InputNumber, Modal, Popover, Select, Space, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  computeQuarter,
  quarterTotals,
  type WorkerQuarter,
  workerQuarter,
} from '#modules/prevention/contract/workforce/worker-quarter.ts';
import { allRows } from '../all-rows.ts';
import { chinaToday } from '../china-today.ts';
import { MaybeLink } from '../maybe-link.tsx';
import { BasisDrawer } from './basis-drawer.tsx';
import { Formulas } from './formulas.tsx';
import { PayPaper, PublicityPaper } from './quarter-papers.tsx';

const yuan = (cents: number) => (cents / 100).toLocaleString('en', { maximumFractionDigits: 2 });
const colours: Readonly<Record<string, string>> = { excellent: 'green', qualified: 'blue', failed: 'red' };

/** 季度考核: five scores, each of which opens; a grade; and what it is worth. */
export default function WorkerQuarterPage() {
  const url = useUrlState();
  const text = useTexts('prevention.quarterPage');
  const mayCompute = useCan('ant:work:score');
  const mayConfirm = useCan('ant:work:confirm');
  const [isAsked, setAsked] = useState(false);
  const [paper, setPaper] = useState<{ kind: 'publicity' | 'pay'; rows: readonly WorkerQuarter[] } | null>(null);
  const basis = Number(url.get('basis')) || null;
  const open = (id: number | null) => url.set({ basis: id === null ? null : String(id) }, { replace: id === null });
  const score = (name: 'scoreCoverage' | 'scoreQuality' | 'scoreTimely' | 'scoreRecords') => (row: WorkerQuarter) => (
    <Typography.Link onClick={() => open(row.id)}>{row[name].toFixed(1)}</Typography.Link>
  );
  const print = (kind: 'publicity' | 'pay', list: ResourceList) =>
    void allRows(workerQuarter, list).then((rows) => setPaper({ kind, rows }));
  return (
    <>
      <ListPage
        resource={workerQuarter}
        isOwn={false}
        onForm={() => undefined}
        actions={(row) => [{ key: 'basis', label: text('basis'), run: () => open(row.id) }]}
        cells={{
          workerName: (row) => (
            <MaybeLink to={`/ant/person/prevention?card=${row.staffId}`}>{row.workerName}</MaybeLink>
          ),
          scoreCoverage: score('scoreCoverage'),
          scoreQuality: score('scoreQuality'),
          scoreTimely: score('scoreTimely'),
          scoreRecords: score('scoreRecords'),
          scoreOther: (row) =>
            row.status === 'computed' ? (
              <span>-</span>
            ) : (
              <span title={row.otherReason ?? ''}>{row.scoreOther.toFixed(1)}</span>
            ),
          total: (row) => <b>{row.total.toFixed(1)}</b>,
          grade: (row) => <Tag color={colours[row.grade] ?? 'default'}>{row.gradeName}</Tag>,
          heads: (row) => <span>{row.heads.toLocaleString('en')}</span>,
          payTotal: (row) =>
            row.payTotal === null ? (
              <span>-</span>
            ) : (
              <Typography.Link onClick={() => open(row.id)}>
                {row.payTotal.toLocaleString('en', { minimumFractionDigits: 2 })}
              </Typography.Link>
            ),
        }}
        extra={(list) => (
          <Space wrap>
            {(mayCompute || mayConfirm) && (
              <Button type="primary" icon={<CalculatorOutlined aria-hidden />} onClick={() => setAsked(true)}>
                {text('compute')}
              </Button>
            )}
            <Dropdown
              menu={{
                items: [
                  { key: 'publicity', label: text('publicity') },
                  { key: 'pay', label: text('payList') },
                ],
                onClick: ({ key }) => print(key as 'publicity' | 'pay', list),
              }}
            >
              <Button icon={<PrinterOutlined aria-hidden />}>{text('print')}</Button>
            </Dropdown>
            <Popover content={<Formulas />} trigger="click" placement="bottomLeft">
              <Button type="text" icon={<QuestionCircleOutlined aria-hidden />}>
                {text('formulas')}
              </Button>
            </Popover>
            <Totals list={list} />
          </Space>
        )}
      />
      {isAsked && <ComputeDialog onClose={() => setAsked(false)} />}
      {basis !== null && <BasisDrawer id={basis} onClose={() => open(null)} />}
      {paper?.kind === 'publicity' && <PublicityPaper rows={paper.rows} onDone={() => setPaper(null)} />}
      {paper?.kind === 'pay' && <PayPaper rows={paper.rows} onDone={() => setPaper(null)} />}
    </>
  );
}

/** How the shown quarter stands, and what it costs. */
function Totals({ list }: { readonly list: ResourceList }) {
  const { options } = useDict('worker_quarter_grade');
  const text = useTexts('prevention.quarterPage');
  const { yearFrom, yearTo, quarter, regionCode } = list.filters;
  const query = {
    ...(yearFrom && yearFrom === yearTo && { year: yearFrom }),
    ...(quarter && { quarter }),
    ...(regionCode && { regionCode }),
  };
  const { data } = useQuery({
    queryKey: [...resourceKey(workerQuarter), 'totals', query],
    queryFn: () => call(quarterTotals, { query: query as never, quiet: true }),
  });
  if (!data || data.workers === 0) return null;
  return (
    <Space size={4} wrap>
      {['excellent', 'qualified', 'failed'].map((grade) => {
        const n = data.grades.find((one) => one.grade === grade)?.n ?? 0;
        return (
          <Tag.CheckableTag
            key={grade}
            checked={list.filters.grade === grade}
            onChange={(isOn) => list.search({ ...list.filters, grade: isOn ? grade : '' })}
          >
            {`${options.find((one) => one.dictValue === grade)?.dictLabel ?? grade} ${n}`}
          </Tag.CheckableTag>
        );
      })}
      <Typography.Text type="secondary" title={`${text('payTotal')} · ${text('paid', { yuan: yuan(data.paidCents) })}`}>
        {`¥${yuan(data.payCents)}`}
      </Typography.Text>
    </Space>
  );
}

/** The quarter before this one, unless another is wanted. */
function ComputeDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const { options } = useDict('quarter');
  const text = useTexts('prevention.quarterPage');
  const today = chinaToday();
  const before = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3) - 1;
  const [year, setYear] = useState(Math.floor(before / 4));
  const [quarter, setQuarter] = useState((before % 4) + 1);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call(computeQuarter, { body: { year, quarter } });
      notify('success', text('asked'));
      setTimeout(() => void client.invalidateQueries({ queryKey: resourceKey(workerQuarter) }), 6000);
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('computeTitle')}
      okText={text('compute')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">{text('computeHint')}</Typography.Paragraph>
      <Form layout="inline">
        <Form.Item label={text('year')} htmlFor="quarter-year">
          <InputNumber id="quarter-year" min={2000} max={2999} value={year} onChange={(n) => n && setYear(n)} />
        </Form.Item>
        <Form.Item label={text('quarter')} htmlFor="quarter-quarter">
          <Select<number>
            id="quarter-quarter"
            value={quarter}
            style={{ width: 120 }}
            options={options.map((one) => ({ value: Number(one.dictValue), label: one.dictLabel }))}
            onChange={setQuarter}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
