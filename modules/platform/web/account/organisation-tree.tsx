import { BankOutlined, TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Flex, Input, Tree, Typography, theme } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { type OrganisationNode, organisationTree } from '#modules/platform/contract/account/sys-user.ts';
import './organisation-tree.css';

interface Props {
  /** `p12` an organisation, `d7` a department; null all. */
  readonly chosen: string | null;
  readonly height: number;
  onChoose(node: OrganisationNode | null): void;
}

interface Node {
  key: string;
  title: string;
  data: OrganisationNode;
  children: Node[];
}

export function useOrganisations(): readonly OrganisationNode[] | undefined {
  const language = useLanguage();
  return useQuery({
    queryKey: ['platform.sysUser', 'tree', language],
    queryFn: () => call(organisationTree),
    staleTime: 30_000,
  }).data;
}

function nest(rows: readonly OrganisationNode[]): Node[] {
  const nodes = new Map(
    rows.map((data) => [data.key, { key: data.key, title: data.name, data, children: [] as Node[] }]),
  );
  const roots: Node[] = [];
  for (const node of nodes.values())
    (node.data.parentKey ? (nodes.get(node.data.parentKey)?.children ?? roots) : roots).push(node);
  return roots;
}

/** What matches, with everything that leads to it. */
function narrowed(nodes: readonly Node[], text: string): Node[] {
  return nodes.flatMap((node) => {
    const children = narrowed(node.children, text);
    return children.length > 0 || node.title.toLowerCase().includes(text) ? [{ ...node, children }] : [];
  });
}

/** Organisations and departments, with how many accounts each has. */
export function OrganisationTree({ chosen, height, onChoose }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const rows = useOrganisations();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<string[] | null>(null);
  const tree = useMemo(() => nest(rows ?? []), [rows]);
  const shown = useMemo(() => (text.trim() ? narrowed(tree, text.trim().toLowerCase()) : tree), [tree, text]);
  if (!rows) return <Waiting />;
  const root: Node = {
    key: 'all',
    title: t('platform.users.all'),
    data: { key: 'all', kind: 'principal', id: 0, parentKey: null, name: '', type: null, users: 0 },
    children: [],
  };
  const keys = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => [node.key, ...keys(node.children)]);
  return (
    <Flex vertical gap={8}>
      <Input.Search
        allowClear
        value={text}
        placeholder={t('platform.users.searchUnit')}
        aria-label={t('platform.users.searchUnit')}
        onChange={(event) => setText(event.target.value)}
      />
      <Tree<Node>
        blockNode
        className="ml-org-tree"
        height={height}
        itemHeight={30}
        treeData={text.trim() ? shown : [root, ...shown]}
        selectedKeys={[chosen ?? 'all']}
        expandedKeys={text.trim() ? keys(shown) : (opened ?? shown.slice(0, 1).map((node) => node.key))}
        onExpand={(next) => setOpened(next as string[])}
        onSelect={(_, { node }) => onChoose(node.key === 'all' ? null : node.data)}
        titleRender={(node) => (
          <Flex gap={6} align="center" style={{ minWidth: 0, height: 28 }} title={node.title}>
            <span style={{ color: token.colorTextTertiary }}>
              {node.data.kind === 'dept' ? <TeamOutlined aria-hidden /> : <BankOutlined aria-hidden />}
            </span>
            <Typography.Text ellipsis style={{ flex: 1, minWidth: 0 }}>
              {node.title}
            </Typography.Text>
            {node.data.users > 0 && (
              <Badge
                count={node.data.users}
                overflowCount={9999}
                color={token.colorFillSecondary}
                style={{ color: token.colorTextSecondary, boxShadow: 'none' }}
              />
            )}
          </Flex>
        )}
      />
    </Flex>
  );
}
