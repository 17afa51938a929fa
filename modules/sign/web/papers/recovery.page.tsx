import { DeleteOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Flex, Input, Space, Table, Tag, Typography } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { ScanField } from '#kit/web/field/scan-field.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import {
  recoveryLines,
  type SignRecovery,
  scanRecovery,
  signRecovery,
  unscanRecovery,
} from '#modules/sign/contract/papers/recovery.ts';
import { Code, numberText, StateTabs } from '../common/parts.tsx';

/** 回收管理: unused ones go back to the shelf, worn ones to the fire. */
export default function RecoveryPage() {
  const text = useTexts('sign.ui');
  const [open, setOpen] = useState<SignRecovery | null>(null);
  return (
    <>
      <ResourcePage
        resource={signRecovery}
        above={() => (
          <StateTabs
            tabs={[
              { key: 'all', label: text('all'), filter: { kind: null, status: null } },
              { key: 'unused', label: text('tabUnused'), filter: { kind: 'unused', status: null } },
              { key: 'worn', label: text('tabWorn'), filter: { kind: 'worn', status: null } },
              { key: 'burn', label: text('tabBurn'), filter: { kind: 'worn', status: 'received' } },
            ]}
          />
        )}
        actions={(row) => [
          { key: 'bag', label: row.status === 'open' ? text('scanIn') : text('contents'), run: () => setOpen(row) },
        ]}
      />
      {open && <Bag row={open} onClose={() => setOpen(null)} />}
    </>
  );
}

interface Wrong {
  readonly key: number;
  readonly shown: string;
  readonly text: string;
}
/** A scan session: a running count; what is refused stays red with its reason and is not put in. */
function Bag({ row, onClose }: { readonly row: SignRecovery; onClose(): void }) {
  const id = useId();
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const isOpen = row.status === 'open' && row._can.includes('seal');
  const [wrong, setWrong] = useState<readonly Wrong[]>([]);
  const [typed, setTyped] = useState('');
  const { data = [], refetch } = useQuery({
    queryKey: ['sign.bag', row.id],
    queryFn: () => call(recoveryLines, { query: { id: row.id }, quiet: true }),
  });
  const count = data.reduce((sum, one) => sum + one.count, 0);
  const send = async (texts: readonly string[]) => {
    const answer = await call(scanRecovery, { body: { id: row.id, texts: [...texts] }, quiet: true });
    const refused = answer.results.filter((one) => !one.ok);
    setWrong((old) =>
      [...refused.map((one, at) => ({ key: Date.now() + at, shown: one.shown, text: one.text ?? '' })), ...old].slice(
        0,
        100,
      ),
    );
    navigator.vibrate?.(refused.length > 0 ? [80, 60, 80] : 40);
    await refetch();
    await client.invalidateQueries({ queryKey: resourceKey(signRecovery) });
    return answer;
  };
  const scan = async (words: string) => {
    try {
      const { results } = await send([words]);
      const [first] = results;
      return { ok: first?.ok ?? false, text: first?.ok ? (first.text ?? first.shown) : (first?.text ?? words) };
    } catch (failure) {
      return { ok: false, text: failure instanceof Error ? failure.message : words };
    }
  };
  const drop = async (lineId: number) => {
    await call(unscanRecovery, { body: { id: row.id, lineId } }).catch(() => null);
    await refetch();
  };
  const many = typed
    .split(/[\n,，;；]+/)
    .map((one) => one.trim())
    .filter(Boolean);
  return (
    <Drawer open size={720} title={`${text('bagNo')} ${row.bagNo}`} onClose={onClose}>
      <Flex vertical gap={12}>
        <div>
          <Typography.Text type="secondary">{text('inBag')}</Typography.Text>
          <Typography.Title level={1} style={{ margin: 0 }}>
            {numberText(count)}
          </Typography.Title>
        </div>
        {isOpen && (
          <>
            <ScanField id={`${id}-scan`} onScan={scan} />
            <Input.TextArea
              rows={2}
              value={typed}
              placeholder={text('pasteCodes')}
              aria-label={text('pasteCodes')}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button
              disabled={many.length === 0}
              onClick={() =>
                void send(many).then(
                  () => setTyped(''),
                  () => undefined,
                )
              }
            >
              {text('addMany', { n: many.length })}
            </Button>
          </>
        )}
        {wrong.map((one) => (
          <Flex key={one.key} justify="space-between" gap={8}>
            <Space>
              <Code>{one.shown}</Code>
              <Tag color="red">{one.text}</Tag>
            </Space>
            <Button size="small" type="text" onClick={() => setWrong(wrong.filter((other) => other.key !== one.key))}>
              {text('dismiss')}
            </Button>
          </Flex>
        ))}
        <Table
          size="small"
          rowKey="id"
          dataSource={data}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            { key: 'code', title: text('numbers'), render: (_, one) => <Code>{one.shown}</Code> },
            { key: 'count', title: text('count'), align: 'right', render: (_, one) => numberText(one.count) },
            { key: 'category', title: text('category'), render: (_, one) => <span data-record>{one.category}</span> },
            {
              key: 'drop',
              title: '',
              width: 48,
              render: (_, one) =>
                isOpen ? (
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={text('remove')}
                    onClick={() => void drop(one.id)}
                  />
                ) : null,
            },
          ]}
        />
      </Flex>
    </Drawer>
  );
}
