import { useQueries } from '@tanstack/react-query';
import { Empty, Flex, Tag, Tree, Typography, theme } from 'antd';
import { useState } from 'react';
import { within } from '#kit/contract/region.ts';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useRegionPath } from '#kit/web/lookups/lookups.ts';
import { principalRegions } from '#modules/platform/contract/account/sys-user.ts';

interface Props {
  readonly principalId: number | null | undefined;
  readonly value: readonly number[];
  readonly disabled?: boolean;
  onChange(codes: number[]): void;
}

interface Node {
  key: number;
  title: string;
  isLeaf: boolean;
  children?: Node[];
}

/** Regions of the organisation's jurisdiction, level by level; a region stands for everything below it. */
export function RegionPicker({ principalId, value, disabled = false, onChange }: Props) {
  const t = useT();
  const language = useLanguage();
  const { token } = theme.useToken();
  const [opened, setOpened] = useState<readonly number[]>([]);
  const parents = principalId ? [undefined, ...opened] : [];
  const queries = useQueries({
    queries: parents.map((parentCode) => ({
      queryKey: ['platform.principalRegions', principalId, parentCode ?? 0, language],
      queryFn: () =>
        call(principalRegions, {
          query: { principalId: principalId as number, ...(parentCode !== undefined && { parentCode }) },
        }),
      staleTime: 60_000,
    })),
  });
  if (!principalId) return <Typography.Text type="secondary">{t('platform.userEdit.chooseUnitFirst')}</Typography.Text>;
  const below = new Map(parents.map((parent, at) => [parent ?? 0, queries[at]?.data]));
  const nodes = (parent: number): Node[] =>
    (below.get(parent) ?? []).map((one) => ({
      key: one.code,
      title: one.name,
      isLeaf: !one.hasChildren,
      ...(below.get(one.code) && { children: nodes(one.code) }),
    }));
  const roots = nodes(0);
  if (queries[0]?.data && roots.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('platform.userEdit.noRegions')} />;
  const choose = (code: number, isChosen: boolean) =>
    onChange(isChosen ? [...value.filter((one) => !within(one, code)), code] : value.filter((one) => one !== code));
  return (
    <Flex vertical gap={8}>
      <Flex gap={4} wrap align="center">
        {value.length === 0 ? (
          <Typography.Text type="secondary">{t('platform.userEdit.regionsHint')}</Typography.Text>
        ) : (
          value.map((code) => (
            <RegionTag key={code} code={code} isFixed={disabled} onClose={() => choose(code, false)} />
          ))
        )}
      </Flex>
      <div style={{ border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadius, padding: 8 }}>
        <Tree<Node>
          checkable
          checkStrictly
          selectable={false}
          disabled={disabled}
          height={240}
          treeData={roots}
          checkedKeys={{ checked: [...value], halfChecked: [] }}
          loadData={async ({ key }) => {
            if (!opened.includes(key)) setOpened((old) => [...old, key]);
          }}
          onCheck={(_, { node, checked }) => choose(node.key, checked)}
        />
      </div>
    </Flex>
  );
}

function RegionTag({ code, isFixed, onClose }: { readonly code: number; readonly isFixed: boolean; onClose(): void }) {
  const path = useRegionPath(code);
  return (
    <Tag
      closable={!isFixed}
      onClose={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {path
        .slice(-2)
        .map((one) => one.name)
        .join(' ') || code}
    </Tag>
  );
}
