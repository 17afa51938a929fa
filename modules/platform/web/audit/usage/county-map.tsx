import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Typography } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import type { AreaValue } from '#kit/web/map/area-map.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import type { UsageTown } from '#modules/platform/contract/audit/usage.ts';

const AreaMap = lazy(() => import('#kit/web/map/area-map.tsx'));

interface Props {
  readonly towns: readonly UsageTown[];
  onPick(code: number): void;
}

/** How many townships of each county are at work. */
export function CountyMap({ towns, onPick }: Props) {
  const t = useT();
  const text = useTexts('platform.usage');
  const [isUnable, setUnable] = useState(false);
  const prefecture = towns[0] ? Math.floor(towns[0].countyCode / 1e8) * 1e8 : null;
  const boundaries = useQuery({
    queryKey: ['lookup', 'boundaries', prefecture],
    queryFn: () => lookups().boundaries(prefecture as number),
    enabled: prefecture !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const values = useMemo(() => {
    const counties = new Map<number, { all: number; n: number }>();
    for (const { countyCode, isSilent } of towns) {
      const { all, n } = counties.get(countyCode) ?? { all: 0, n: 0 };
      counties.set(countyCode, { all: all + 1, n: n + (isSilent ? 0 : 1) });
    }
    return new Map<number, AreaValue>(
      [...counties].map(([code, { all, n }]) => [code, { share: n / all, text: `${n} / ${all}` }]),
    );
  }, [towns]);
  const isDrawable = (boundaries.data?.features.length ?? 0) > 0;
  return (
    <Card size="small" title={text('map')} style={{ height: '100%' }}>
      {isUnable || (boundaries.isSuccess && !isDrawable) ? (
        <Alert type="info" showIcon title={t(isUnable ? 'kit.noMap' : 'kit.noOutlines')} />
      ) : !boundaries.data ? (
        <Waiting />
      ) : (
        <Suspense fallback={<Waiting />}>
          <AreaMap
            boundaries={boundaries.data}
            values={values}
            height={256}
            label={text('map')}
            onPick={onPick}
            onUnable={() => setUnable(true)}
          />
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {text('mapHint')}
          </Typography.Text>
        </Suspense>
      )}
    </Card>
  );
}
