import { Card, Flex, Segmented, Space, Typography, theme } from 'antd';
import { useMemo, useState } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Bounds } from '#kit/web/map/map-view.ts';
import type { Mark } from '#kit/web/map/paint-map.ts';
import type { MappedVillage } from '#modules/registry/contract/grid/grid.ts';
import { Dot } from '../map/dot.tsx';
import { useBoundaries } from '../map/use-boundaries.ts';

interface Props {
  readonly villages: readonly MappedVillage[];
  /** Villages of no grid. */
  readonly without: number;
  /** Villages that have their names beside them. */
  readonly chosen: readonly number[];
  onGrid(id: number): void;
}

type Way = 'vacancy' | 'load';
/** Light to heavy, told apart on light and dark ground. */
const weights = ['#7fb069', '#e3b23c', '#e07a3f', '#a4303f'] as const;

/** What lacks somebody is drawn last, over its neighbours. */
const over: readonly MappedVillage['state'][] = ['wider', 'covered', 'vacant'];
/** Names of more than a township would cover each other. */
const mostNamed = 40;

/** Three bounds that part the loads into four bands, in numbers people say. */
function boundsOf(loads: readonly number[]): readonly number[] {
  const most = Math.max(0, ...loads);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(most / 4, 1))));
  const band = Math.max(1, Math.ceil(most / 4 / step) * step);
  return [band, 2 * band, 3 * band];
}

/** Villages where they lie, by whether somebody has charge of them or by how much that is. */
export function GridMap({ villages, without, chosen, onGrid }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const text = useTexts('registry.gridPage');
  const boundaries = useBoundaries();
  const [way, setWay] = useState<Way>('vacancy');
  const nobody = token.colorTextQuaternary;
  const stateColour = { covered: token.colorSuccess, vacant: token.colorError, wider: nobody };
  const steps = useMemo(() => boundsOf(villages.flatMap(({ load }) => load ?? [])), [villages]);
  const bandOf = (load: number) => steps.filter((bound) => load > bound).length;
  const colourOf = ({ state, load }: MappedVillage) =>
    way === 'vacancy' ? stateColour[state] : load === null ? nobody : (weights[bandOf(load)] as string);
  const placed = useMemo(() => villages.filter(isPlaced), [villages]);
  const isNamed = placed.length <= mostNamed;
  const bounds = useMemo((): Bounds | null => {
    const [xs, ys] = [placed.map((one) => one.longitude), placed.map((one) => one.latitude)];
    return placed.length > 0 ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : null;
  }, [placed]);
  const marks = placed
    .toSorted((one, other) => over.indexOf(one.state) - over.indexOf(other.state))
    .map(
      (one): Mark => ({
        key: String(one.code),
        longitude: one.longitude,
        latitude: one.latitude,
        n: 1,
        parts: [{ colour: colourOf(one), n: 1 }],
        label: isNamed && chosen.includes(one.code) ? one.name : undefined,
      }),
    );
  const byKey = new Map(villages.map((one) => [String(one.code), one]));
  const count = (state: MappedVillage['state']) => villages.filter((one) => one.state === state).length;
  const legend =
    way === 'vacancy'
      ? (['covered', 'vacant', 'wider'] as const).map((state) => ({
          key: state,
          colour: stateColour[state],
          words: `${text(state === 'vacant' ? 'vacantState' : state)} ${count(state)}`,
        }))
      : [
          ...weights.map((colour, at) => ({
            key: colour as string,
            colour: colour as string,
            words: text(at < steps.length ? 'upTo' : 'above', {
              n: (steps[Math.min(at, steps.length - 1)] ?? 0).toLocaleString('en'),
            }),
          })),
          { key: 'nobody', colour: nobody, words: text('vacantState') },
        ];
  return (
    <Card
      size="small"
      title={text('map')}
      extra={
        <Segmented<Way>
          size="small"
          aria-label={text('colourBy')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'vacancy', label: text('byVacancy') },
            { value: 'load', label: text('byLoad') },
          ]}
        />
      }
    >
      <CanvasMap
        boundaries={boundaries}
        marks={marks}
        bounds={bounds}
        height={320}
        label={text('mapLabel', { n: villages.length, vacant: count('vacant') })}
        onPick={(mark) => {
          const village = byKey.get(mark.key);
          if (village) onGrid(village.gridId);
          return true;
        }}
        tip={(mark) => <Tip village={byKey.get(mark.key)} />}
      />
      <Flex justify="space-between" gap={12} wrap style={{ marginTop: 8 }}>
        <Space size={[16, 4]} wrap>
          {legend.map(({ key, colour, words }) => (
            <Space key={key} size={6}>
              <Dot colour={colour} />
              {words}
            </Space>
          ))}
        </Space>
        <Typography.Text type="secondary">
          {[
            ...(without > 0 ? [text('withoutGrid', { n: without.toLocaleString('en') })] : []),
            ...(villages.length > placed.length ? [text('unplaced', { n: villages.length - placed.length })] : []),
            t('kit.mapSchematic'),
          ].join(' · ')}
        </Typography.Text>
      </Flex>
    </Card>
  );
}

type Placed = MappedVillage & { readonly longitude: number; readonly latitude: number };
const isPlaced = (one: MappedVillage): one is Placed => one.longitude !== null && one.latitude !== null;

function Tip({ village }: { readonly village: MappedVillage | undefined }) {
  const text = useTexts('registry.gridPage');
  if (!village) return null;
  const { name, gridName, state, staffName, load, households, head } = village;
  return (
    <>
      <Typography.Text strong>{name}</Typography.Text>
      <div>{gridName}</div>
      <div>{text('tipStock', { households, head: head.toLocaleString('en') })}</div>
      <div>
        {staffName !== null && load !== null
          ? text('tipLoad', { name: staffName, n: load.toLocaleString('en') })
          : text(state === 'wider' ? 'wider' : 'vacantState')}
      </div>
    </>
  );
}
