import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, Flex, Form, Input, Modal, Select, Tag } from 'antd';
import { useEffect, useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { ackAlert, alertCounts, closeAlert, type SignAlert, signAlert } from '#modules/sign/contract/home/alert.ts';

const colours: Record<string, string> = { urgent: 'red', warn: 'orange', info: 'blue' };
const reasons = ['handled', 'confirmed', 'falseAlarm'];

/** Sentences want the room of a text. */
const roomy = {
  ...signAlert,
  fields: {
    ...signAlert.fields,
    title: { ...signAlert.fields.title, kind: 'longText' },
    text: { ...signAlert.fields.text, kind: 'longText' },
  },
} as unknown as typeof signAlert;

/** 标识预警: what is open comes first; each leads to its matter. */
export default function SignAlertPage() {
  const text = useTexts('sign.signAlert');
  const ui = useTexts('sign.ui');
  const { search, openPage } = usePage();
  const url = useUrlState();
  const client = useQueryClient();
  const [closing, setClosing] = useState<SignAlert | null>(null);
  const [isReady, setReady] = useState(search.size > 0);
  useFirstAddress({ isOpen: 'true' });
  useEffect(() => setReady(true), []);
  const { data } = useQuery({
    queryKey: [...resourceKey(signAlert), 'counts'],
    queryFn: () => call(alertCounts, { query: {}, quiet: true }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: resourceKey(signAlert) });
  const ack = async ({ id, version }: SignAlert) => {
    await call(ackAlert, { body: { id, version } }).catch(() => null);
    await refresh();
  };
  if (!isReady) return null;
  const chosen = search.get('kind');
  return (
    <>
      <ResourcePage
        resource={roomy}
        isOwn={false}
        extra={() => (
          <Flex gap={12} wrap align="center">
            {(data ?? []).map((one) => (
              <Badge key={one.kind} count={one.n} size="small" color={colours[one.level] ?? 'blue'}>
                <Tag.CheckableTag
                  checked={chosen === one.kind}
                  onChange={(checked) => url.set({ kind: checked ? one.kind : null, isOpen: 'true', page: null })}
                >
                  {one.kindName}
                </Tag.CheckableTag>
              </Badge>
            ))}
          </Flex>
        )}
        cells={{
          level: (row) => <Tag color={colours[row.level] ?? 'default'}>{row.levelName}</Tag>,
          kind: (row) => <span>{row.kindName}</span>,
          title: (row) => <b>{row.title}</b>,
        }}
        actions={(row) => [
          ...(row._can.includes('ack') ? [{ key: 'ack', label: text('_ack'), run: () => void ack(row) }] : []),
          ...(row._can.includes('close') ? [{ key: 'close', label: text('_close'), run: () => setClosing(row) }] : []),
          ...(row.linkPath ? [{ key: 'go', label: ui('goThere'), run: () => openPage(String(row.linkPath)) }] : []),
        ]}
      />
      {closing && <Closing row={closing} onClose={() => setClosing(null)} onDone={() => void refresh()} />}
    </>
  );
}

function Closing({ row, onClose, onDone }: { readonly row: SignAlert; onClose(): void; onDone(): void }) {
  const id = useId();
  const label = useTexts('sign.signAlert');
  const { options } = useDict('alarm_close');
  const [closeReason, setReason] = useState('handled');
  const [closeNote, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await call(closeAlert, { body: { id: row.id, version: row.version, closeReason, closeNote } });
      onDone();
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
      title={label('_close')}
      okText={label('_close')}
      okButtonProps={{ disabled: closeNote.trim().length < 2 }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <p data-record>{row.text}</p>
        <Form.Item label={label('closeReason')} htmlFor={`${id}-reason`} required>
          <Select
            id={`${id}-reason`}
            value={closeReason}
            onChange={setReason}
            options={reasons.map((value) => ({
              value,
              label: options.find((one) => one.dictValue === value)?.dictLabel ?? value,
            }))}
          />
        </Form.Item>
        <Form.Item label={label('closeNote')} htmlFor={`${id}-note`} required>
          <Input.TextArea
            id={`${id}-note`}
            autoFocus
            maxLength={500}
            value={closeNote}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
