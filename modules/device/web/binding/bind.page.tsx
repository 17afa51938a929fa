import { DeleteOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Card, Empty, Flex, Form, Input, Segmented, Select, Table, Tag, Typography } from 'antd';
import { useRef, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { useKeyword } from '#kit/web/ui/use-keyword.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  bindModes,
  type CheckedPair,
  checkBinding,
  submitBinding,
} from '#modules/device/contract/binding/device-binding.ts';
import { useLabel } from '../common/names.ts';

const colours = { ok: 'success', warn: 'warning', error: 'error' } as const;
const targets = ['animal', 'pen', 'hovel', 'site', 'vehicle'] as const;

/** 绑定作业: device and ear tag in turn, each pair checked at once, all of them submitted together. */
export default function BindPage() {
  const text = useTexts('device.bindPage');
  const label = { target: useLabel('bind_target'), reason: useLabel('unbind_reason') };
  const { message } = App.useApp();
  const url = useUrlState();
  const { user } = useSession();
  const [principalId, setPrincipal] = useState<number | null>(Number(url.get('principalId')) || user.principalId);
  const [mode, setMode] = useState<(typeof bindModes)[number]>(
    bindModes.find((one) => one === url.get('mode')) ?? 'bind',
  );
  const [targetKind, setTarget] = useState<(typeof targets)[number]>('animal');
  const [device, setDevice] = useState(url.get('device') ?? '');
  const [target, setTargetText] = useState('');
  const [reason, setReason] = useState('returned');
  const [pairs, setPairs] = useState<readonly CheckedPair[]>([]);
  const { keyword, type } = useKeyword();
  const holders = useRefOptions('registry.principal', keyword, principalId ?? undefined, {});
  const deviceInput = useRef<HTMLInputElement>(null);
  const targetInput = useRef<HTMLInputElement>(null);
  const key = useRef(newKey());
  const asked = (list: readonly { device: string; target: string }[]) => ({
    principalId: principalId as number,
    mode,
    targetKind,
    pairs: list.map((one) => ({ device: one.device, target: one.target })),
  });

  const check = useMutation({
    mutationFn: (list: readonly { device: string; target: string }[]) => call(checkBinding, { body: asked(list) }),
    onSuccess: (found) => setPairs(found),
  });
  const submit = useMutation({
    mutationFn: () =>
      call(submitBinding, {
        body: { ...asked(pairs), ...(mode === 'unbind' && { reason }) },
        idempotencyKey: key.current,
      }),
    onSuccess: ({ bound, ended, refused }) => {
      key.current = newKey();
      message.success(text('done', { bound, ended }));
      setPairs(refused);
    },
  });
  const add = () => {
    if (!device || (mode !== 'unbind' && !target) || principalId === null) return;
    check.mutate([...pairs, { device, target: mode === 'unbind' ? '' : target }]);
    setDevice('');
    setTargetText('');
    deviceInput.current?.focus();
  };
  const restart = () => setPairs([]);
  const good = pairs.filter((one) => one.level !== 'error').length;
  return (
    <Flex vertical gap={12} style={{ maxWidth: 1100 }}>
      <Card size="small">
        <Form layout="vertical">
          <Flex gap={12} wrap>
            <Form.Item label={text('holder')} style={{ flex: '1 1 260px', marginBottom: 8 }}>
              <Select<number>
                value={principalId}
                onChange={(value) => {
                  setPrincipal(value);
                  restart();
                }}
                showSearch={{ filterOption: false, onSearch: type }}
                options={holders.options.map((one) => ({ value: one.id, label: one.name }))}
              />
            </Form.Item>
            <Form.Item label={text('mode')} style={{ marginBottom: 8 }}>
              <Segmented
                value={mode}
                onChange={(value) => {
                  setMode(value as typeof mode);
                  restart();
                }}
                options={bindModes.map((value) => ({ value, label: text(value) }))}
              />
            </Form.Item>
            {mode !== 'unbind' && (
              <Form.Item label={text('target')} style={{ flex: '0 1 160px', marginBottom: 8 }}>
                <Select
                  value={targetKind}
                  onChange={(value) => {
                    setTarget(value);
                    restart();
                  }}
                  options={targets.map((value) => ({ value, label: label.target(value) }))}
                />
              </Form.Item>
            )}
            {mode === 'unbind' && (
              <Form.Item label={text('reason')} style={{ flex: '0 1 160px', marginBottom: 8 }}>
                <Select
                  value={reason}
                  onChange={setReason}
                  options={['returned', 'dropped', 'broken', 'lowBattery', 'wrong'].map((value) => ({
                    value,
                    label: label.reason(value),
                  }))}
                />
              </Form.Item>
            )}
          </Flex>
          <Flex gap={12} wrap>
            <Form.Item label={text('device')} style={{ flex: '1 1 220px', marginBottom: 8 }}>
              <Input
                ref={deviceInput as never}
                size="large"
                autoFocus
                value={device}
                placeholder={text('deviceHint')}
                onChange={(event) => setDevice(event.target.value.trim())}
                onPressEnter={() => (mode === 'unbind' ? add() : targetInput.current?.focus())}
              />
            </Form.Item>
            {mode !== 'unbind' && (
              <Form.Item
                label={targetKind === 'animal' ? text('earTag') : text('place')}
                style={{ flex: '1 1 220px', marginBottom: 8 }}
              >
                <Input
                  ref={targetInput as never}
                  size="large"
                  value={target}
                  placeholder={targetKind === 'animal' ? text('tagHint') : text('placeHint')}
                  onChange={(event) => setTargetText(event.target.value.trim())}
                  onPressEnter={add}
                />
              </Form.Item>
            )}
            <Form.Item label=" " style={{ marginBottom: 8 }}>
              <Button size="large" onClick={add} loading={check.isPending} disabled={principalId === null}>
                {text('add')}
              </Button>
            </Form.Item>
          </Flex>
        </Form>
      </Card>
      <Card
        size="small"
        title={text('pairs', { n: pairs.length })}
        extra={
          <Button type="primary" disabled={good === 0} loading={submit.isPending} onClick={() => submit.mutate()}>
            {text('submit', { n: good })}
          </Button>
        }
      >
        <Table<CheckedPair>
          size="small"
          rowKey={(row) => `${row.device} ${row.target}`}
          dataSource={[...pairs]}
          pagination={false}
          scroll={{ x: 700 }}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('empty')} /> }}
          columns={[
            { title: text('device'), dataIndex: 'device', render: (value: string) => <span data-record>{value}</span> },
            {
              title: text('on'),
              dataIndex: 'target',
              render: (value: string) => <span data-record>{value || '-'}</span>,
            },
            { title: text('model'), dataIndex: 'modelName' },
            {
              title: text('seen'),
              dataIndex: 'lastSeenAt',
              render: (at: string | null) => (at ? wallTime(at).slice(5, 16) : '-'),
            },
            {
              title: text('result'),
              render: (_, row) => (
                <Flex gap={4} wrap align="center">
                  <Tag color={colours[row.level]}>{text(row.level)}</Tag>
                  {row.words.map((one) => (
                    <Typography.Text key={one} {...(row.level === 'error' && { type: 'danger' })}>
                      {one}
                    </Typography.Text>
                  ))}
                </Flex>
              ),
            },
            {
              width: 48,
              render: (_, row) => (
                <Button
                  type="text"
                  aria-label={text('remove')}
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => setPairs(pairs.filter((one) => one !== row))}
                />
              ),
            },
          ]}
        />
      </Card>
    </Flex>
  );
}
