import { CopyOutlined, DeleteOutlined, DownOutlined, EditOutlined, PlusOutlined, UpOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  App,
  Button,
  Card,
  Checkbox,
  Col,
  Empty,
  Flex,
  Form,
  Input,
  List,
  Modal,
  Row,
  Select,
  Space,
  Tag,
  Typography,
} from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  addSchema,
  editSchema,
  publishSchema,
  removeSchema,
  type SchemaRow,
  schemaBoard,
} from '#modules/platform/contract/role/sys-function.ts';
import { useFunctionTree } from './use-function-tree.ts';

const boardKey = ['platform.schemaBoard'];
const colors = { draft: 'warning', published: 'success', retired: 'default' } as const;

/** Choices of a system's functions that organisations are given: the draft beside what is published, and what a change would do. */
export default function FunctionSchemaPage() {
  const text = useTexts('platform.schemaPage');
  const language = useLanguage();
  const url = useUrlState();
  const client = useQueryClient();
  const systems = useDict('sys_system').options;
  const mayEdit = useCan('sys:function:edit');
  const systemId = Number(url.get('systemId')) || 1;
  const [naming, setNaming] = useState<{ from?: SchemaRow; isRevision?: boolean } | null>(null);
  const query = useQuery({
    queryKey: [...boardKey, systemId],
    queryFn: () => call(schemaBoard, { query: { systemId }, quiet: true }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: boardKey });
  const adding = useMutation({
    mutationFn: (names: { schemaName: string; schemaNameTw?: string; schemaNameEn?: string }) =>
      call(addSchema, {
        body: {
          systemId,
          ...names,
          ...(naming?.from && { from: naming.from.id }),
          ...(naming?.isRevision && { revise: true }),
        },
      }),
    onSuccess: ({ id }) => {
      setNaming(null);
      url.set({ schema: String(id) });
      void refresh();
    },
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const rows = query.data ?? [];
  const nameOf = (row: SchemaRow) =>
    (language === 'en' ? row.schemaNameEn : language === 'zh_TW' ? row.schemaNameTw : null) || row.schemaName;
  const chosen = rows.find((row) => row.id === Number(url.get('schema'))) ?? rows[0];
  const published = chosen && rows.find((row) => row.schemaCode === chosen.schemaCode && row.status === 'published');
  const hasDraft = chosen && rows.some((row) => row.schemaCode === chosen.schemaCode && row.status === 'draft');
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={7}>
        <Card
          size="small"
          title={
            <Select
              value={String(systemId)}
              aria-label={text('system')}
              style={{ width: '100%' }}
              onChange={(next) => url.set({ systemId: next, schema: null })}
              options={systems.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
            />
          }
          extra={
            mayEdit && (
              <Button
                size="small"
                type="primary"
                icon={<PlusOutlined />}
                aria-label={text('add')}
                onClick={() => setNaming({})}
              />
            )
          }
        >
          {query.isPending ? (
            <Waiting />
          ) : (
            <List
              size="small"
              dataSource={rows}
              renderItem={(row) => (
                <List.Item
                  key={row.id}
                  onClick={() => url.set({ schema: String(row.id) })}
                  style={{
                    cursor: 'pointer',
                    ...(row.id === chosen?.id && { background: 'var(--ant-color-primary-bg)' }),
                    paddingInline: 8,
                  }}
                >
                  <List.Item.Meta
                    title={
                      <Button
                        type="link"
                        style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }}
                        data-record
                      >
                        {nameOf(row)}
                      </Button>
                    }
                    description={
                      <Space size={4} wrap>
                        <Tag color={colors[row.status]}>{text(row.status)}</Tag>
                        {row.isDefault && <Tag>{text('default')}</Tag>}
                        <span>v{row.schemaVersion}</span>
                        <span>{text('items', { n: row.itemIds.length })}</span>
                        {row.principals > 0 && <span>{text('principals', { n: row.principals })}</span>}
                        {row.publishedAt && <span>{wallTime(row.publishedAt).slice(0, 16)}</span>}
                        {row.publishedBy && <span data-record>{row.publishedBy}</span>}
                      </Space>
                    }
                  />
                </List.Item>
              )}
            />
          )}
        </Card>
      </Col>
      <Col xs={24} lg={17}>
        {chosen ? (
          <Board
            key={`${chosen.id} ${chosen.version}`}
            row={chosen}
            published={published}
            name={nameOf(chosen)}
            onChanged={refresh}
            tools={
              mayEdit && (
                <Space>
                  <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => setNaming({ from: chosen })}>
                    {text('copy')}
                  </Button>
                  {chosen.status === 'published' && !chosen.isDefault && !hasDraft && (
                    <Button
                      size="small"
                      icon={<EditOutlined aria-hidden />}
                      onClick={() => setNaming({ from: chosen, isRevision: true })}
                    >
                      {text('revise')}
                    </Button>
                  )}
                </Space>
              )
            }
          />
        ) : (
          <Card>
            <Empty description={text('none')} />
          </Card>
        )}
      </Col>
      {naming && (
        <NameDialog
          title={text(naming.isRevision ? 'revise' : naming.from ? 'copy' : 'add')}
          initial={naming.isRevision ? naming.from : undefined}
          busy={adding.isPending}
          onCancel={() => setNaming(null)}
          onDone={(names) => adding.mutate(names)}
        />
      )}
    </Row>
  );
}

