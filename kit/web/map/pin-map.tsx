import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { AmapPin } from './amap-pin.tsx';
import { loadAmap } from './load-amap.ts';
import { OutlineMap, type PinMapProps } from './outline-map.tsx';

const forSession = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** One pin on a map: AMap's where the tenant has a key and AMap answers, else our own outlines, which need nobody. */
export function PinMap(props: PinMapProps) {
  const key = useQuery({ queryKey: ['lookup', 'mapKey'], queryFn: () => lookups().mapKey(), ...forSession });
  const service = useQuery({
    queryKey: ['lookup', 'amap', key.data],
    queryFn: () => loadAmap(key.data as string),
    enabled: Boolean(key.data),
    ...forSession,
  });
  if (key.isPending || (key.data && service.isPending))
    return <Skeleton.Node active style={{ width: '100%', height: props.height ?? 420 }} />;
  return service.data ? <AmapPin {...props} amap={service.data} /> : <OutlineMap {...props} />;
}
