import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** Prints one record as it is shown. */
export function PrintDetail({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useT();
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Button
        type="text"
        icon={<PrinterOutlined />}
        title={t('print.print')}
        aria-label={t('print.print')}
        onClick={() => setPrinting(true)}
      />
      {isPrinting && (
        <Suspense fallback={null}>
          <PrintSheet title={title} onDone={() => setPrinting(false)}>
            {children}
          </PrintSheet>
        </Suspense>
      )}
    </>
  );
}
