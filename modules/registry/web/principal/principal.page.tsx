import { Progress } from 'antd';
import { lazy, Suspense } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';
import { MapSwitch } from '../map/map-switch.tsx';
import { StatusTabs } from './status-tabs.tsx';

const formPath = '/pri/principal/add';
const PrincipalMap = lazy(() => import('../map/principal-map.tsx'));

/** The list; its form is long enough to be a screen of its own, and so is what is known of one. */
export default function PrincipalPage() {
  const t = useT();
  const { openPage } = usePage();
  const url = useUrlState();
  const isMap = url.get('map') === '1';
  return (
    <>
      <StatusTabs />
      {isMap && (
        <div style={{ marginBottom: 12 }}>
          <Suspense fallback={<Waiting />}>
            <PrincipalMap />
          </Suspense>
        </div>
      )}
      <ListPage
        resource={principal}
        onForm={({ id }) => openPage(id ? `${formPath}?id=${id}` : formPath)}
        extra={() => <MapSwitch />}
        cells={{
          principalUnitName: (row) => <PageLink to={`/pri/mainFile?id=${row.id}`}>{row.principalUnitName}</PageLink>,
          completeness: (row) => (
            <Progress
              aria-label={t('registry.principal.completeness')}
              percent={row.completeness}
              size="small"
              steps={5}
            />
          ),
        }}
      />
    </>
  );
}
