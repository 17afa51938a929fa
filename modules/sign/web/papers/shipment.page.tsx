// Chinese in this file: packing lists of Chinese factories name boxes and bags so.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Form, Input, Modal, Space, Table, Typography } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { parseCode } from '#modules/sign/contract/numbers/code.ts';
import {
  importPairs,
  type PackRow,
  savePacks,
  shipmentPacks,
  type TagShipment,
  tagShipment,
} from '#modules/sign/contract/papers/handover.ts';
import { Code, numberText, PlaceTag, StateTabs } from '../common/parts.tsx';

/** A block from a spreadsheet: pack, level, box, first, last, left out. */
function rowsOf(words: string): { rows: PackRow[]; bad: number[] } {
  const bad: number[] = [];
  const rows = words
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .flatMap((line, at): PackRow[] => {
      const [packNo = '', level = '', parent = '', from = '', to = '', missing = ''] = line
        .split(/\t|,/)
        .map((one) => one.trim());
      const [first, last] = [parseCode(from), parseCode(to)];
      const kind = /^(box|箱)$/i.test(level) ? 'box' : /^(bag|包)$/i.test(level) ? 'bag' : null;
      if (!packNo || !kind || first === null || last === null) {
        bad.push(at + 1);
        return [];
      }
      return [{ packNo, level: kind, parent: parent || null, from: first, to: last, missing: missing || null }];
    });
  return { rows, bad };
}

/** 生产发货: packing lists of the factory, and what became of each pack. */
export default function ShipmentPage() {
  const text = useTexts('sign.ui');
  const [open, setOpen] = useState<TagShipment | null>(null);
  const [pairing, setPairing] = useState<TagShipment | null>(null);
  return (
    <>
      <ResourcePage
        resource={tagShipment}
        above={() => (
          <StateTabs
            tabs={[
              { key: 'all', label: text('all'), filter: { status: null } },
              { key: 'draft', label: text('tabDraft'), filter: { status: 'draft' } },
              { key: 'shipped', label: text('tabWay'), filter: { status: 'shipped' } },
              { key: 'dispute', label: text('tabDispute'), filter: { status: 'partSigned,refused' } },
              { key: 'done', label: text('tabDone'), filter: { status: 'signed,settled' } },
            ]}
          />
        )}
        actions={(row) => [
          { key: 'packs', label: text('packingList'), run: () => setOpen(row) },
          ...(row._can.includes('edit') || row._can.includes('ship')
            ? [{ key: 'pairs', label: text('chipPairs'), run: () => setPairing(row) }]
            : []),
        ]}
      />
      {open && <Packs row={open} onClose={() => setOpen(null)} />}
      {pairing && <Pairs row={pairing} onClose={() => setPairing(null)} />}
    </>
  );
}

