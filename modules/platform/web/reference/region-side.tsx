import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Input, Skeleton, Space, Tree, Typography, theme } from 'antd';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Point } from '#kit/contract/field.ts';
import { levelOf, parentOf } from '#kit/contract/region.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { type RegionNode, useRegionTree } from '#kit/web/lookups/use-region-tree.ts';
import { prefectureOf } from '#kit/web/map/centre.ts';
import { callOf, resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { regionSearch } from '#modules/platform/contract/reference/reference.ts';
import { type SysRegion, sysRegion } from '#modules/platform/contract/reference/sys-region.ts';

const PinMap = lazy(async () => ({ default: (await import('#kit/web/map/pin-map.tsx')).PinMap }));

interface Props {
  readonly code: number | null;
  onChoose(code: number | null): void;
}

interface TreeItem {
  key: number;
  title: string;
  isLeaf: boolean;
  children?: TreeItem[];
}

const itemsOf = (nodes: readonly RegionNode[]): TreeItem[] =>
  nodes.map(({ value, label, isLeaf, children }) => ({
    key: value,
    title: label,
    isLeaf,
    ...(children && { children: itemsOf(children) }),
  }));

/** The tree to choose from, and where the chosen place lies. */
export function RegionSide({ code, onChoose, width }: Props & { readonly width: number }) {
  const t = useT();
  const { token } = theme.useToken();
  const [keyword, setKeyword] = useDebounced('');
  return (
    <Flex
      vertical
      gap={8}
      style={{
        // As high as the list beside it, however many branches are open.
        position: 'absolute',
        insetBlock: 0,
        insetInlineStart: 0,
        width,
        boxSizing: 'border-box',
        background: token.colorBgContainer,
        borderRadius: token.borderRadiusLG,
        padding: 12,
        minHeight: 0,
      }}
    >
      <Input.Search
        allowClear
        placeholder={t('platform.sysRegion.find')}
        aria-label={t('platform.sysRegion.find')}
        onChange={(event) => setKeyword(event.target.value.trim())}
      />
      <nav aria-label={t('platform.sysRegion.tree')} style={{ flex: 1, minHeight: 160, overflow: 'auto' }} data-record>
        {keyword ? (
          <Found keyword={keyword} code={code} onChoose={onChoose} />
        ) : (
          <Branches code={code} onChoose={onChoose} />
        )}
      </nav>
      <PlaceMap code={code} />
    </Flex>
  );
}

function Branches({ code, onChoose }: Props) {
  const tree = useRegionTree();
  const [expanded, setExpanded] = useState<readonly number[]>([]);
  const items = useMemo(() => itemsOf(tree.options), [tree.options]);
  const isThere = items.length > 0;
  const root = items.length === 1 ? items[0]?.key : undefined;
  const follow = useEffectEvent((codes: readonly number[]) => {
    tree.open(codes);
    setExpanded((old) => [...new Set([...old, ...codes])]);
  });
  // The one root, and whatever leads to the place that was chosen, stand open.
  useEffect(() => {
    if (isThere) follow([...(root === undefined ? [] : [root]), ...(code === null ? [] : above(code))]);
  }, [isThere, root, code]);
  if (tree.loading && items.length === 0) return <Skeleton active title={false} />;
  return (
    <Tree
      blockNode
      treeData={items}
      expandedKeys={[...expanded]}
      onExpand={(keys) => {
        tree.open(keys.map(Number));
        setExpanded(keys.map(Number));
      }}
      selectedKeys={code === null ? [] : [code]}
      onSelect={([key]) => onChoose(key === undefined ? null : Number(key))}
    />
  );
}

function above(code: number): number[] {
  const found: number[] = [];
  for (let at = parentOf(code); at !== null; at = parentOf(at)) found.unshift(at);
  return found;
}

function Found({ keyword, code, onChoose }: Props & { readonly keyword: string }) {
  const t = useT();
  const { data, isPending } = useQuery({
    queryKey: ['platform.sysRegion', 'search', keyword],
    queryFn: () => call(regionSearch, { query: { keyword }, quiet: true }),
  });
  if (isPending) return <Skeleton active title={false} />;
  if (!data?.length) return <Typography.Text type="secondary">{t('kit.nothingFound')}</Typography.Text>;
  return (
    <Tree
      blockNode
      treeData={data.map((one) => ({ key: one.code, title: one.fullName, isLeaf: true }))}
      selectedKeys={code === null ? [] : [code]}
      onSelect={([key]) => onChoose(key === undefined ? null : Number(key))}
    />
  );
}

const ancestor = (code: number, level: number): number | null => {
  let at: number | null = code;
  while (at !== null && levelOf(at) > level) at = parentOf(at);
  return at !== null && levelOf(at) === level ? at : null;
};

function PlaceMap({ code }: { readonly code: number | null }) {
  const t = useT();
  const { user } = useSession();
  const mayEdit = useCan('sys:region:edit');
  const changed = useChanged(sysRegion);
  const [moved, setMoved] = useState<{ code: number; place: Point } | null>(null);
  const [isUnable, setUnable] = useState(false);
  // The outlines of the counties around the place, or of the prefectures of a province.
  const around = prefectureOf(code ?? user.regionCode);
  const boundaries = useQuery({
    queryKey: ['lookup', 'boundaries', around],
    queryFn: () => lookups().boundaries(around as number),
    enabled: around !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const region = useQuery({
    queryKey: [...resourceKey(sysRegion), 'place', code],
    queryFn: () =>
      call(callOf(sysRegion, 'detail'), { params: { id: code as number }, quiet: true }) as Promise<SysRegion>,
    enabled: code !== null,
  });
  const row = region.data?.code === code ? region.data : undefined;
  const pin = moved?.code === code ? moved?.place : (row?.place ?? null);
  const canMove = mayEdit && row?._can.includes('edit') === true;
  const save = async () => {
    if (!row || !moved) return;
    const { id, version, name, nameTw, nameEn, kind } = row;
    await call(callOf(sysRegion, 'edit'), { body: { id, version, name, nameTw, nameEn, kind, place: moved.place } });
    setMoved(null);
    await changed();
  };
  if (isUnable) return <Typography.Text type="secondary">{t('kit.noMap')}</Typography.Text>;
  return (
    <Flex vertical gap={6} data-record>
      <Suspense fallback={<Skeleton.Node active style={{ width: 276, height: 220 }} />}>
        <PinMap
          height={220}
          centre={pin ?? null}
          pin={pin ?? null}
          boundaries={boundaries.data}
          focus={(code === null ? null : (ancestor(code, 3) ?? ancestor(code, 2))) ?? around ?? undefined}
          onPin={(place) => canMove && code !== null && setMoved({ code, place })}
          onUnable={() => setUnable(true)}
        />
      </Suspense>
      <Typography.Text type="secondary" aria-live="polite" style={{ fontSize: 12 }}>
        {pin ? t('kit.pinAt', { longitude: pin.longitude, latitude: pin.latitude }) : t('platform.sysRegion.noPlace')}
        {canMove && ` · ${t('platform.sysRegion.pickHint')}`}
      </Typography.Text>
      {moved?.code === code && moved && (
        <Space>
          <Button size="small" type="primary" onClick={() => void save().catch(() => {})}>
            {t('platform.sysRegion.savePlace')}
          </Button>
          <Button size="small" onClick={() => setMoved(null)}>
            {t('platform.sysRegion.undoPlace')}
          </Button>
        </Space>
      )}
    </Flex>
  );
}
