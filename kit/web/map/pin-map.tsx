import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { Point } from '#kit/contract/field.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { AmapPin } from './amap-pin.tsx';
import { centreOf } from './centre.ts';
import { OutlineMap, type PinMapProps } from './outline-map.tsx';
import { useAmap } from './use-amap.ts';

const forSession = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

interface Props extends Omit<PinMapProps, 'centre'> {
  /** Where nobody says, the tenant's own middle. */
  readonly centre: Point | null;
}

/** One pin on a map: AMap's where the tenant has a key and AMap answers, else our own outlines, which need nobody. */
export function PinMap(given: Props) {
  const settings = useQuery({
    queryKey: ['lookup', 'mapSettings'],
    queryFn: () => lookups().mapSettings(),
    ...forSession,
  });
  const props = { ...given, centre: centreOf(given.centre, settings.data?.centre) };
  const { amap, isPending } = useAmap();
  if (settings.isPending || isPending)
    return <Skeleton.Node active style={{ width: '100%', height: props.height ?? 420 }} />;
  return amap ? <AmapPin {...props} amap={amap} /> : <OutlineMap {...props} />;
}
