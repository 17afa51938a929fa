import { DeleteOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Table, Tag, Typography } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { ScanField } from '#kit/web/field/scan-field.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { showRange } from '#modules/sign/contract/numbers/code.ts';
import { checkTags } from '#modules/sign/contract/numbers/tag-segment.ts';
import { Code, numberText, PlaceTag } from '../../common/parts.tsx';

export interface PickedLine {
  readonly categoryId: number;
  readonly category: string;
  readonly from: number;
  readonly to: number;
  readonly packNo: string | null;
}
type Answer = Awaited<ReturnType<typeof call<typeof checkTags>>>;

interface Props {
  readonly holder: { readonly principalId: number; readonly staffId: number | null };
  readonly action: 'issue' | 'return' | 'scrap' | 'recover';
  readonly lines: readonly PickedLine[];
  onChange(lines: readonly PickedLine[]): void;
}

/**
 * Scan a bag or type from–to: at once what it holds, what of it is here, and for what is not, where it is and who has it. What may go becomes
 * lines; scanned twice it changes nothing.
 */
export function RangePicker({ holder, action, lines, onChange }: Props) {
  const id = useId();
  const joined = useJoined();
  const text = useTexts('sign.ui');
  const [last, setLast] = useState<Answer | null>(null);
  const scan = async (words: string) => {
    try {
      const answer = await call(checkTags, { body: { text: words, ...holder, action }, quiet: true });
      setLast(answer);
      const fresh = answer.ok.filter((one) => !lines.some((line) => line.from <= one.to && line.to >= one.from));
      onChange([
        ...lines,
        ...fresh.map(({ from, to, categoryId, category }) => ({
          from,
          to,
          categoryId,
          category,
          packNo: answer.packNo,
        })),
      ]);
      navigator.vibrate?.(answer.refused.length > 0 ? [60, 60] : 40);
      const n = fresh.reduce((sum, one) => sum + one.count, 0);
      return { ok: answer.refused.length === 0, text: n > 0 ? text('added', { n }) : text('scannedBefore') };
    } catch (failure) {
      setLast(null);
      return { ok: false, text: failure instanceof Error ? failure.message : words };
    }
  };
  return (
    <Flex vertical gap={8}>
      <ScanField id={`${id}-scan`} onScan={scan} />
      {last && (
        <Alert
          type={last.refused.length > 0 ? 'warning' : 'success'}
          showIcon
          title={
            <span>
              {last.packNo ? text('bagHolds', { pack: last.packNo, n: last.total }) : text('tags', { n: last.total })}
              {last.missing.length > 0 && ` · ${text('leftOut')} ${joined(last.missing)}`}
            </span>
          }
          description={last.refused.map((one) => (
            <div key={one.from}>
              <Code>{one.shown}</Code> <Tag color="red">{one.text}</Tag> {one.place && <PlaceTag place={one.place} />}
              <span data-record>{one.holder ?? ''}</span>
            </div>
          ))}
        />
      )}
      <Table
        size="small"
        rowKey="from"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...lines]}
        locale={{ emptyText: text('scanToAdd') }}
        columns={[
          { key: 'range', title: text('numbers'), render: (_, line) => <Code>{showRange(line)}</Code> },
          { key: 'category', title: text('category'), render: (_, line) => <span data-record>{line.category}</span> },
          { key: 'pack', title: text('pack'), render: (_, line) => line.packNo ?? '-' },
          {
            key: 'count',
            title: text('count'),
            align: 'right',
            render: (_, line) => numberText(line.to - line.from + 1),
          },
          {
            key: 'drop',
            title: '',
            width: 48,
            render: (_, line) => (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={text('remove')}
                onClick={() => onChange(lines.filter((one) => one.from !== line.from))}
              />
            ),
          },
        ]}
        summary={() =>
          lines.length > 0 ? (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0} colSpan={3}>
                {text('total')}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={3} align="right">
                <Typography.Text strong>
                  {numberText(lines.reduce((sum, line) => sum + line.to - line.from + 1, 0))}
                </Typography.Text>
              </Table.Summary.Cell>
              <Table.Summary.Cell index={4} />
            </Table.Summary.Row>
          ) : null
        }
      />
    </Flex>
  );
}
