import { App, QRCode } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { codesForAnimals } from '#modules/traceability/contract/code/trace-code-batch.ts';
import { traceAnimal, verifyChains } from '#modules/traceability/contract/oversight/trace-animal.ts';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** 活体追溯: animals in stock, how complete their record is, and their labels. */
export default function LivePage() {
  const text = useTexts('traceability.livePage');
  const { openPage } = usePage();
  const { message } = App.useApp();
  const changed = useChanged(traceAnimal);
  const [mayCode, mayVerify, mayOpen] = [
    useCan('trace:animal:code'),
    useCan('trace:animal:verify'),
    useCan('trace:animal:detail'),
  ];
  const [labels, setLabels] = useState<DataOf<typeof codesForAnimals> | null>(null);
  const print = async (animalIds: readonly number[]) => {
    setLabels(await call(codesForAnimals, { body: { animalIds: [...animalIds] } }));
    await changed();
  };
  const verify = async (animalId: number) => {
    const found = await call(verifyChains, { body: { scope: 'animal', animalIds: [animalId] } });
    const [broken] = found.broken;
    if (broken) void message.error(text('broken', { seq: broken.seq ?? 0 }));
    else void message.success(text('whole', { n: found.events }));
    await changed();
  };
  return (
    <>
      <ResourcePage
        resource={traceAnimal}
        actions={(row) => [
          ...(mayOpen
            ? [
                {
                  key: 'file',
                  label: text('file'),
                  run: () => openPage(`/traceability/traceabilityIdentification/traceDetail?animalId=${row.animalId}`),
                },
              ]
            : []),
          ...(mayCode ? [{ key: 'label', label: text('label'), run: () => void print([row.animalId]) }] : []),
          ...(mayVerify ? [{ key: 'verify', label: text('verify'), run: () => void verify(row.animalId) }] : []),
        ]}
      />
      {labels && (
        <Suspense>
          <PrintSheet title={text('labels')} isBare onDone={() => setLabels(null)}>
            <div style={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 12 }}>
              {labels.map((one) => (
                <div key={one.code} style={{ textAlign: 'center', breakInside: 'avoid' }}>
                  <QRCode value={`${location.origin}${one.url}`} size={110} type="svg" bordered={false} />
                  <div style={{ fontFamily: 'monospace', fontSize: 11 }}>{one.shown}</div>
                  <div style={{ fontSize: 11 }}>{one.tag}</div>
                </div>
              ))}
            </div>
          </PrintSheet>
        </Suspense>
      )}
    </>
  );
}
