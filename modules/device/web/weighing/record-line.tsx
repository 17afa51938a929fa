import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Input, List, Popover, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { solveWeight, type WeighRecord } from '#modules/device/contract/weighing/weigh-session.ts';
import { useLabel } from '../common/names.ts';

interface Props {
  readonly record: WeighRecord;
  readonly mayChange: boolean;
  readonly sessionId: number;
}

/** One weight; what is wrong with it is solved where it stands. */
export function RecordLine({ record, mayChange, sessionId }: Props) {
  const text = useTexts('device.weighPage');
  const mark = useLabel('weigh_record_marks');
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const solve = async (body: { tag?: string; accepted?: boolean; note?: string }) => {
    await call(solveWeight, { body: { id: record.id, ...body } });
    setWords('');
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['device.weigh', sessionId] }),
      queries.invalidateQueries({ queryKey: ['device.weighSession'] }),
    ]);
  };
  const needsTag = record.marks.some((one) => one === 'noTag' || one === 'unknownTag');
  const isOdd = record.marks.includes('outlier');
  const tools = (
    <Flex vertical gap={8} style={{ width: 240 }}>
      <Input
        value={words}
        onChange={(event) => setWords(event.target.value)}
        placeholder={needsTag ? text('tagHint') : text('noteHint')}
      />
      <Flex gap={8}>
        {needsTag && (
          <Button size="small" type="primary" disabled={words.length < 4} onClick={() => void solve({ tag: words })}>
            {text('giveTag')}
          </Button>
        )}
        {isOdd && (
          <Button
            size="small"
            type="primary"
            disabled={words.length < 2}
            onClick={() => void solve({ accepted: true, note: words })}
          >
            {text('take')}
          </Button>
        )}
        <Button size="small" onClick={() => void solve({ accepted: false, note: words || text('leftOut') })}>
          {text('leave')}
        </Button>
      </Flex>
    </Flex>
  );
  return (
    <List.Item style={{ opacity: record.accepted ? 1 : 0.65 }}>
      <Flex gap={8} align="center" style={{ inlineSize: '100%' }}>
        <Flex gap="2px 12px" align="center" wrap style={{ flex: 1, minWidth: 0 }}>
          <Typography.Text type="secondary" style={{ minWidth: 20 }}>
            {record.n}
          </Typography.Text>
          <Typography.Text strong style={{ fontSize: 18, fontVariantNumeric: 'tabular-nums', minWidth: 80 }}>
            {record.kg} kg
          </Typography.Text>
          <span data-record>{record.earTag ?? record.tagRead ?? '-'}</span>
          {record.adgKg !== null && (
            <Tag color={record.adgKg >= 0 ? 'success' : 'error'}>{text('perDay', { kg: record.adgKg })}</Tag>
          )}
          {record.marks.map((one) => (
            <Tag key={one} color="warning">
              {mark(one)}
            </Tag>
          ))}
          {record.note && <Typography.Text type="secondary">{record.note}</Typography.Text>}
        </Flex>
        {mayChange && !record.marks.includes('repeated') && (
          <Popover trigger="click" content={tools}>
            <Button size="small" type={record.marks.length > 0 && record.note === null ? 'primary' : 'text'}>
              {text('solve')}
            </Button>
          </Popover>
        )}
      </Flex>
    </List.Item>
  );
}
