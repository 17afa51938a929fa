import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Input, Modal, Select, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { checkChips, type PairRow, submitChips } from '#modules/farm/contract/herd/moves.ts';
import { chipShift } from '#modules/farm/contract/linked/linked.ts';
import { useChoices } from '../common/use-label.ts';

/** 芯片更换: the registry's replacements, and the reader's pairs row by row. */
export default function ChipShiftPage() {
  const text = useTexts('farm.chipPage');
  const mayShift = useCan('anm:chip:edit');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourcePage
        resource={chipShift}
        extra={() =>
          mayShift ? (
            <Button type="primary" onClick={() => setOpen(true)}>
              {text('shift')}
            </Button>
          ) : null
        }
      />
      {isOpen && <PairsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Two numbers a line: the ear tag, then the new chip; as a reader's file or typed. */
const pairsIn = (lines: string): { tag: string; chip: string }[] =>
  lines.split('\n').flatMap((line) => {
    const [tag, chip] = line.trim().split(/[\s,;\t]+/);
    return tag && chip ? [{ tag, chip }] : [];
  });

function PairsDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('farm.chipPage');
  const client = useQueryClient();
  const reasons = useChoices('tag_remove_reason');
  const [lines, setLines] = useState('');
  const [kind, setKind] = useState<'electronic' | 'ear'>('electronic');
  const [reason, setReason] = useState('damaged');
  const [rows, setRows] = useState<readonly PairRow[]>([]);
  const [busy, setBusy] = useState(false);
  const pairs = pairsIn(lines).map((one) => ({ ...one, kind, reason }));
  const run = async (isSaving: boolean) => {
    setBusy(true);
    try {
      if (!isSaving) {
        setRows(await call(checkChips, { body: { pairs } }));
        return;
      }
      const good = new Set(rows.filter((row) => row.ok).map((row) => row.tag));
      const done = await call(submitChips, { body: { pairs: pairs.filter((one) => good.has(one.tag)) } });
      notify('success', text('saved', { n: done.saved }));
      await client.invalidateQueries();
      onClose();
    } finally {
      setBusy(false);
    }
  };
  const good = rows.filter((row) => row.ok).length;
  return (
    <Modal
      open
      width={680}
      title={text('shift')}
      onCancel={onClose}
      confirmLoading={busy}
      okText={rows.length === 0 ? text('check') : text('saveGood', { n: good })}
      okButtonProps={{ disabled: pairs.length === 0 || (rows.length > 0 && good === 0) }}
      onOk={() => void run(rows.length > 0)}
    >
      <Form layout="vertical">
        <Flex gap={12} wrap>
          <Form.Item label={text('kind')}>
            <Select
              style={{ inlineSize: 160 }}
              value={kind}
              options={[
                { value: 'electronic', label: text('electronic') },
                { value: 'ear', label: text('ear') },
              ]}
              onChange={setKind}
            />
          </Form.Item>
          <Form.Item label={text('reason')}>
            <Select style={{ inlineSize: 200 }} value={reason} options={reasons} onChange={setReason} />
          </Form.Item>
        </Flex>
        <Form.Item label={text('pairs')} extra={text('pairsHint')}>
          <Input.TextArea
            rows={5}
            value={lines}
            onChange={(event) => {
              setLines(event.target.value);
              setRows([]);
            }}
          />
        </Form.Item>
      </Form>
      {rows.length > 0 && (
        <Table
          size="small"
          rowKey="tag"
          pagination={false}
          scroll={{ y: 240 }}
          dataSource={[...rows]}
          columns={[
            { key: 'tag', dataIndex: 'tag', title: text('tag') },
            { key: 'chip', dataIndex: 'chip', title: text('chip') },
            {
              key: 'ok',
              title: text('result'),
              render: (_, row) =>
                row.ok ? (
                  <Tag color="green">{text('fine')}</Tag>
                ) : (
                  <Typography.Text type="danger">{row.text}</Typography.Text>
                ),
            },
          ]}
        />
      )}
    </Modal>
  );
}
