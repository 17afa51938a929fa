import { Button, Flex, Form, Input, Modal, Segmented, Select, Table, Tag } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { addObjection, decideObjection } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { pledgeChange } from '#modules/bank/contract/pledge/pledge-change.ts';
import { beforeContract, type Pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { type PledgeObjection, pledgeItem, pledgeObjection } from '#modules/bank/contract/pledge/pledge-item.ts';

const paged = (page: number, total: number, onChange: (page: number) => void) => ({
  current: page,
  pageSize: 50,
  total,
  showSizeChanger: false,
  hideOnSinglePage: true,
  onChange,
});

/** Every head: what it is worth today, who saw it last, and who insures it. */
export function ItemsTab({ pledgeId }: { readonly pledgeId: number }) {
  const t = useT();
  const text = useTexts('bank.pledgePage');
  const [page, setPage] = useState(1);
  const [only, setOnly] = useState<'live' | 'unseen' | 'uncovered' | 'ended'>('live');
  const filter: Record<typeof only, Record<string, string>> = {
    live: { state: 'reserved,pledged,releasing,missing' },
    unseen: { isUnseen: 'true' },
    uncovered: { isUncovered: 'true' },
    ended: { state: 'released,swappedOut,dead,disposed,dropped' },
  };
  const { data } = useRows(pledgeItem, { pledgeId: String(pledgeId), ...filter[only] }, page);
  const label = (name: string) => t.any(`bank.pledgeItem.${name}`);
  return (
    <Flex vertical gap={8}>
      <Segmented
        value={only}
        onChange={(next) => {
          setOnly(next);
          setPage(1);
        }}
        options={(['live', 'unseen', 'uncovered', 'ended'] as const).map((key) => ({
          value: key,
          label: text(`only_${key}`),
        }))}
      />
      <Table
        size="small"
        rowKey="id"
        loading={!data}
        dataSource={data?.rows ?? []}
        scroll={{ x: 860 }}
        pagination={paged(page, data?.total ?? 0, setPage)}
        columns={[
          {
            key: 'tag',
            title: label('earTag'),
            render: (_, row) => <PageLink to={`/bank/animals/detail?id=${row.id}`}>{row.earTag}</PageLink>,
          },
          { key: 'stage', title: label('stage'), render: (_, row) => row.stageName },
          {
            key: 'value',
            title: label('value'),
            align: 'end',
            render: (_, row) => (row.value === null ? '-' : moneyText(row.value)),
          },
          {
            key: 'seen',
            title: label('seenAt'),
            render: (_, row) => (
              <Tag color={row.isUnseen ? 'red' : 'green'}>
                {row.seenAt ? `${row.seenByName ?? ''} ${wallTime(row.seenAt)}` : text('neverSeen')}
              </Tag>
            ),
          },
          {
            key: 'cover',
            title: label('coverTo'),
            render: (_, row) =>
              row.isUncovered ? (
                <Tag>{text('noCover')}</Tag>
              ) : (
                <Tag color={row.beneficiarySet ? 'green' : 'orange'}>{row.coverTo}</Tag>
              ),
          },
          {
            key: 'device',
            title: label('deviceNos'),
            render: (_, row) => <span data-record>{row.deviceNos ?? ''}</span>,
          },
          {
            key: 'state',
            title: label('state'),
            render: (_, row) => <Tag>{[row.stateName, row.endReasonName].filter(Boolean).join(' · ')}</Tag>,
          },
        ]}
      />
    </Flex>
  );
}

interface TabProps {
  readonly data: Pledge;
}
export function ObjectionsTab({ data, onChanged }: TabProps & { onChanged(): void }) {
  const t = useT();
  const text = useTexts('bank.pledgePage');
  const mayEdit = useCan('bank:pledge:edit');
  const mayTitle = useCan('bank:pledge:title');
  const [open, setOpen] = useState<'new' | PledgeObjection | null>(null);
  const { data: found, refetch } = useRows(pledgeObjection, { pledgeId: String(data.id) });
  const label = (name: string) => t.any(`bank.pledgeObjection.${name}`);
  const isOpen = (beforeContract as readonly string[]).includes(data.status);
  return (
    <Flex vertical gap={8}>
      {isOpen && (mayEdit || mayTitle) && (
        <Flex>
          <Button onClick={() => setOpen('new')}>{text('addObjection')}</Button>
        </Flex>
      )}
      <Table
        size="small"
        rowKey="id"
        dataSource={found?.rows ?? []}
        scroll={{ x: 720 }}
        pagination={false}
        columns={[
          { key: 'on', title: label('receivedOn'), dataIndex: 'receivedOn' },
          { key: 'who', title: label('objectorName'), render: (_, row) => <span data-record>{row.objectorName}</span> },
          { key: 'tags', title: label('tags'), render: (_, row) => <span data-record>{row.tags ?? ''}</span> },
          { key: 'text', title: label('text'), render: (_, row) => <span data-record>{row.text}</span> },
          { key: 'finding', title: label('finding'), render: (_, row) => <span data-record>{row.finding ?? ''}</span> },
          { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
          {
            key: 'do',
            title: '',
            render: (_, row) =>
              row.status === 'open' &&
              isOpen && (
                <Button size="small" onClick={() => setOpen(row)}>
                  {label('_decide')}
                </Button>
              ),
          },
        ]}
      />
      {open && (
        <ObjectionDialog
          pledgeId={data.id}
          row={open === 'new' ? null : open}
          onClose={() => {
            setOpen(null);
            void refetch();
            onChanged();
          }}
        />
      )}
    </Flex>
  );
}

interface Entered {
  readonly objectorName: string;
  readonly objectorPhone?: string;
  readonly tags?: string;
  readonly text: string;
  readonly isUpheld: boolean;
  readonly finding: string;
}
function ObjectionDialog({
  pledgeId,
  row,
  onClose,
}: {
  readonly pledgeId: number;
  readonly row: PledgeObjection | null;
  onClose(): void;
}) {
  const t = useT();
  const text = useTexts('bank.pledgePage');
  const [form] = Form.useForm<Entered>();
  const [busy, setBusy] = useState(false);
  const label = (name: string) => t.any(`bank.pledgeObjection.${name}`);
  const save = async (value: Entered) => {
    setBusy(true);
    try {
      if (row) await call(decideObjection, { body: { id: row.id, isUpheld: value.isUpheld, finding: value.finding } });
      else
        await call(addObjection, {
          body: {
            pledgeId,
            objectorName: value.objectorName,
            objectorPhone: value.objectorPhone || null,
            earTags: (value.tags ?? '').match(/\d{15}/g) ?? [],
            text: value.text,
            receivedOn: dayjs().format('YYYY-MM-DD'),
          },
        });
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
      title={label(row ? '_decide' : '_title')}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form form={form} layout="vertical" onFinish={(value) => void save(value)} initialValues={{ isUpheld: false }}>
        {row ? (
          <>
            <p data-record>{row.text}</p>
            <Form.Item name="isUpheld" label={label('status')}>
              <Select
                options={[
                  { value: false, label: text('notUpheld') },
                  { value: true, label: text('upheld') },
                ]}
              />
            </Form.Item>
            <Form.Item name="finding" label={label('finding')} rules={[{ required: true }]}>
              <Input.TextArea rows={3} maxLength={1000} />
            </Form.Item>
          </>
        ) : (
          <>
            <Form.Item name="objectorName" label={label('objectorName')} rules={[{ required: true }]}>
              <Input maxLength={60} />
            </Form.Item>
            <Form.Item name="objectorPhone" label={label('objectorPhone')}>
              <Input maxLength={11} inputMode="tel" />
            </Form.Item>
            <Form.Item name="tags" label={label('tags')} extra={text('tagsHint')}>
              <Input.TextArea rows={2} />
            </Form.Item>
            <Form.Item name="text" label={label('text')} rules={[{ required: true }]}>
              <Input.TextArea rows={3} maxLength={1000} />
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  );
}

export function ChangesTab({ data }: TabProps) {
  const t = useT();
  const text = useTexts('bank.pledgePage');
  const { openPage } = usePage();
  const mayAsk = useCan('bank:change:ask');
  const { data: found } = useRows(pledgeChange, { pledgeId: String(data.id) });
  const label = (name: string) => t.any(`bank.pledgeChange.${name}`);
  return (
    <Flex vertical gap={8}>
      {mayAsk && data.status === 'active' && (
        <Flex>
          <Button onClick={() => openPage(`/bank/pledge/changeAdd?pledgeId=${data.id}`)}>{text('askChange')}</Button>
        </Flex>
      )}
      <Table
        size="small"
        rowKey="id"
        dataSource={found?.rows ?? []}
        scroll={{ x: 720 }}
        pagination={false}
        columns={[
          {
            key: 'no',
            title: label('docNo'),
            render: (_, row) => <PageLink to={`/bank/pledge/change?id=${row.id}`}>{row.docNo}</PageLink>,
          },
          { key: 'kind', title: label('kind'), render: (_, row) => row.kindName },
          { key: 'head', title: text('outIn'), align: 'end', render: (_, row) => `${row.headOut} / ${row.headIn}` },
          {
            key: 'ltv',
            title: label('ltvAfter'),
            align: 'end',
            render: (_, row) => (row.ltvAfter === null ? '-' : `${row.ltvAfter}%`),
          },
          { key: 'until', title: label('releaseUntil'), dataIndex: 'releaseUntil' },
          { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
        ]}
      />
    </Flex>
  );
}
