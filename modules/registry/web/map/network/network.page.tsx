import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Row, Segmented, Select, Space, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict, useRefOptions } from '#kit/web/lookups/lookups.ts';
import { optionOf, optionWithHint } from '#kit/web/ui/option-with-hint.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type NetworkNode, networkGraph, networkTree } from '#modules/registry/contract/map/network.ts';
import { useUnitId } from '../../principal/grants/unit-head.tsx';
import { Dot } from '../dot.tsx';
import { edgeColour, edgeColours } from './graph-layout.ts';
import { GraphView } from './graph-view.tsx';
import { NetworkMap } from './network-map.tsx';
import { NodePanel } from './node-panel.tsx';
import { TreeView } from './tree-view.tsx';

const modes = ['tree', 'graph', 'map'] as const;
type Mode = (typeof modes)[number];
const height = 560;

/** Who stands below whom, who works with whom, and where they are. */
export default function NetworkPage() {
  const text = useTexts('registry.network');
  const language = useLanguage();
  const url = useUrlState();
  const id = useUnitId();
  const { options: dict } = useDict('principal_relation');
  const mode = modes.find((one) => one === url.get('mode')) ?? 'tree';
  const hops = url.get('hops') === '2' ? 2 : 1;
  const kinds = url.get('kinds') ?? '';
  const [chosen, setChosen] = useState<NetworkNode | null>(null);
  const [changes, setChanges] = useState(0);
  const graph = useQuery({
    queryKey: ['registry.network', 'graph', id, hops, kinds, language],
    queryFn: () => call(networkGraph, { query: { id: id as number, hops, ...(kinds && { kinds }) }, quiet: true }),
    enabled: id !== null,
    placeholderData: keepPreviousData,
  });
  const roots = useQuery({
    queryKey: ['registry.network', 'roots', language],
    queryFn: () => call(networkTree, { quiet: true }),
    enabled: mode === 'tree' && id === null,
  });
  const data = graph.data;
  const centre = data?.nodes.find((one) => one.hop === 0);
  const node = data?.nodes.find((one) => one.id === chosen?.id) ?? chosen ?? centre;
  const kindName = (kind: string) =>
    kind === 'parent' ? text('parent') : (dict.find((one) => one.dictValue === kind)?.dictLabel ?? kind);
  const toCentre = (next: number) => {
    setChosen(null);
    url.set({ id: String(next) });
  };
  const choose = (next: number) => setChosen(data?.nodes.find((one) => one.id === next) ?? null);
  const unlocated = data?.nodes.filter((one) => one.longitude === null).length ?? 0;
  const left = data?.more.reduce((sum, one) => sum + one.n, 0) ?? 0;
  const tops = centre ? [centre] : (roots.data?.nodes ?? []);
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} wrap align="center">
          <Segmented<Mode>
            value={mode}
            onChange={(next) => url.set({ mode: next })}
            options={modes.map((one) => ({ value: one, label: text(`mode_${one}`) }))}
          />
          <Search id={id} onPick={toCentre} />
          {mode !== 'tree' && (
            <>
              <Segmented<number>
                value={hops}
                onChange={(next) => url.set({ hops: String(next) })}
                options={[1, 2].map((n) => ({ value: n, label: text('hops', { n }) }))}
              />
              <Select
                mode="multiple"
                allowClear
                maxTagCount="responsive"
                style={{ minWidth: 220 }}
                placeholder={text('allKinds')}
                aria-label={text('allKinds')}
                value={kinds ? kinds.split(',') : []}
                onChange={(next: string[]) => url.set({ kinds: next.join() })}
                options={Object.keys(edgeColours).map((kind) => ({ value: kind, label: kindName(kind) }))}
              />
            </>
          )}
        </Flex>
      </Card>
      {graph.error ? (
        <Failed error={graph.error} onRetry={() => void graph.refetch()} />
      ) : (
        <Row gutter={[12, 12]}>
          <Col xs={24} xl={17}>
            <Card size="small" styles={{ body: { padding: 12 } }}>
              {mode === 'tree' && tops.length > 0 && (
                <TreeView
                  key={`${tops[0]?.id} ${changes}`}
                  roots={tops}
                  chosen={node?.id ?? null}
                  height={height}
                  onChoose={setChosen}
                />
              )}
              {(mode === 'tree' ? tops.length === 0 : !data && id !== null) && <Waiting />}
              {mode !== 'tree' && id === null && <Empty description={text('choose')} />}
              {mode === 'graph' && data && (
                <GraphView
                  key={centre?.id}
                  {...data}
                  chosen={node?.id ?? null}
                  height={height}
                  label={text('label', { name: centre?.name ?? '', n: data.nodes.length })}
                  onChoose={choose}
                  onCentre={toCentre}
                />
              )}
              {mode === 'map' && data && (
                <NetworkMap
                  nodes={data.nodes}
                  edges={data.edges}
                  height={height}
                  label={text('label', { name: centre?.name ?? '', n: data.nodes.length })}
                  onChoose={choose}
                />
              )}
              {mode !== 'tree' && data && (
                <Flex justify="space-between" wrap gap={8} style={{ marginTop: 8 }}>
                  <Space size={12} wrap>
                    {[...new Set(data.edges.map((one) => one.kind))].map((kind) => (
                      <span key={kind}>
                        <Dot colour={edgeColour(kind)} /> {kindName(kind)}
                      </span>
                    ))}
                  </Space>
                  <Typography.Text type="secondary">
                    {text('shown', { nodes: data.nodes.length, edges: data.edges.length })}
                    {left > 0 && ` · ${text('left', { n: left })}`}
                    {mode === 'map' && unlocated > 0 && ` · ${text('unlocated', { n: unlocated })}`}
                  </Typography.Text>
                </Flex>
              )}
            </Card>
          </Col>
          <Col xs={24} xl={7}>
            <NodePanel
              node={node}
              edges={data?.edges ?? []}
              nameOf={(other) => data?.nodes.find((one) => one.id === other)?.name}
              onCentre={toCentre}
              onChanged={() => {
                setChosen(null);
                setChanges(changes + 1);
              }}
            />
          </Col>
        </Row>
      )}
    </Flex>
  );
}

/** Puts the one that is looked for into the middle. */
function Search({ id, onPick }: { readonly id: number | null; onPick(id: number): void }) {
  const t = useT();
  const [keyword, setKeyword] = useDebounced('');
  const { options, loading } = useRefOptions('registry.principal', keyword, id);
  const label = t('registry.network.search');
  return (
    <Select<number>
      aria-label={label}
      placeholder={label}
      value={options.some((one) => one.id === id) ? id : null}
      onChange={onPick}
      options={options.map(optionOf)}
      optionRender={optionWithHint}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      style={{ width: 280, maxWidth: '100%' }}
    />
  );
}
