import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { type AnyResource, permissionFor } from '#kit/contract/resource.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { jobPort } from '#kit/web/jobs/job-port.ts';

const ImportDrawer = lazy(() => import('./import-drawer.tsx'));

export function ImportButton({ resource }: { readonly resource: AnyResource }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isOffered = useCan(permissionFor(resource, 'import')) && resource.operations.includes('import');
  if (!isOffered || !jobPort.current) return null;
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('sheet.import')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImportDrawer resource={resource} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
