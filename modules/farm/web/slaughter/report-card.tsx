import { Button, Card, Checkbox, Flex, Input, InputNumber, Select, Table, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { reportSlaughter, type SlaughterLine } from '#modules/farm/contract/slaughter/slaughter.ts';
import type { Sheet } from './batch-sheet.tsx';

type Outcome = 'slaughtered' | 'condemned' | 'returned' | 'dead';
interface Told {
  readonly outcome: Outcome;
  readonly carcassKg: number | null;
  readonly grade: string;
  readonly oddConfirmed: boolean;
}
const nothing: Told = { outcome: 'slaughtered', carcassKg: null, grade: '', oddConfirmed: false };
const usual = (species: string) => (species === 'cattle' ? [45, 65] : [38, 58]) as [number, number];

/** The grid behind the scale of the hall: carcass after carcass, with the dressing percentage while typing. */
export function ReportCard({ sheet, onDone }: { readonly sheet: Sheet; onDone(): void }) {
  const text = useTexts('farm.slaughterDesk');
  const outcomes = useDict('slaughter_line_outcome').options.filter((one) => one.dictValue !== 'pending');
  const [told, setTold] = useState<Readonly<Record<number, Told>>>({});
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newKey);
  const lines = sheet.lines.filter((one) => one.tagOk || sheet.isOutside);
  const of = (one: SlaughterLine) => told[one.animalId] ?? nothing;
  const put = (one: SlaughterLine, change: Partial<Told>) =>
    setTold((all) => ({ ...all, [one.animalId]: { ...of(one), ...change } }));
  const dress = (one: SlaughterLine) => {
    const { carcassKg } = of(one);
    return carcassKg && one.liveKg ? Math.round((carcassKg / one.liveKg) * 10_000) / 100 : null;
  };
  const isOdd = (one: SlaughterLine) => {
    const pct = dress(one);
    const [least, most] = usual(one.species);
    return pct !== null && (pct < least || pct > most);
  };
  const isFull = lines.every((one) => of(one).outcome !== 'slaughtered' || of(one).carcassKg !== null);
  const save = async () => {
    setBusy(true);
    try {
      await call(reportSlaughter, {
        body: {
          id: sheet.id,
          lines: lines.map((one) => {
            const { grade, ...rest } = of(one);
            return { animalId: one.animalId, ...rest, ...(grade && { grade }) };
          }),
        },
        idempotencyKey: key,
      });
      onDone();
    } catch {
      setKey(newKey());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card size="small" title={text('report')}>
      <Flex vertical gap={10}>
        <Table
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={lines}
          columns={[
            { title: text('tag'), dataIndex: 'earTag', render: (tag: string) => <span data-record>{tag}</span> },
            { title: text('live'), dataIndex: 'liveKg', align: 'right' },
            {
              title: text('outcome'),
              render: (_, one) => (
                <Select<Outcome>
                  value={of(one).outcome}
                  aria-label={`${text('outcome')} ${one.earTag}`}
                  onChange={(outcome) => put(one, { outcome })}
                  options={outcomes.map((item) => ({ value: item.dictValue as Outcome, label: item.dictLabel }))}
                  style={{ inlineSize: 116 }}
                />
              ),
            },
            {
              title: text('carcass'),
              render: (_, one) => (
                <InputNumber
                  value={of(one).carcassKg}
                  aria-label={`${text('carcass')} ${one.earTag}`}
                  min={1}
                  max={1500}
                  precision={1}
                  disabled={of(one).outcome !== 'slaughtered'}
                  onChange={(carcassKg) => put(one, { carcassKg })}
                />
              ),
            },
            {
              title: text('dress'),
              align: 'right',
              render: (_, one) => {
                const pct = dress(one);
                return pct === null ? (
                  '-'
                ) : (
                  <Typography.Text {...(isOdd(one) && { type: 'danger' })}>{pct}%</Typography.Text>
                );
              },
            },
            {
              title: text('grade'),
              render: (_, one) => (
                <Input
                  value={of(one).grade}
                  aria-label={`${text('grade')} ${one.earTag}`}
                  maxLength={20}
                  onChange={(event) => put(one, { grade: event.target.value })}
                  style={{ inlineSize: 72 }}
                />
              ),
            },
            {
              title: '',
              render: (_, one) =>
                isOdd(one) && (
                  <Checkbox
                    checked={of(one).oddConfirmed}
                    onChange={(event) => put(one, { oddConfirmed: event.target.checked })}
                  >
                    {text('odd')}
                  </Checkbox>
                ),
            },
          ]}
        />
        <Button
          type="primary"
          loading={busy}
          disabled={!isFull || lines.length === 0}
          onClick={() => void save()}
          style={{ alignSelf: 'start' }}
        >
          {text('save')}
        </Button>
      </Flex>
    </Card>
  );
}