interface BoardProps {
  readonly row: SchemaRow;
  readonly published: SchemaRow | undefined;
  readonly name: string;
  readonly tools: React.ReactNode;
  onChanged(): Promise<void>;
}

function Board({ row, published, name, tools, onChanged }: BoardProps) {
  const t = useT();
  const joined = useJoined();
  const text = useTexts('platform.schemaPage');
  const { systems } = useFunctionTree();
  const { modal } = App.useApp();
  const mayEdit = useCan('sys:function:edit') && row.status === 'draft';
  const mayPublish = useCan('sys:function:publish') && row.status === 'draft';
  const [ids, setIds] = useState<number[]>(row.itemIds);
  const [isBusy, setBusy] = useState(false);
  const groups = systems.find((one) => one.systemId === row.systemId)?.groups ?? [];
  const before = new Set(published?.id === row.id ? row.itemIds : (published?.itemIds ?? []));
  const isCompared = row.status === 'draft' && published !== undefined;
  const isChanged = ids.join() !== row.itemIds.join();
  const toggle = (id: number) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  const shift = (id: number, by: -1 | 1, within: readonly number[]) => {
    const mine = ids.filter((one) => within.includes(one));
    const other = mine[mine.indexOf(id) + by];
    if (other === undefined) return;
    setIds(ids.map((one) => (one === id ? other : one === other ? id : one)));
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch {
      // The user was told.
    } finally {
      setBusy(false);
    }
  };
  const save = async () => {
    const saved = await call(editSchema, {
      body: {
        id: row.id,
        version: row.version,
        itemIds: ids,
        schemaName: row.schemaName,
        schemaNameTw: row.schemaNameTw ?? '',
        schemaNameEn: row.schemaNameEn ?? '',
      },
    });
    notify('success', t('ok.saved'));
    await onChanged();
    return saved.version;
  };
  const publish = async () => {
    const version = isChanged ? await save() : row.version;
    const body = { id: row.id, version };
    const effect = await call(publishSchema, { body: { ...body, dryRun: true } });
    modal.confirm({
      title: text('publishAsk', { name }),
      width: 560,
      content: (
        <div data-record>
          <p>{text('added', { n: effect.added.length, names: joined(effect.added.slice(0, 12)) })}</p>
          <p>{text('removed', { n: effect.removed.length, names: joined(effect.removed.slice(0, 12)) })}</p>
          <p>{text('affected', { principals: effect.principals, users: effect.users })}</p>
        </div>
      ),
      onOk: () =>
        run(async () => {
          await call(publishSchema, { body });
          notify('success', t('ok.done'));
          await onChanged();
        }),
    });
  };
  const drop = () =>
    modal.confirm({
      title: text('dropAsk', { name }),
      okButtonProps: { danger: true },
      onOk: () =>
        run(async () => {
          await call(removeSchema, { body: { idArr: [row.id] } });
          await onChanged();
        }),
    });
  return (
    <Card
      size="small"
      title={<span data-record>{`${name} v${row.schemaVersion}`}</span>}
      extra={
        <Space wrap>
          {tools}
          {mayEdit && (
            <Button
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('kit.remove')}
              onClick={() => void drop()}
            />
          )}
          {mayEdit && (
            <Button size="small" disabled={!isChanged} loading={isBusy} onClick={() => void run(save)}>
              {t('kit.save')}
            </Button>
          )}
          {mayPublish && (
            <Button size="small" type="primary" loading={isBusy} onClick={() => void run(publish)}>
              {t('platform.sysFunctionSchema._publish')}
            </Button>
          )}
        </Space>
      }
    >
      {isCompared && (
        <Typography.Paragraph type="secondary">
          {text('against', {
            version: published?.schemaVersion ?? 0,
            more: ids.filter((id) => !before.has(id)).length,
            less: [...before].filter((id) => !ids.includes(id)).length,
          })}
        </Typography.Paragraph>
      )}
      <Row gutter={[12, 12]}>
        {groups.map((group) => {
          const within = group.items.map((item) => item.itemId);
          const place = (id: number) => (ids.includes(id) ? ids.indexOf(id) : 1e6 + within.indexOf(id));
          const items = [...group.items].sort((one, other) => place(one.itemId) - place(other.itemId));
          return (
            <Col key={group.groupId} xs={24} md={12} xxl={8}>
              <Card size="small" type="inner" title={group.groupName}>
                {items.map((item) => {
                  const isOn = row.isDefault || ids.includes(item.itemId);
                  return (
                    <Flex key={item.itemId} justify="space-between" align="center">
                      <Checkbox checked={isOn} disabled={!mayEdit} onChange={() => toggle(item.itemId)}>
                        {item.itemName}
                        {isCompared && isOn && !before.has(item.itemId) && (
                          <Tag color="success" style={{ marginInlineStart: 6 }}>
                            {text('new')}
                          </Tag>
                        )}
                        {isCompared && !isOn && before.has(item.itemId) && (
                          <Tag color="error" style={{ marginInlineStart: 6 }}>
                            {text('gone')}
                          </Tag>
                        )}
                      </Checkbox>
                      {mayEdit && isOn && (
                        <Space size={0}>
                          <Button
                            type="text"
                            size="small"
                            icon={<UpOutlined />}
                            aria-label={`${text('up')} ${item.itemName}`}
                            onClick={() => shift(item.itemId, -1, within)}
                          />
                          <Button
                            type="text"
                            size="small"
                            icon={<DownOutlined />}
                            aria-label={`${text('down')} ${item.itemName}`}
                            onClick={() => shift(item.itemId, 1, within)}
                          />
                        </Space>
                      )}
                    </Flex>
                  );
                })}
              </Card>
            </Col>
          );
        })}
      </Row>
    </Card>
  );
}

