import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Space, Tag, Tree, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { type NetworkNode, networkTree } from '#modules/registry/contract/map/network.ts';

interface Item {
  readonly key: string;
  readonly title: ReactNode;
  readonly isLeaf: boolean;
  readonly selectable?: boolean;
  readonly children?: Item[];
}

interface TreeViewProps {
  readonly roots: readonly NetworkNode[];
  readonly chosen: number | null;
  readonly height: number;
  onChoose(node: NetworkNode): void;
}

interface Level {
  readonly nodes: readonly NetworkNode[];
  readonly more: number;
}

/** Who stands below whom, level by level as it is opened. */
export function TreeView({ roots, chosen, height, onChoose }: TreeViewProps) {
  const text = useTexts('registry.network');
  const client = useQueryClient();
  const [levels, setLevels] = useState<ReadonlyMap<number, Level>>(new Map());

  const load = async (parentId: number) => {
    const had = levels.get(parentId);
    const query = { parentId, skip: had?.nodes.length ?? 0 };
    const next = await client.fetchQuery({
      queryKey: ['registry.network', 'tree', query],
      queryFn: () => call(networkTree, { query }),
    });
    setLevels((was) => new Map(was).set(parentId, { nodes: [...(had?.nodes ?? []), ...next.nodes], more: next.more }));
  };
  const known = new Map<string, NetworkNode>();
  const itemOf = (node: NetworkNode): Item => {
    known.set(String(node.id), node);
    const level = levels.get(node.id);
    return {
      key: String(node.id),
      isLeaf: node.subordinates === 0,
      title: <Title node={node} />,
      ...(level && {
        children: [
          ...level.nodes.map(itemOf),
          ...(level.more > 0
            ? [
                {
                  key: `more ${node.id}`,
                  isLeaf: true,
                  selectable: false,
                  title: (
                    <Button type="link" size="small" onClick={() => void load(node.id)}>
                      {text('more', { n: level.more })}
                    </Button>
                  ),
                },
              ]
            : []),
        ],
      }),
    };
  };
  const items = roots.map(itemOf);
  return (
    <Tree<Item>
      blockNode
      height={height}
      treeData={items}
      defaultExpandedKeys={roots.map((one) => String(one.id))}
      selectedKeys={chosen === null ? [] : [String(chosen)]}
      loadData={async ({ key, children }) => {
        if (!children) await load(Number(key));
      }}
      onSelect={(_, { node }) => {
        const unit = known.get(String(node.key));
        if (unit) onChoose(unit);
      }}
    />
  );
}

function Title({ node }: { readonly node: NetworkNode }) {
  const text = useTexts('registry.network');
  return (
    <Flex justify="space-between" gap={12}>
      <Space size={8}>
        <span data-record>{node.name}</span>
        <Tag>{node.typeName}</Tag>
      </Space>
      <Space size={16}>
        {node.subordinates > 0 && (
          <Typography.Text type="secondary">{text('below', { n: node.subordinates })}</Typography.Text>
        )}
        <Typography.Text type="secondary" style={{ minWidth: 84, textAlign: 'end', display: 'inline-block' }}>
          {text('head', { n: node.head.toLocaleString('en') })}
        </Typography.Text>
      </Space>
    </Flex>
  );
}
