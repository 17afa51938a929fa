import { DragOutlined, MoreOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Checkbox, Dropdown, Flex, Input, Modal, Select, Space, Table, Tag, Typography } from 'antd';
import { type DragEvent, useState } from 'react';
import { ApiError, call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { generatedVerbs, type MenuRow, menuCalls, type Terminal } from '#modules/platform/contract/role/sys-menu.ts';
import { childTypes, MenuForm } from './menu-form.tsx';

type Node = MenuRow & { children?: Node[] };
type Editing = { readonly row?: MenuRow; readonly parent: MenuRow | null };
const menuKey = ['platform.menus'];

/** The menus of one terminal as a tree: rows are dragged to their place, children and actions are added where they belong. */
export function MenuTreePage({ terminal }: { readonly terminal: Terminal }) {
  const t = useT();
  const text = useTexts('platform.menuPage');
  const language = useLanguage();
  const url = useUrlState();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const mayEdit = useCan('sys:menu:edit');
  const systems = useDict('sys_system').options;
  const types = useDict('sys_menu_menu_type').options;
  const [editing, setEditing] = useState<Editing | null>(null);
  const [page, setPage] = useState<MenuRow | null>(null);
  const [dragged, setDragged] = useState<MenuRow | null>(null);
  const [open, setOpen] = useState<readonly number[]>([]);
  const query = useQuery({
    queryKey: [...menuKey, terminal],
    queryFn: () => call(menuCalls[terminal].list, { query: {}, quiet: true }) as Promise<MenuRow[]>,
  });
  const rows = query.data ?? [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const refresh = () => client.invalidateQueries({ queryKey: menuKey });
  const nameOf = (row: MenuRow) =>
    language === 'en' ? row.menuNameEn : language === 'zh_TW' ? row.menuNameTw : row.menuName;

  const word = (url.get('menuName') ?? '').toLowerCase();
  const system = url.get('systemId');
  const visible = url.get('visible');
  const isFiltered = Boolean(word || system || visible);
  const fits = (row: MenuRow) =>
    (!word || [nameOf(row), row.menuName, row.path, row.permission].some((one) => one?.toLowerCase().includes(word))) &&
    (!system || String(row.systemId) === system) &&
    (!visible || String(row.visible) === visible);
  const kept = new Set<number>();
  if (isFiltered)
    for (const row of rows.filter(fits))
      for (let at: MenuRow | undefined = row; at; at = at.parentId === null ? undefined : byId.get(at.parentId))
        kept.add(at.id);
  const branch = (parentId: number | null): Node[] =>
    rows
      .filter((row) => row.parentId === parentId && (!isFiltered || kept.has(row.id)))
      .map((row) => {
        const children = branch(row.id);
        return children.length > 0 ? { ...row, children } : row;
      });

  const remove = (row: MenuRow) =>
    modal.confirm({
      title: text('removeAsk', { name: nameOf(row) }),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call(menuCalls[terminal].remove, { params: { id: row.id }, quiet: true });
          notify('success', t('ok.removed'));
          await refresh();
        } catch (error) {
          if (error instanceof ApiError)
            modal.error({ title: text('notRemoved'), content: <span data-record>{error.message}</span> });
        }
      },
    });
  const drop = async (target: MenuRow, event: DragEvent) => {
    event.preventDefault();
    const moved = dragged;
    setDragged(null);
    if (!moved || moved.id === target.id) return;
    // Onto a branch it goes inside when it fits there; onto a brother it takes the brother's place.
    const isInside = (childTypes(target) as readonly number[]).includes(moved.menuType) && moved.parentId !== target.id;
    const parentId = isInside ? target.id : target.parentId;
    const brothers = rows.filter((row) => row.parentId === parentId && row.id !== moved.id);
    const index = isInside
      ? brothers.length
      : Math.max(
          0,
          brothers.findIndex((row) => row.id === target.id),
        );
    try {
      await call(menuCalls[terminal].move, { body: { id: moved.id, parentId, index } });
      notify('success', t('ok.saved'));
    } catch {
      // The user was told.
    }
    await refresh();
  };
  const actions = (row: MenuRow) => [
    {
      key: 'edit',
      label: text('edit'),
      onClick: () => setEditing({ row, parent: row.parentId === null ? null : (byId.get(row.parentId) ?? null) }),
    },
    ...(childTypes(row).length > 0
      ? [{ key: 'child', label: text('addChild'), onClick: () => setEditing({ parent: row }) }]
      : []),
    ...(row.menuType === 3 ? [{ key: 'generate', label: text('generate'), onClick: () => setPage(row) }] : []),
    { key: 'remove', danger: true, label: t('kit.remove'), onClick: () => void remove(row) },
  ];
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Card size="small">
      <Flex gap={12} wrap justify="space-between" style={{ marginBottom: 12 }}>
        <Space wrap>
          <Input.Search
            allowClear
            defaultValue={url.get('menuName') ?? ''}
            placeholder={text('search')}
            aria-label={text('search')}
            onSearch={(next) => url.set({ menuName: next || null })}
            style={{ width: 240 }}
          />
          <Select
            allowClear
            placeholder={text('system')}
            aria-label={text('system')}
            value={system}
            onChange={(next) => url.set({ systemId: next ?? null })}
            style={{ width: 180 }}
            options={systems.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
          />
          <Select
            allowClear
            placeholder={text('visible')}
            aria-label={text('visible')}
            value={visible}
            onChange={(next) => url.set({ visible: next ?? null })}
            style={{ width: 120 }}
            options={[
              { value: '1', label: t('kit.yes') },
              { value: '0', label: t('kit.no') },
            ]}
          />
        </Space>
        <Space>
          <Button
            icon={<ReloadOutlined />}
            aria-label={t('kit.refresh')}
            loading={query.isFetching}
            onClick={() => void refresh()}
          />
          {mayEdit && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing({ parent: null })}>
              {text('addFirst')}
            </Button>
          )}
        </Space>
      </Flex>
      <Table<Node>
        rowKey="id"
        size="small"
        loading={query.isPending}
        dataSource={branch(null)}
        pagination={false}
        scroll={{ x: 1020, y: 'calc(100vh - 290px)' }}
        virtual
        expandable={{
          expandedRowKeys: isFiltered ? [...kept] : [...open],
          onExpand: (isOpen, row) => setOpen(isOpen ? [...open, row.id] : open.filter((id) => id !== row.id)),
        }}
        onRow={(row) => ({
          onDragOver: (event) => dragged && event.preventDefault(),
          onDrop: (event) => void drop(row, event),
        })}
        columns={[
          {
            title: text('name'),
            width: 300,
            render: (_, row) => (
              <Space size={6}>
                {mayEdit && (
                  <Button
                    type="text"
                    size="small"
                    draggable
                    onDragStart={() => setDragged(row)}
                    onDragEnd={() => setDragged(null)}
                    icon={<DragOutlined style={{ opacity: 0.45 }} />}
                    aria-label={`${text('drag')} ${nameOf(row)}`}
                    style={{ cursor: 'grab' }}
                  />
                )}
                <span>{row.menuType === 4 ? actionName(row, t) : nameOf(row)}</span>
                {!row.built && <Tag>{text('notBuilt')}</Tag>}
                {row.status === 'disabled' && <Tag color="error">{text('withdrawn')}</Tag>}
              </Space>
            ),
          },
          {
            title: text('type'),
            width: 100,
            render: (_, row) => types.find((one) => one.dictValue === String(row.menuType))?.dictLabel ?? row.menuType,
          },
          {
            title: text('path'),
            width: 220,
            ellipsis: true,
            render: (_, row) => row.path && <Typography.Text code>{row.path}</Typography.Text>,
          },
          { title: text('permission'), width: 200, ellipsis: true, dataIndex: 'permission' },
          { title: text('order'), width: 70, align: 'right', dataIndex: 'orderNum' },
          { title: text('visible'), width: 70, render: (_, row) => (row.visible === 1 ? t('kit.yes') : t('kit.no')) },
          {
            title: t('kit.actions'),
            width: 60,
            render: (_, row) =>
              mayEdit && (
                <Dropdown trigger={['click']} menu={{ items: actions(row) }}>
                  <Button
                    type="text"
                    size="small"
                    icon={<MoreOutlined />}
                    aria-label={`${t('kit.actions')} ${nameOf(row)}`}
                  />
                </Dropdown>
              ),
          },
        ]}
      />
      {editing && (
        <MenuForm
          terminal={terminal}
          row={editing.row}
          parent={editing.parent}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            void refresh();
          }}
        />
      )}
      {page && <Generate terminal={terminal} page={page} onClose={() => setPage(null)} onDone={() => void refresh()} />}
    </Card>
  );
}