interface NameProps {
  readonly title: string;
  readonly initial: SchemaRow | undefined;
  readonly busy: boolean;
  onCancel(): void;
  onDone(names: { schemaName: string; schemaNameTw?: string; schemaNameEn?: string }): void;
}

function NameDialog({ title, initial, busy, onCancel, onDone }: NameProps) {
  const t = useT();
  const [form] = Form.useForm<{ schemaName: string; schemaNameTw?: string; schemaNameEn?: string }>();
  return (
    <Modal open title={title} onCancel={onCancel} onOk={() => form.submit()} okButtonProps={{ loading: busy }}>
      <Form
        form={form}
        layout="vertical"
        initialValues={
          initial
            ? {
                schemaName: initial.schemaName,
                schemaNameTw: initial.schemaNameTw ?? '',
                schemaNameEn: initial.schemaNameEn ?? '',
              }
            : {}
        }
        onFinish={onDone}
      >
        <Form.Item
          name="schemaName"
          label={t('platform.menuPage.nameZh')}
          rules={[{ required: true, whitespace: true, message: t('platform.wizard.needed') }]}
        >
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="schemaNameTw" label={t('platform.menuPage.nameTw')}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="schemaNameEn" label={t('platform.menuPage.nameEn')}>
          <Input maxLength={80} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
