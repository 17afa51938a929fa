import { useQuery } from '@tanstack/react-query';
import { theme } from 'antd';
import { useMemo } from 'react';
import type { Point } from '#kit/contract/field.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import { prefectureOf } from '#kit/web/map/centre.ts';
import { useSession } from '#kit/web/shell-context.ts';

interface Props {
  readonly place: Point;
  readonly label: string;
}

const room = 0.4;

/** Where a sheet was submitted. */
export function PlaceMap({ place, label }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const { user } = useSession();
  const around = prefectureOf(user.regionCode);
  const boundaries = useQuery({
    queryKey: ['lookup', 'boundaries', around],
    queryFn: () => lookups().boundaries(around as number),
    enabled: around !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const { longitude, latitude } = place;
  const bounds = useMemo(
    (): [number, number, number, number] => [longitude - room, latitude - room, longitude + room, latitude + room],
    [longitude, latitude],
  );
  const mark = { key: 'here', longitude, latitude, n: 1, parts: [{ colour: token.colorPrimary, n: 1 }], label };
  return (
    <CanvasMap
      boundaries={boundaries}
      marks={[mark]}
      bounds={bounds}
      height={220}
      label={t('prevention.visitPage.map')}
      onPick={() => true}
      tip={() => `${longitude}, ${latitude}`}
    />
  );
}
