import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Flex, Form, Modal, Select, Table, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict, useRefOptions } from '#kit/web/lookups/lookups.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { optionOf, optionWithHint } from '#kit/web/ui/option-with-hint.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import {
  endRelation,
  type Relation,
  relationList,
  saveRelation,
  sharing,
  sharingPartners,
} from '#modules/registry/contract/principal/principal-relation.ts';

const today = () => dayjs().format('YYYY-MM-DD');

/** With whom a unit works: whose member it is, who serves it, whom it supplies; and with whom it shares its data, which it says itself. */
export default function Relations({ id }: { readonly id: number }) {
  const t = useT();
  const text = useTexts('registry.relation');
  const language = useLanguage();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const mayEdit = useCan('pri:principal:edit');
  const { user } = useSession();
  const holdsShare = useCan('pri:principal:share');
  const mayShare = holdsShare && user.principalId === id;
  const [adding, setAdding] = useState<'relation' | 'sharing' | null>(null);
  const query = useQuery({
    queryKey: ['registry.relation', id, language],
    queryFn: () => call(relationList, { query: { principalId: id }, quiet: true }),
  });
  const changed = () => {
    notify('success', t('ok.saved'));
    setAdding(null);
    void client.invalidateQueries({ queryKey: ['registry.relation'] });
    void client.invalidateQueries({ queryKey: ['registry.mainFileTabs', id] });
  };
  const saving = useMutation({
    mutationFn: (values: { toId: number; kind: string }) =>
      call(saveRelation, { body: { fromId: id, ...values, fromOn: today() } }),
    onSuccess: changed,
  });
  const end = (row: Relation) =>
    modal.confirm({
      title: text(row.kind === sharing ? 'unshareAsk' : 'endAsk'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await call(endRelation, { body: { id: row.id, toOn: today() } });
        changed();
      },
    });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Flex vertical gap={12}>
      {(mayEdit || mayShare) && (
        <Flex gap={8} wrap>
          {mayEdit && (
            <Button type="primary" onClick={() => setAdding('relation')}>
              {text('add')}
            </Button>
          )}
          {mayShare && (
            <Button type={mayEdit ? 'default' : 'primary'} onClick={() => setAdding('sharing')}>
              {text('share')}
            </Button>
          )}
        </Flex>
      )}
      <Table<Relation>
        size="small"
        rowKey="id"
        loading={query.isFetching}
        dataSource={query.data ?? []}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: text('kind'), width: 140, dataIndex: 'kindName' },
          { title: text('way'), width: 140, render: (_, row) => text(`way_${row.way}`) },
          {
            title: text('other'),
            render: (_, row) =>
              row.otherType === null ? (
                row.otherName
              ) : (
                <PageLink to={`/pri/mainFile?id=${row.otherId}`}>{row.otherName}</PageLink>
              ),
          },
          { title: text('fromOn'), width: 140, dataIndex: 'fromOn' },
          {
            title: t('kit.actions'),
            width: 120,
            render: (_, row) =>
              (mayEdit || (mayShare && row.kind === sharing && row.way === 'out')) && (
                <Button type="link" danger size="small" onClick={() => end(row)}>
                  {text(row.kind === sharing ? 'unshare' : 'end')}
                </Button>
              ),
          },
        ]}
      />
      {adding === 'relation' && (
        <AddDialog
          id={id}
          busy={saving.isPending}
          onCancel={() => setAdding(null)}
          onDone={(values) => saving.mutate(values)}
        />
      )}
      {adding === 'sharing' && (
        <ShareDialog
          busy={saving.isPending}
          onCancel={() => setAdding(null)}
          onDone={(toId) => saving.mutate({ toId, kind: sharing })}
        />
      )}
    </Flex>
  );
}

interface AddProps {
  readonly id: number;
  readonly busy: boolean;
  onCancel(): void;
  onDone(values: { toId: number; kind: string }): void;
}

function AddDialog({ id, busy, onCancel, onDone }: AddProps) {
  const text = useTexts('registry.relation');
  const [form] = Form.useForm<{ toId: number; kind: string }>();
  const kinds = useDict('principal_relation').options;
  const [keyword, setKeyword] = useDebounced('');
  const { options } = useRefOptions('registry.principal', keyword, null);
  return (
    <Modal open title={text('add')} onCancel={onCancel} onOk={() => form.submit()} okButtonProps={{ loading: busy }}>
      <Form form={form} layout="vertical" onFinish={onDone}>
        <Form.Item name="kind" label={text('kind')} rules={[{ required: true, message: text('needed') }]}>
          <Select
            options={kinds
              .filter((one) => one.dictValue !== sharing)
              .map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
          />
        </Form.Item>
        <Form.Item name="toId" label={text('other')} rules={[{ required: true, message: text('needed') }]}>
          <Select
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            options={options.filter((one) => one.id !== id).map(optionOf)}
            optionRender={optionWithHint}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

interface ShareProps {
  readonly busy: boolean;
  onCancel(): void;
  onDone(toId: number): void;
}

/** The holder's consent: a partner's machines read its records from now on. */
function ShareDialog({ busy, onCancel, onDone }: ShareProps) {
  const text = useTexts('registry.relation');
  const [form] = Form.useForm<{ toId: number }>();
  const { data, isFetching } = useQuery({
    queryKey: ['registry.sharingPartners'],
    queryFn: () => call(sharingPartners, { quiet: true }),
  });
  return (
    <Modal open title={text('share')} onCancel={onCancel} onOk={() => form.submit()} okButtonProps={{ loading: busy }}>
      <Typography.Paragraph type="secondary">{text('shareHint')}</Typography.Paragraph>
      <Form form={form} layout="vertical" onFinish={({ toId }) => onDone(toId)}>
        <Form.Item name="toId" label={text('shareWith')} rules={[{ required: true, message: text('needed') }]}>
          <Select
            loading={isFetching}
            notFoundContent={text('noPartners')}
            options={(data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