function Packs({ row, onClose }: { readonly row: TagShipment; onClose(): void }) {
  const id = useId();
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const [words, setWords] = useState('');
  const [said, setSaid] = useState<{
    errors: readonly { row: number; packNo: string; text: string }[];
    count: number;
    boxes: number;
    bags: number;
  } | null>(null);
  const { data = [], refetch } = useQuery({
    queryKey: ['sign.packs', row.id],
    queryFn: () => call(shipmentPacks, { query: { id: row.id }, quiet: true }),
  });
  const { rows, bad } = rowsOf(words);
  const send = async (mode: 'check' | 'commit') => {
    const answer = await call(savePacks, { body: { id: row.id, mode, rows } }).catch(() => null);
    if (!answer) return;
    setSaid(answer);
    if (mode === 'commit' && answer.errors.length === 0) {
      setWords('');
      await refetch();
      await client.invalidateQueries({ queryKey: resourceKey(tagShipment) });
    }
  };
  return (
    <Drawer open size={960} title={`${row.docNo} · ${text('packingList')}`} onClose={onClose}>
      {row.status === 'draft' && row._can.includes('ship') && (
        <Form layout="vertical">
          <Form.Item label={text('pastePacks')} htmlFor={`${id}-packs`} extra={text('packsHint')}>
            <Input.TextArea
              id={`${id}-packs`}
              rows={6}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </Form.Item>
          <Space wrap>
            <Button disabled={rows.length === 0} onClick={() => void send('check')}>
              {text('check')}
            </Button>
            <Button type="primary" disabled={rows.length === 0 || bad.length > 0} onClick={() => void send('commit')}>
              {text('savePacks')}
            </Button>
            {bad.length > 0 && (
              <Typography.Text type="danger">{text('badRows', { rows: bad.slice(0, 10).join(', ') })}</Typography.Text>
            )}
          </Space>
          {said && (
            <Alert
              style={{ marginBlock: 12 }}
              type={said.errors.length > 0 ? 'error' : 'success'}
              showIcon
              title={
                said.errors.length > 0
                  ? text('packsRefused', { n: said.errors.length })
                  : text('packsRight', { boxes: said.boxes, bags: said.bags, n: said.count })
              }
              description={said.errors
                .slice(0, 20)
                .map((one) => <div key={`${one.row} ${one.text}`}>{`${one.row}. ${one.packNo}: ${one.text}`}</div>)}
            />
          )}
        </Form>
      )}
      <Table
        size="small"
        rowKey="id"
        dataSource={data}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            key: 'no',
            title: text('pack'),
            render: (_, one) => (one.level === 'box' ? <b>{one.packNo}</b> : one.packNo),
          },
          { key: 'level', title: text('level'), render: (_, one) => text(one.level === 'box' ? 'box' : 'bag') },
          { key: 'parent', title: text('inBox'), render: (_, one) => one.parentNo ?? '-' },
          { key: 'range', title: text('numbers'), render: (_, one) => <Code>{one.range}</Code> },
          { key: 'count', title: text('count'), align: 'right', render: (_, one) => numberText(one.count) },
          { key: 'missing', title: text('leftOut'), render: (_, one) => one.missing ?? '-' },
          {
            key: 'places',
            title: text('now'),
            render: (_, one) => (
              <Flex gap={4} wrap>
                {one.places.length > 1 && <span>{text('split')}</span>}
                {one.places.map((part) => (
                  <span key={part.place}>
                    <PlaceTag place={part.place} />
                    {part.count}
                  </span>
                ))}
              </Flex>
            ),
          },
        ]}
      />
    </Drawer>
  );
}

function Pairs({ row, onClose }: { readonly row: TagShipment; onClose(): void }) {
  const id = useId();
  const text = useTexts('sign.ui');
  const [words, setWords] = useState('');
  const [said, setSaid] = useState<{
    paired: number;
    refused: readonly { row: number; eid: string; text: string }[];
  } | null>(null);
  const rows = words
    .split('\n')
    .map((line) => line.trim().split(/[\t,;\s]+/))
    .flatMap(([eid, code]) => {
      const number = parseCode(code ?? '');
      return eid && number !== null ? [{ eid, code: number }] : [];
    });
  const send = async () => {
    const answer = await call(importPairs, { body: { shipmentId: row.id, rows } }).catch(() => null);
    if (answer) setSaid(answer);
  };
  return (
    <Modal
      open
      title={text('chipPairs')}
      okText={text('send')}
      okButtonProps={{ disabled: rows.length === 0 }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('pastePairs')} htmlFor={`${id}-pairs`}>
          <Input.TextArea
            id={`${id}-pairs`}
            rows={8}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Form.Item>
      </Form>
      {said && (
        <Alert
          type={said.refused.length > 0 ? 'warning' : 'success'}
          showIcon
          title={text('paired', { n: said.paired })}
          description={said.refused
            .slice(0, 20)
            .map((one) => <div key={one.row}>{`${one.row}. ${one.eid}: ${one.text}`}</div>)}
        />
      )}
    </Modal>
  );
}
