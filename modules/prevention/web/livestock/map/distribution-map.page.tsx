import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, List, Row, Segmented, Select, Space, Typography, theme } from 'antd';
import { useCallback, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Sight } from '#kit/web/map/map-view.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import type { ImmuneState } from '#modules/prevention/contract/livestock/immunity.ts';
import { type UncoveredVillage, uncoveredVillages } from '#modules/prevention/contract/livestock/map.ts';
import { speciesColour, useLabel } from '#modules/registry/web/index.ts';
import { Opens } from '../../common/opens.tsx';
import { useDiseases, useStateName } from '../immune-chips.tsx';
import { speciesOrder } from '../use-stock.ts';
import { type Corner, polygonText, seenOf } from './geometry.ts';
import { HoldersAside } from './holders-aside.tsx';
import { LivestockMap } from './livestock-map.tsx';

type Layer = 'species' | 'immune' | 'uncovered';
const layers: readonly Layer[] = ['species', 'immune', 'uncovered'];
const height = 560;

/** 动物分布图: what stands where, how it is protected, and where nobody is in charge. */
export default function DistributionMapPage() {
  const text = useTexts('prevention.map');
  const { token } = theme.useToken();
  const url = useUrlState();
  const { openPage } = usePage();
  const language = useLanguage();
  const diseases = useDiseases();
  const speciesName = useLabel('species');
  const stateName = useStateName();
  const [sight, setSight] = useState<Sight | null>(null);
  const [corners, setCorners] = useState<readonly Corner[]>([]);
  const [isDrawing, setDrawing] = useState(false);
  const layer = layers.find((one) => one === url.get('layer')) ?? 'species';
  const species = url.get('species') ?? '';
  const diseaseCode = url.get('diseaseCode') ?? diseases[0]?.code ?? 'fmd';
  const states: Readonly<Record<ImmuneState, string>> = {
    protected: token.colorSuccess,
    lapsing: token.colorWarning,
    lapsed: token.colorError,
    never: token.colorErrorActive,
    tooYoung: token.colorTextQuaternary,
    exempt: token.colorTextTertiary,
  };
  const { colorSuccess, colorWarning, colorError } = token;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow the theme, which these tell
  const colourOf = useCallback(
    (kind: string) => (layer === 'species' ? speciesColour(kind) : (states[kind as ImmuneState] ?? '#8a8f98')),
    [layer, colorSuccess, colorWarning, colorError],
  );
  const villages = useQuery({
    queryKey: ['prevention.map', 'uncovered', language],
    queryFn: () => call(uncoveredVillages, { quiet: true }),
    enabled: layer === 'uncovered',
  });
  const isClosed = !isDrawing && corners.length > 2;
  const only = species ? { species } : {};
  const query = isClosed ? { polygon: polygonText(corners), ...only } : sight && { ...rounded(seenOf(sight)), ...only };
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" wrap gap={12}>
          <Space wrap>
            <Segmented<Layer>
              value={layer}
              onChange={(next) => url.set({ layer: next === 'species' ? null : next })}
              options={layers.map((value) => ({ value, label: text(`layer_${value}`) }))}
            />
            {layer === 'immune' && (
              <Select
                aria-label={text('disease')}
                value={diseaseCode}
                style={{ width: 220 }}
                onChange={(next: string) => url.set({ diseaseCode: next })}
                options={diseases.map((one) => ({ value: one.code, label: one.name }))}
              />
            )}
            {layer !== 'uncovered' && (
              <Select
                aria-label={text('species')}
                value={species}
                style={{ width: 140 }}
                onChange={(next: string) => url.set({ species: next || null })}
                options={[
                  { value: '', label: text('allSpecies') },
                  ...speciesOrder.map((value) => ({ value, label: speciesName(value) })),
                ]}
              />
            )}
          </Space>
          {layer !== 'uncovered' && (
            <Space wrap>
              {isDrawing && (
                <Typography.Text type="secondary">{text('drawHint', { n: corners.length })}</Typography.Text>
              )}
              {isDrawing ? (
                <Button type="primary" disabled={corners.length < 3} onClick={() => setDrawing(false)}>
                  {text('drawEnd')}
                </Button>
              ) : (
                <Button
                  onClick={() => {
                    setCorners([]);
                    setDrawing(true);
                  }}
                >
                  {text('draw')}
                </Button>
              )}
              {corners.length > 0 && (
                <Button
                  onClick={() => {
                    setCorners([]);
                    setDrawing(false);
                  }}
                >
                  {text('drawClear')}
                </Button>
              )}
            </Space>
          )}
        </Flex>
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} lg={16} xl={17}>
          <LivestockMap
            query={{
              layer: layer === 'immune' ? 'immune' : 'species',
              ...(layer === 'immune' && { diseaseCode }),
              ...only,
            }}
            nameOf={layer === 'immune' ? stateName : speciesName}
            colourOf={colourOf}
            villages={layer === 'uncovered' ? (villages.data ?? []) : null}
            height={height}
            corners={corners}
            isDrawing={isDrawing}
            onCorner={(corner) => setCorners((all) => [...all, corner].slice(0, 100))}
            onSight={setSight}
            onHolder={(id) => openPage(`/ant/animalProtection/householdDetail?id=${id}`)}
          />
        </Col>
        <Col xs={24} lg={8} xl={7}>
          {layer === 'uncovered' ? (
            <Uncovered villages={villages.data ?? []} />
          ) : (
            <HoldersAside query={query} title={text(isClosed ? 'selected' : 'inView')} height={height - 90} />
          )}
        </Col>
      </Row>
    </Flex>
  );
}

const rounded = (piece: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(piece).map(([name, degrees]) => [name, Number(degrees.toFixed(4))]));

function Uncovered({ villages }: { readonly villages: readonly UncoveredVillage[] }) {
  const text = useTexts('prevention.map');
  return (
    <Card size="small" title={text('layer_uncovered')}>
      <List
        size="small"
        dataSource={[...villages]}
        rowKey="regionCode"
        style={{ height: height - 40, overflow: 'auto' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('allCovered')} /> }}
        renderItem={(one) => (
          <List.Item data-record>
            <Flex vertical>
              <Opens to={`/ant/animalProtection/household?regionCode=${one.regionCode}`}>{one.name}</Opens>
              <Typography.Text type="secondary">
                {text('inside', { holders: one.holders, heads: one.heads.toLocaleString('en') })}
              </Typography.Text>
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}