const actionName = (row: MenuRow, t: ReturnType<typeof useT>): string => {
  const verb = row.permission?.split(':').at(-1) ?? '';
  const key = `platform.menuPage.verb_${verb}`;
  return row.menuName === verb && t.has(key) ? t.any(key) : row.menuName;
};

interface GenerateProps {
  readonly terminal: Terminal;
  readonly page: MenuRow;
  onClose(): void;
  onDone(): void;
}

function Generate({ terminal, page, onClose, onDone }: GenerateProps) {
  const t = useT();
  const [verbs, setVerbs] = useState<string[]>([...generatedVerbs]);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const { msg } = await callEnvelope(menuCalls[terminal].generate, {
        body: { id: page.id, verbs: verbs as never },
      });
      notify('success', msg);
      onDone();
      onClose();
    } catch {
      // The user was told.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('platform.menuPage.generate')}
      onCancel={onClose}
      onOk={() => void make()}
      okButtonProps={{ loading: busy, disabled: verbs.length === 0 }}
    >
      <p>{t('platform.menuPage.generateHelp', { stem: page.permission?.split(':').slice(0, -1).join(':') ?? '' })}</p>
      <Checkbox.Group
        value={verbs}
        onChange={(next) => setVerbs(next as string[])}
        options={generatedVerbs.map((value) => ({ value, label: t.any(`platform.menuPage.verb_${value}`) }))}
      />
    </Modal>
  );
}
