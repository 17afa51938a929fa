import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Form, Input, InputNumber, Select, Skeleton, Space, Table } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import {
  procurementProgress,
  rejectProcurement,
  type SignProcurement,
  signProcurement,
} from '#modules/sign/contract/papers/procurement.ts';
import { numberText } from '../common/parts.tsx';
import { NeedTip } from './parts/need-tip.tsx';

interface Word {
  readonly rejectCode: string | null;
  readonly rejectText: string;
  readonly suggested: number | null;
}

/** 申购驳回: a reason for each line, or one for all, and how many would do. */
export default function ProcurementRejectPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  return <Reject key={id} id={id} />;
}

function Reject({ id }: { readonly id: number }) {
  const formId = useId();
  const text = useTexts('sign.ui');
  const { closePage } = usePage();
  const { options } = useDict('procure_reject');
  const detail = useResourceDetail(signProcurement, id);
  const progress = useQuery({
    queryKey: ['sign.orderProgress', id],
    queryFn: () => call(procurementProgress, { query: { id }, quiet: true }),
  });
  const [opinion, setOpinion] = useState('');
  const [words, setWords] = useState<Record<number, Word>>({});
  const { busy, act } = useAct(closePage);
  if (detail.error) return <Failed error={detail.error} onRetry={() => detail.refresh()} />;
  const row = detail.row as SignProcurement | undefined;
  if (!row || !progress.data) return <Skeleton active />;
  const set = (line: number, change: Partial<Word>) =>
    setWords({
      ...words,
      [line]: { ...(words[line] ?? { rejectCode: null, rejectText: '', suggested: null }), ...change },
    });
  const all = (rejectCode: string) =>
    setWords(
      Object.fromEntries(
        progress.data.lines.map((line) => [
          line.id,
          {
            rejectCode,
            rejectText: options.find((one) => one.dictValue === rejectCode)?.dictLabel ?? '',
            suggested: Number(line.basis?.need ?? 0) || null,
          },
        ]),
      ),
    );
  const save = () => {
    act(async () => {
      await call(rejectProcurement, {
        body: {
          id,
          version: row.version,
          opinion,
          lines: Object.entries(words).map(([line, word]) => ({ id: Number(line), ...word })),
        },
      });
    });
  };
  return (
    <Flex vertical gap={16} style={{ maxWidth: 1100, marginInline: 'auto' }}>
      <Card
        size="small"
        title={<span data-record>{`${row.docNo} · ${row.applicantName ?? ''}`}</span>}
        extra={
          <Space wrap>
            {options.map((one) => (
              <Button key={one.dictValue} size="small" onClick={() => all(one.dictValue)}>
                {text('allLines')} {one.dictLabel}
              </Button>
            ))}
          </Space>
        }
      >
        <Table
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={progress.data.lines}
          columns={[
            { key: 'category', title: text('category'), render: (_, line) => <span data-record>{line.category}</span> },
            { key: 'county', title: text('county'), render: (_, line) => <span data-record>{line.county}</span> },
            { key: 'applied', title: text('applied'), align: 'right', render: (_, line) => numberText(line.applied) },
            { key: 'need', title: text('need'), align: 'right', render: (_, line) => <NeedTip basis={line.basis} /> },
            {
              key: 'code',
              title: text('rejectReason'),
              render: (_, line) => (
                <Select
                  allowClear
                  style={{ width: 140 }}
                  value={words[line.id]?.rejectCode ?? null}
                  onChange={(value) => set(line.id, { rejectCode: value ?? null })}
                  options={options.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
                  aria-label={text('rejectReason')}
                />
              ),
            },
            {
              key: 'text',
              title: text('words'),
              render: (_, line) => (
                <Input
                  maxLength={200}
                  value={words[line.id]?.rejectText ?? ''}
                  onChange={(event) => set(line.id, { rejectText: event.target.value })}
                  aria-label={text('words')}
                />
              ),
            },
            {
              key: 'suggested',
              title: text('suggestion'),
              render: (_, line) => (
                <InputNumber
                  min={0}
                  step={line.perBag}
                  value={words[line.id]?.suggested ?? null}
                  onChange={(value) => set(line.id, { suggested: value === null ? null : Number(value) })}
                  aria-label={text('suggestion')}
                />
              ),
            },
          ]}
        />
      </Card>
      <Card size="small">
        <Form layout="vertical">
          <Form.Item label={text('opinion')} htmlFor={`${formId}-opinion`} required>
            <Input.TextArea
              id={`${formId}-opinion`}
              rows={3}
              maxLength={500}
              value={opinion}
              onChange={(event) => setOpinion(event.target.value)}
            />
          </Form.Item>
        </Form>
        <Button danger type="primary" loading={busy} disabled={opinion.trim().length < 2} onClick={() => save()}>
          {text('reject')}
        </Button>
      </Card>
    </Flex>
  );
}
