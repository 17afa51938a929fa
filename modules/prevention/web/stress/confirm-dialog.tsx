import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Form, InputNumber, Modal } from 'antd';
import { useId, useState } from 'react';
import { endpointsOf } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { quoteStress } from '#modules/prevention/contract/stress/stress.ts';
import { type StressCase, stressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import { useStep } from './use-step.ts';

const { transition } = endpointsOf(stressCase);

/** R33: the standard that holds, what insurance pays besides, and what is left. */
export function ConfirmDialog({ row, onClose }: { readonly row: StressCase; onClose(): void }) {
  const id = useId();
  const text = useTexts('prevention.stress');
  const label = useTexts('prevention.stressCase');
  const { busy, run } = useStep(onClose);
  const [offset, setOffset] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.quoteStress', row.id, offset],
    queryFn: () => call(quoteStress, { body: { caseId: row.id, claimOffset: offset ?? 0 }, quiet: true }),
  });
  const save = () =>
    run(async () => {
      if (!transition) return;
      await call(transition, { body: { id: row.id, version: row.version, name: 'confirm', form: { offset } } });
    });
  const isBlocked = !data || data.standardId === null || (data.openClaim !== null && offset === null);
  return (
    <Modal
      open
      title={text('confirmTitle', { docNo: row.docNo })}
      okText={label('_confirm')}
      okButtonProps={{ disabled: isBlocked }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {!data && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waiting />)}
      {data && (
        <Form layout="vertical">
          <Descriptions
            size="small"
            column={2}
            items={[
              { key: 'species', label: label('species'), children: `${row.speciesName ?? ''} ${row.stageName ?? ''}` },
              { key: 'weight', label: label('weight'), children: row.weight === null ? '-' : `${row.weight} kg` },
              {
                key: 'opinion',
                label: label('verifyOpinion'),
                span: 2,
                children: <span data-record>{row.verifyOpinion}</span>,
              },
            ]}
          />
          {data.standardId === null ? (
            <Alert type="error" showIcon title={text('noQuote')} />
          ) : (
            <Alert
              type="success"
              showIcon
              title={text('quote', {
                standard: data.standardAmount ?? 0,
                ratio: data.ratio ?? 0,
                amount: (data.amount ?? 0).toFixed(2),
              })}
            />
          )}
          {data.openClaim && (
            <Alert
              type="warning"
              showIcon
              title={text('claim', { no: data.openClaim.no })}
              style={{ marginBlockStart: 8 }}
            />
          )}
          <Form.Item
            label={label('claimOffset')}
            htmlFor={`${id}-offset`}
            required={data.openClaim !== null}
            style={{ marginBlockStart: 16 }}
          >
            <InputNumber
              id={`${id}-offset`}
              min={0}
              max={1_000_000}
              precision={2}
              value={offset}
              onChange={setOffset}
              style={{ width: 200 }}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}
