import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Descriptions, Empty, Flex, Form, List, Modal, Select, Space, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict, useRefOptions } from '#kit/web/lookups/lookups.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { optionOf, optionWithHint } from '#kit/web/ui/option-with-hint.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { changeParent, type NetworkEdge, type NetworkNode } from '#modules/registry/contract/map/network.ts';
import { endRelation, saveRelation } from '#modules/registry/contract/principal/principal-relation.ts';
import { Dot } from '../dot.tsx';
import { edgeColour } from './graph-layout.ts';

interface NodePanelProps {
  readonly node: NetworkNode | undefined;
  readonly edges: readonly NetworkEdge[];
  nameOf(id: number): string | undefined;
  onCentre(id: number): void;
  onChanged(): void;
}

const today = () => dayjs().format('YYYY-MM-DD');

/** The chosen unit, its lines, and what can be done with them. */
export function NodePanel({ node, edges, nameOf, onCentre, onChanged }: NodePanelProps) {
  const t = useT();
  const text = useTexts('registry.network');
  const client = useQueryClient();
  const { openPage } = usePage();
  const mayEdit = useCan('pri:principal:edit');
  const [asking, setAsking] = useState<'parent' | 'relation' | null>(null);
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => {
      notify('success', t('ok.saved'));
      setAsking(null);
      onChanged();
      void client.invalidateQueries({ queryKey: ['registry.network'] });
      void client.invalidateQueries({ queryKey: ['registry.relation'] });
    },
  });
  if (!node)
    return (
      <Card size="small" style={{ height: '100%' }}>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('choose')} />
      </Card>
    );
  const own = edges.filter((line) => line.fromId === node.id || line.toId === node.id);
  const otherOf = (line: NetworkEdge) => (line.fromId === node.id ? line.toId : line.fromId);
  return (
    <Card size="small" style={{ height: '100%' }} title={<span data-record>{node.name}</span>}>
      <Flex vertical gap={12}>
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: 'type', label: text('type'), children: node.typeName },
            { key: 'region', label: text('region'), children: node.regionName ?? '-' },
            { key: 'below', label: text('subordinates'), children: node.subordinates.toLocaleString('en') },
            { key: 'head', label: text('stock'), children: node.head.toLocaleString('en') },
          ]}
        />
        <Space size={8} wrap>
          <Button size="small" type="primary" onClick={() => openPage(`/pri/mainFile?id=${node.id}`)}>
            {text('archive')}
          </Button>
          <Button size="small" onClick={() => onCentre(node.id)}>
            {text('centre')}
          </Button>
          {mayEdit && (
            <>
              <Button size="small" onClick={() => setAsking('parent')}>
                {text('changeParent')}
              </Button>
              <Button size="small" onClick={() => setAsking('relation')}>
                {t('registry.relation.add')}
              </Button>
            </>
          )}
        </Space>
        <List
          size="small"
          style={{ maxHeight: 320, overflow: 'auto' }}
          dataSource={own}
          locale={{ emptyText: text('noLines') }}
          rowKey={(line) => `${line.fromId} ${line.toId} ${line.kind}`}
          renderItem={(line) => (
            <List.Item style={{ paddingInline: 0 }} data-record>
              <Typography.Text ellipsis>
                <Dot colour={edgeColour(line.kind)} /> {line.kindName} {line.fromId === node.id ? '→' : '←'}{' '}
                {nameOf(otherOf(line)) ?? '-'}
              </Typography.Text>
              {mayEdit && line.id !== null && (
                <Button
                  type="link"
                  danger
                  size="small"
                  loading={change.isPending}
                  onClick={() =>
                    change.mutate(() => call(endRelation, { body: { id: line.id as number, toOn: today() } }))
                  }
                >
                  {t('registry.relation.end')}
                </Button>
              )}
            </List.Item>
          )}
        />
      </Flex>
      {asking && (
        <Ask
          what={asking}
          node={node}
          isBusy={change.isPending}
          onClose={() => setAsking(null)}
          onDone={({ otherId, kind }) =>
            change.mutate(() =>
              asking === 'parent'
                ? call(changeParent, { body: { id: node.id, version: node.version, parentId: otherId ?? null } })
                : call(saveRelation, {
                    body: { fromId: node.id, toId: otherId as number, kind: kind as string, fromOn: today() },
                  }),
            )
          }
        />
      )}
    </Card>
  );
}

interface Answer {
  readonly otherId?: number;
  readonly kind?: string;
}

interface AskProps {
  readonly what: 'parent' | 'relation';
  readonly node: NetworkNode;
  readonly isBusy: boolean;
  onClose(): void;
  onDone(answer: Answer): void;
}

function Ask({ what, node, isBusy, onClose, onDone }: AskProps) {
  const t = useT();
  const relation = useTexts('registry.relation');
  const [form] = Form.useForm<Answer>();
  const { options: kinds } = useDict('principal_relation');
  const [keyword, setKeyword] = useDebounced('');
  const isParent = what === 'parent';
  const { options } = useRefOptions('registry.principal', keyword, isParent ? node.parentId : null);
  const rules = [{ required: true, message: relation('needed') }];
  return (
    <Modal
      open
      title={isParent ? t('registry.network.changeParent') : relation('add')}
      onCancel={onClose}
      onOk={() => form.submit()}
      okButtonProps={{ loading: isBusy }}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={isParent && node.parentId ? { otherId: node.parentId } : {}}
        onFinish={onDone}
      >
        {!isParent && (
          <Form.Item name="kind" label={relation('kind')} rules={rules}>
            <Select options={kinds.map((one) => ({ value: one.dictValue, label: one.dictLabel }))} />
          </Form.Item>
        )}
        <Form.Item
          name="otherId"
          label={isParent ? t('registry.principal.parentId') : relation('other')}
          rules={isParent ? [] : rules}
        >
          <Select
            allowClear={isParent}
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            options={options.filter((one) => one.id !== node.id).map(optionOf)}
            optionRender={optionWithHint}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
