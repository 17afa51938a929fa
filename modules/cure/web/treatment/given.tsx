import { useQuery } from '@tanstack/react-query';
import { Modal, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { type GivenTreatment, type Treatment, treatmentContent } from '#modules/cure/contract/treatment/treatment.ts';
import { EarTag } from '#modules/registry/web/index.ts';

/** The bottles of a record; opens what every head was given. */
export function Given({ row }: { readonly row: Treatment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>{row.lots || row.docNo}</TextButton>
      {isOpen && <GivenDialog id={row.id} docNo={row.docNo} onClose={() => setOpen(false)} />}
    </>
  );
}

function GivenDialog({ id, docNo, onClose }: { readonly id: number; readonly docNo: string; onClose(): void }) {
  const text = useTexts('cure.treatmentPage');
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.treatmentContent', id],
    queryFn: () => call(treatmentContent, { query: { id }, quiet: true }),
  });
  return (
    <Modal open title={docNo} width={760} footer={null} onCancel={onClose}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          {data.lines.map((line) => (
            <Typography.Paragraph key={`${line.name} ${line.lotNo} ${line.route}`}>
              {text('lineSum', {
                name: line.name,
                lot: line.lotNo || '-',
                total: line.totalQty,
                unit: line.doseUnit,
                days: line.meatDays,
              })}
            </Typography.Paragraph>
          ))}
          <Table<GivenTreatment['animals'][number]>
            size="small"
            rowKey="animalId"
            dataSource={data.animals}
            pagination={data.animals.length > 20 ? { pageSize: 20 } : false}
            columns={[
              { title: text('tag'), key: 'tag', render: (_, one) => <EarTag tag={one.earTag} /> },
              { title: text('weight'), key: 'weight', render: (_, one) => `${one.weightKg ?? '-'} kg` },
              ...data.lines.map((line, at) => ({
                title: line.name,
                key: `dose ${at}`,
                render: (_: unknown, one: GivenTreatment['animals'][number]) =>
                  `${one.doses[String(at + 1)] ?? '-'} ${line.doseUnit}`,
              })),
            ]}
          />
        </>
      )}
    </Modal>
  );
}
