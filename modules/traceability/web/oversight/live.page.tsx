import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { plainLabel } from '#modules/traceability/contract/code/label-template.ts';
import { codesForAnimals } from '#modules/traceability/contract/code/trace-code-batch.ts';
import { traceAnimal, verifyChains } from '#modules/traceability/contract/oversight/trace-animal.ts';
import { LabelSheet } from '../coding/label-sheet.tsx';

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
            <LabelSheet
              shape={plainLabel}
              labels={labels.map((one) => ({ ...one, more: one.tag }))}
              day={dayFromNow()}
            />
          </PrintSheet>
        </Suspense>
      )}
    </>
  );
}
