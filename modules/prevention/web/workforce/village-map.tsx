import { Flex, Space, Typography, theme } from 'antd';
import { useMemo } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Bounds } from '#kit/web/map/map-view.ts';
import type { Mark } from '#kit/web/map/paint-map.ts';
import type { ExamineVillage } from '#modules/prevention/contract/workforce/staff-examine.ts';
import { Dot, useBoundaries } from '#modules/registry/web/index.ts';

interface Props {
  readonly villages: readonly ExamineVillage[];
  readonly chosen: readonly number[];
  onPick?(code: number): void;
}

type Placed = ExamineVillage & { readonly longitude: number; readonly latitude: number };

/** Villages of a township where they lie: asked for, somebody's, or nobody's. */
export function VillageMap({ villages, chosen, onPick }: Props) {
  const { token } = theme.useToken();
  const boundaries = useBoundaries();
  const text = useTexts('prevention.examinePage');
  const colours = {
    asked: token.colorPrimary,
    askedCovered: token.colorWarning,
    covered: token.colorSuccess,
    vacant: token.colorError,
  };
  const stateOf = ({ code, staffId }: ExamineVillage): keyof typeof colours =>
    chosen.includes(code) ? (staffId === null ? 'asked' : 'askedCovered') : staffId === null ? 'vacant' : 'covered';
  const placed = useMemo(
    () => villages.filter((one): one is Placed => one.longitude !== null && one.latitude !== null),
    [villages],
  );
  const bounds = useMemo((): Bounds | null => {
    const [xs, ys] = [placed.map((one) => one.longitude), placed.map((one) => one.latitude)];
    return placed.length > 0 ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : null;
  }, [placed]);
  const marks = placed
    .toSorted((one, other) => Number(chosen.includes(one.code)) - Number(chosen.includes(other.code)))
    .map(
      (one): Mark => ({
        key: String(one.code),
        longitude: one.longitude,
        latitude: one.latitude,
        n: 1,
        parts: [{ colour: colours[stateOf(one)], n: 1 }],
        label: chosen.includes(one.code) ? one.name : undefined,
      }),
    );
  const byKey = new Map(villages.map((one) => [String(one.code), one]));
  return (
    <Flex vertical gap={8}>
      <CanvasMap
        boundaries={boundaries}
        marks={marks}
        bounds={bounds}
        height={300}
        label={text('map')}
        onPick={(mark) => {
          onPick?.(Number(mark.key));
          return onPick !== undefined;
        }}
        tip={(mark) => {
          const one = byKey.get(mark.key);
          return one ? (
            <div data-record>
              <Typography.Text strong>{one.name}</Typography.Text>
              <div>{one.staffName ?? text('nobody')}</div>
              <div>{`${text('households')} ${one.households} · ${text('head')} ${one.head.toLocaleString('en')}`}</div>
            </div>
          ) : null;
        }}
      />
      <Space size={[16, 4]} wrap>
        {(Object.keys(colours) as (keyof typeof colours)[]).map((key) => (
          <Space key={key} size={6}>
            <Dot colour={colours[key]} />
            {`${text(key)} ${villages.filter((one) => stateOf(one) === key).length}`}
          </Space>
        ))}
        {placed.length < villages.length && <Typography.Text type="secondary">{text('noPlace')}</Typography.Text>}
      </Space>
    </Flex>
  );
}
