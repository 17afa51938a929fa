import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Flex, Form, Input, Modal, Select, Space, Tag } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import type { AnyResource } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import type { AlertCalls } from '#modules/platform/contract/alarm/alert-view.ts';

export interface AlertRow {
  readonly id: number;
  readonly version: number;
  readonly kind: string;
  readonly kindName?: string | null;
  readonly level: string;
  readonly levelName?: string | null;
  readonly title: string;
  readonly text: string;
  readonly status: string;
  readonly statusName?: string | null;
  readonly regionCode: number | null;
  readonly subjectId: number | null;
  readonly linkPath: string | null;
  readonly _can: readonly string[];
}
interface Action {
  readonly key: string;
  readonly label: string;
  run(): void;
}
interface Props {
  readonly resource: AnyResource;
  readonly calls: AlertCalls;
  /** What stands beside the state. */
  readonly mark?: (row: AlertRow) => ReactNode;
  /** What a row offers before and after taking up and closing. */
  readonly first?: (row: AlertRow) => readonly Action[];
  readonly last?: (row: AlertRow) => readonly Action[];
  /** Findings its kinds know, the usual one first. */
  readonly reasons?: readonly string[];
}

const colours: Record<string, string> = { urgent: 'red', warn: 'orange', info: 'blue' };
const usualReasons = ['handled', 'confirmed', 'falseAlarm'];

/** A module's own alarms: what is open comes first, each leads to its matter. */
export function AlertList({ resource, calls, mark, first, last, reasons = usualReasons }: Props) {
  const t = useT();
  const text = (key: string) => t.any(`${resource.module}.${resource.name}.${key}`);
  const { search, openPage } = usePage();
  const url = useUrlState();
  const client = useQueryClient();
  const [closing, setClosing] = useState<AlertRow | null>(null);
  const isReady = useFirstAddress({ isOpen: 'true' });
  const { data } = useQuery({
    queryKey: [...resourceKey(resource), 'counts'],
    queryFn: () => call(calls.counts, { query: {}, quiet: true }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: resourceKey(resource) });
  const ack = async (rows: readonly AlertRow[]) => {
    try {
      for (const { id, version } of rows) await call(calls.ack, { body: { id, version } });
    } catch {
      // The client has said why; those before it are acknowledged.
    }
    await refresh();
  };
  if (!isReady) return null;
  const { fields } = resource as unknown as { fields: Record<string, object> };
  // Sentences want the room of a text.
  const roomy = {
    ...resource,
    fields: {
      ...fields,
      title: { ...fields.title, kind: 'longText' },
      text: { ...fields.text, kind: 'longText' },
    },
  } as unknown as AnyResource;
  const chosen = search.get('kind');
  const batch = (list: ResourceList) => {
    const able = (list.selected as unknown as AlertRow[]).filter((row) => row._can.includes('ack'));
    if (able.length === 0) return null;
    return (
      <Button onClick={() => void ack(able).then(() => list.select([]))}>
        {text('_ack')} {able.length}
      </Button>
    );
  };
  const cell = (draw: (row: AlertRow) => ReactNode) => (row: unknown) => draw(row as AlertRow);
  return (
    <>
      <ResourcePage
        resource={roomy}
        isOwn={false}
        extra={(list) => (
          <Space wrap>
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
            {batch(list)}
          </Space>
        )}
        cells={
          {
            level: cell((row) => <Tag color={colours[row.level] ?? 'default'}>{row.levelName}</Tag>),
            kind: cell((row) => <span>{row.kindName}</span>),
            title: cell((row) => <b>{row.title}</b>),
            status: cell((row) => (
              <Space size={4} wrap>
                <Tag>{row.statusName}</Tag>
                {mark?.(row)}
              </Space>
            )),
          } as never
        }
        actions={(given) => {
          const row = given as unknown as AlertRow;
          return [
            ...(first?.(row) ?? []),
            ...(row._can.includes('ack') ? [{ key: 'ack', label: text('_ack'), run: () => void ack([row]) }] : []),
            ...(row._can.includes('close')
              ? [{ key: 'close', label: text('_close'), run: () => setClosing(row) }]
              : []),
            ...(row.linkPath ? [{ key: 'go', label: text('go'), run: () => openPage(String(row.linkPath)) }] : []),
            ...(last?.(row) ?? []),
          ];
        }}
      />
      {closing && (
        <CloseAlert
          row={closing}
          text={text}
          calls={calls}
          reasons={reasons}
          onClose={() => setClosing(null)}
          onDone={refresh}
        />
      )}
    </>
  );
}

interface CloseProps {
  readonly row: AlertRow;
  readonly calls: AlertCalls;
  readonly reasons: readonly string[];
  text(key: string): string;
  onClose(): void;
  onDone(): unknown;
}
/** Closed by hand: with a reason of the kind, and what was done. */
function CloseAlert({ row, calls, reasons, text, onClose, onDone }: CloseProps) {
  const id = useId();
  const { options } = useDict('alarm_close');
  const [closeReason, setReason] = useState(reasons[0] ?? 'handled');
  const [closeNote, setNote] = useState('');
  const { busy, act } = useAct(onClose);
  return (
    <Modal
      open
      title={text('_close')}
      okText={text('_close')}
      okButtonProps={{ disabled: closeNote.trim().length < 2 }}
      confirmLoading={busy}
      onOk={() =>
        act(() => call(calls.close, { body: { id: row.id, version: row.version, closeReason, closeNote } }), onDone)
      }
      onCancel={onClose}
    >
      <Form layout="vertical">
        <p data-record>{row.text}</p>
        <Form.Item label={text('closeReason')} htmlFor={`${id}-reason`} required>
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
        <Form.Item label={text('closeNote')} htmlFor={`${id}-note`} required>
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
