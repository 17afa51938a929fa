import { useMemo } from 'react';
import type { Point } from '#kit/contract/field.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Bounds } from '#kit/web/map/map-view.ts';
import type { Mark } from '#kit/web/map/paint-map.ts';
import { useBoundaries } from '../outbreak/names.tsx';

/** Where the sheet was filled in. */
export function PlaceMap({ point, name }: { readonly point: Point; readonly name: string }) {
  const t = useT();
  const boundaries = useBoundaries();
  const marks = useMemo(
    (): Mark[] => [{ key: 'here', ...point, n: 1, parts: [{ colour: '#1677ff', n: 1 }], label: name }],
    [point, name],
  );
  const { longitude, latitude } = point;
  const bounds: Bounds = [longitude - 0.5, latitude - 0.3, longitude + 0.5, latitude + 0.3];
  return (
    <CanvasMap
      boundaries={boundaries}
      marks={marks}
      bounds={bounds}
      height={260}
      label={t('prevention.censusSheet.location')}
      onPick={() => false}
      tip={() => name}
    />
  );
}
