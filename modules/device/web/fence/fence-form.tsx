import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { type Fence, fence, type Polygon, previewFence } from '#modules/device/contract/fence/fence.ts';
import { useBoundaries } from '../common/names.ts';

const AreaEditor = lazy(() => import('#kit/web/map/area-editor.tsx'));

/** A fence, drawn. Before it is saved it says who is inside and who is not. */
export function FenceForm({ fence: row, onClose }: { readonly fence: Fence | null; onClose(): void }) {
  const { user } = useSession();
  return (
    <FormDrawer
      resource={fence}
      {...(row && { id: row.id })}
      initial={{ kind: 'pasture', principalId: user.principalId, polygon: [] }}
      width={980}
      onClose={onClose}
      body={(form, id) => <Body form={form} id={id} />}
    />
  );
}

function Body({ form, id }: { readonly form: ResourceForm; readonly id: string }) {
  const text = useTexts('device.fencePage');
  const boundaries = useBoundaries();
  const { user } = useSession();
  const [isUnable, setUnable] = useState(false);
  const polygon = form.values.polygon as Polygon | undefined;
  const holder = form.values.principalId as number | null;
  const drawn = polygon && polygon.length > 0 ? polygon : null;
  const preview = useQuery({
    queryKey: ['device.fence', 'preview', holder, drawn],
    queryFn: () =>
      call(previewFence, { body: { principalId: holder as number, polygon: drawn as Polygon }, quiet: true }),
    enabled: holder !== null && drawn !== null,
  });
  return (
    <>
      <FormFields id={id} form={form} names={['name', 'principalId', 'kind', 'colour']} />
      {isUnable ? (
        <Alert type="warning" title={text('noMap')} />
      ) : (
        <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 420 }} />}>
          <AreaEditor
            value={drawn && { type: 'MultiPolygon', coordinates: [drawn as never] }}
            boundaries={boundaries}
            centre={{ longitude: user.villageLongitude ?? 122.3, latitude: user.villageLatitude ?? 43.65 }}
            label={text('outline')}
            onChange={(area) => form.set('polygon', (area?.coordinates[0] ?? []) as never)}
            onUnable={() => setUnable(true)}
          />
        </Suspense>
      )}
      {preview.data && (
        <Alert
          style={{ marginTop: 12 }}
          type={preview.data.fault ? 'error' : 'info'}
          showIcon
          title={
            preview.data.fault
              ? text('bad')
              : text('preview', { ha: preview.data.areaHa, in: preview.data.inside, out: preview.data.outside })
          }
        />
      )}
    </>
  );
}
