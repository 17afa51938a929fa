import { Button, Empty, Flex } from 'antd';
import { useMemo } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import type { DeviceNow } from '#modules/device/contract/telemetry/telemetry.ts';
import { boundsOf } from '../common/device-map.tsx';
import { useBoundaries } from '../common/names.ts';
import { stateColours } from '../common/state.tsx';

/** Where it is, or stands. */
export function PlaceTab({ id, kind, now }: { readonly id: number; readonly kind: string; readonly now: DeviceNow }) {
  const text = useTexts('device.detailPage');
  const boundaries = useBoundaries();
  const { openPage } = usePage();
  const { actions } = useSession();
  const { longitude, latitude } = now;
  const marks = useMemo(
    () =>
      longitude === null || latitude === null
        ? []
        : [
            {
              key: 'here',
              longitude,
              latitude,
              n: 1,
              parts: [{ colour: stateColours.online as string, n: 1 }],
              label: now.binding?.earTag ?? now.binding?.text ?? '',
            },
          ],
    [longitude, latitude, now.binding],
  );
  if (marks.length === 0) return <Empty description={text('noPlace')} />;
  return (
    <Flex vertical gap={8}>
      {kind === 'collar' && actions.has('device:trail:view') && (
        <div>
          <Button onClick={() => openPage(`/anm/device/trail?deviceId=${id}`)}>{text('openTrail')}</Button>
        </div>
      )}
      <CanvasMap
        boundaries={boundaries}
        marks={marks}
        bounds={boundsOf(marks)}
        height={420}
        label={text('place')}
        onPick={() => false}
        tip={(mark) => mark.label}
      />
    </Flex>
  );
}
