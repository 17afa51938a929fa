import { Modal } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { type TraceLabelTemplate, traceLabelTemplate } from '#modules/traceability/contract/code/label-template.ts';
import { LabelSheet } from './label-sheet.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));
/** A code nobody was given: it opens the public page, which knows nothing of it. */
const sample = { shown: 'P000 0000 0000', url: '/t?c=P00000000000' };

/** 模板: how labels look; each is seen as it will be, and printed once for a try. */
export function TemplateTab() {
  const text = useTexts('traceability.codingPage');
  const mayPrint = useCan('trace:code:print');
  const [seen, setSeen] = useState<TraceLabelTemplate | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const sheet = (count: number) =>
    seen && (
      <LabelSheet
        shape={seen}
        labels={Array.from({ length: count }, (_, at) => ({ ...sample, shown: `P000 0000 000${at}` }))}
        subject={String(seen.principalIdName ?? '')}
        day={dayFromNow()}
      />
    );
  return (
    <>
      <ResourcePage
        resource={traceLabelTemplate}
        actions={(row) => [{ key: 'preview', label: text('preview'), run: () => setSeen(row) }]}
      />
      {seen && (
        <Modal
          open
          width="fit-content"
          title={seen.name}
          onCancel={() => setSeen(null)}
          onOk={() => setPrinting(true)}
          okText={text('testPrint')}
          okButtonProps={{ disabled: !mayPrint }}
        >
          <div style={{ overflow: 'auto', padding: 12 }}>{sheet(Math.min(seen.perRow, 3))}</div>
          {isPrinting && (
            <Suspense>
              <PrintSheet title={seen.name} isBare onDone={() => setPrinting(false)}>
                {sheet(seen.perRow)}
              </PrintSheet>
            </Suspense>
          )}
        </Modal>
      )}
    </>
  );
}
