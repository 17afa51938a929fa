import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Input, Select, Space, Switch, Tag, Tree, Typography } from 'antd';
import { useMemo, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call, callEnvelope, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { type MenuNode, roleMenus, saveRoleMenus, sysRole } from '#modules/platform/contract/role/sys-role.ts';
import { DifferenceView } from './difference-view.tsx';

type Held = DataOf<typeof roleMenus>;
type Difference = DataOf<typeof saveRoleMenus>;
interface Node {
  key: number;
  row: MenuNode;
  children: Node[];
}

function useMenus(roleId: number | null) {
  const language = useLanguage();
  // Asked for once each time it is opened: a tab shown again must not take away what was ticked.
  const [visit] = useState(newKey);
  return useQuery({
    queryKey: ['platform.sysRole', 'menus', roleId, language, visit],
    queryFn: () => call(roleMenus, { params: { id: roleId as number }, quiet: true }),
    enabled: roleId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

function nest(rows: readonly MenuNode[]): Node[] {
  const nodes = new Map(rows.map((row) => [row.id, { key: row.id, row, children: [] as Node[] }]));
  const roots: Node[] = [];
  for (const node of nodes.values())
    (node.row.parentId === null ? roots : (nodes.get(node.row.parentId)?.children ?? roots)).push(node);
  // Branches that lead to nothing that could be held are not drawn.
  const living = (list: Node[]): Node[] =>
    list
      .map((node) => ({ ...node, children: living(node.children) }))
      .filter(({ row, children }) => row.type >= 3 || children.length > 0);
  return living(roots);
}

const narrowed = (nodes: readonly Node[], keep: (row: MenuNode) => boolean): Node[] =>
  nodes.flatMap((node) => {
    const children = narrowed(node.children, keep);
    return children.length > 0 || keep(node.row) ? [{ ...node, children }] : [];
  });

const idsOf = (nodes: readonly Node[]): number[] => nodes.flatMap((node) => [node.key, ...idsOf(node.children)]);

/** What a role holds, as the tree of menus and actions; a change is looked at before it is saved. */
export function PermissionDrawer({ roleId, onClose }: { readonly roleId: number; onClose(): void }) {
  const t = useT();
  const query = useMenus(roleId);
  const confirmLeave = useConfirmLeave();
  const [isDirty, setDirty] = useState(false);
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  return (
    <Drawer
      open
      size="min(880px, 100vw)"
      title={t('platform.roles.editPermissions', { name: query.data?.roleName ?? '' })}
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      styles={{ body: { display: 'flex', flexDirection: 'column' } }}
    >
      {query.error && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Waiting />}
      {query.data && (
        <Editor key={query.dataUpdatedAt} held={query.data} onChange={() => setDirty(true)} onClose={onClose} />
      )}
    </Drawer>
  );
}

interface EditorProps {
  readonly held: Held;
  onChange(): void;
  onClose(): void;
}

function Editor({ held, onChange, onClose }: EditorProps) {
  const t = useT();
  const changed = useChanged(sysRole);
  const mayGrant = useCan('sys:role:grant') && !held.isFixed;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(held.menuIds));
  const [text, setText] = useState('');
  const [other, setOther] = useState<number | null>(null);
  const [isDifferent, setDifferent] = useState(false);
  const [opened, setOpened] = useState<number[] | null>(null);
  const [difference, setDifference] = useState<Difference | null>(null);
  const [busy, setBusy] = useState(false);
  const compared = useMenus(other).data;
  const theirs = useMemo(() => (compared ? new Set(compared.menuIds) : null), [compared]);
  const tree = useMemo(() => nest(held.tree), [held.tree]);
  const wanted = text.trim().toLowerCase();
  const keep = (row: MenuNode) =>
    (wanted === '' || `${row.name} ${row.permission ?? ''} ${row.path ?? ''}`.toLowerCase().includes(wanted)) &&
    (!isDifferent || !theirs || (row.type >= 3 && theirs.has(row.id) !== chosen.has(row.id)));
  const isNarrowed = wanted !== '' || (isDifferent && theirs !== null);
  const shown = isNarrowed ? narrowed(tree, keep) : tree;
  const holdable = new Set(held.tree.filter((row) => row.type >= 3).map((row) => row.id));
  const say = useTexts('platform.roles');
  // Opened where the role holds something: the rest is looked for.
  const openAtFirst = useMemo(() => branchesTo(tree, new Set(held.menuIds)), [tree, held.menuIds]);

  const check = (node: Node, isOn: boolean) => {
    const strings = new Set(idsOf([node]).flatMap((id) => held.tree.find((row) => row.id === id)?.permission ?? []));
    // Pages that show themselves by the same string go together.
    const all = held.tree
      .filter((row) => holdable.has(row.id) && strings.has(row.permission ?? ''))
      .map((row) => row.id);
    const next = new Set(chosen);
    for (const id of all) isOn ? next.add(id) : next.delete(id);
    // An action without its page could never be reached.
    const parent = held.tree.find((row) => row.id === node.row.parentId);
    if (isOn && node.row.type === 4 && parent?.type === 3) next.add(parent.id);
    setChosen(next);
    onChange();
  };
  const send = async (reason: string, dryRun: boolean) => {
    setBusy(true);
    try {
      const answer = await call(saveRoleMenus, {
        body: { id: held.roleId, version: held.version, menuIds: [...chosen], reason, dryRun },
      });
      if (dryRun) return setDifference(answer);
      notify('success', t('ok.saved'));
      void changed();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  if (difference)
    return (
      <DifferenceView
        difference={difference}
        busy={busy}
        onBack={() => setDifference(null)}
        onSave={(reason) => void send(reason, false)}
      />
    );
  return (
    <Flex vertical gap={12} style={{ flex: 1, minHeight: 0 }}>
      {held.isFixed && <Alert type="info" showIcon title={say('fixed')} />}
      <Flex gap={8} wrap>
        <Input.Search
          allowClear
          value={text}
          aria-label={say('search')}
          placeholder={say('search')}
          onChange={(event) => setText(event.target.value)}
          style={{ flex: '2 1 260px' }}
        />
        <RoleSelect except={held.roleId} value={other} onChange={setOther} />
        {theirs && (
          <Space>
            <Switch size="small" checked={isDifferent} onChange={setDifferent} aria-label={say('onlyDifferent')} />
            {say('onlyDifferent')}
          </Space>
        )}
      </Flex>
      <div style={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
        <Tree<Node>
          checkable
          checkStrictly
          selectable={false}
          style={{ background: 'transparent' }}
          disabled={!mayGrant}
          treeData={shown}
          expandedKeys={isNarrowed ? idsOf(shown) : (opened ?? openAtFirst)}
          onExpand={(keys) => setOpened(keys as number[])}
          checkedKeys={{ checked: [...chosen], halfChecked: halfOf(tree, chosen) }}
          onCheck={(_, { node, checked }) => check(node, checked)}
          titleRender={({ row }) => (
            <Space size={6}>
              <span>{row.name}</span>
              {row.type === 4 && (
                <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                  {row.permission}
                </Typography.Text>
              )}
              {row.type === 3 && !row.built && <Tag>{say('notBuilt')}</Tag>}
              {theirs && row.type >= 3 && theirs.has(row.id) !== chosen.has(row.id) && (
                <Tag color={chosen.has(row.id) ? 'green' : 'red'}>
                  {say(chosen.has(row.id) ? 'extraHere' : 'missingHere')}
                </Tag>
              )}
            </Space>
          )}
        />
      </div>
      <Flex justify="space-between" align="center" gap={8}>
        <Typography.Text type="secondary">
          {say('chosen', { n: [...chosen].filter((id) => holdable.has(id)).length })}
        </Typography.Text>
        {mayGrant && (
          <Button type="primary" loading={busy} onClick={() => void send('--', true)}>
            {say('review')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
}

/** Branches above what is held. */
function branchesTo(nodes: readonly Node[], wanted: ReadonlySet<number>): number[] {
  return nodes.flatMap((node) => {
    const below = branchesTo(node.children, wanted);
    return below.length > 0 || node.children.some((child) => wanted.has(child.key)) ? [node.key, ...below] : [];
  });
}

/** Branches some of whose leaves are held. */
function halfOf(nodes: readonly Node[], chosen: ReadonlySet<number>): number[] {
  return nodes.flatMap((node) => {
    const below = halfOf(node.children, chosen);
    const isSome = node.children.some((child) => chosen.has(child.key)) || below.length > 0;
    return isSome && !chosen.has(node.key) ? [node.key, ...below] : below;
  });
}

function RoleSelect({
  except,
  value,
  onChange,
}: {
  readonly except: number;
  readonly value: number | null;
  onChange(next: number | null): void;
}) {
  const t = useT();
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['platform.sysRole', 'all', language],
    queryFn: () => callEnvelope(callOf(sysRole, 'list'), { query: { pageSize: '500' } }),
    staleTime: 60_000,
  });
  const rows = (query.data?.data ?? []) as {
    id: number;
    roleName: string;
    roleNameTw: string | null;
    roleNameEn: string | null;
  }[];
  return (
    <Select<number>
      value={value}
      onChange={(next?: number) => onChange(next ?? null)}
      allowClear
      aria-label={t('platform.roles.compare')}
      placeholder={t('platform.roles.compare')}
      showSearch={{ optionFilterProp: 'label' }}
      options={rows
        .filter((row) => row.id !== except)
        .map((row) => ({
          value: row.id,
          label: { zh_CN: row.roleName, zh_TW: row.roleNameTw, en: row.roleNameEn }[language] || row.roleName,
        }))}
      style={{ flex: '1 1 180px' }}
    />
  );
}
