import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Typography } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { checkPrescription, prescription } from '#modules/cure/contract/prescription/prescription.ts';
import { SignDialog } from './sign-dialog.tsx';

interface Line {
  readonly medicineId?: number | null;
  readonly route?: string | null;
  readonly dose?: number | null;
  readonly timesPerDay?: number | null;
  readonly days?: number | null;
  readonly meatDays?: number | null;
  readonly reason?: string | null;
}

/** 开具处方: what the rules say stands beside the lines while they are written, and the day nobody is sold before. */
export default function IssuePage() {
  const text = useTexts('cure.prescriptionPage');
  const url = useUrlState();
  const formId = useId();
  const { openPage, closePage } = usePage();
  const [signing, setSigning] = useState<{ id: number; version: number } | null>(null);
  const consultId = Number(url.get('consultId')) || null;
  const principalId = Number(url.get('principalId')) || null;
  const form = useResourceForm(prescription, {
    initial: {
      validDays: 1,
      species: 'cattle',
      animals: [],
      lines: [],
      consultId,
      ...(principalId && { principalId }),
    },
  });
  const { values } = form;
  const lines = ((values.lines ?? []) as Line[]).filter(
    (line) => line.medicineId && line.route && line.dose && line.timesPerDay && line.days,
  );
  const animals = ((values.animals ?? []) as { animalId?: number | null }[]).flatMap((one) => one.animalId ?? []);
  const body = {
    principalId: Number(values.principalId) || 0,
    species: String(values.species ?? ''),
    animalIds: animals,
    lines: lines.map((line) => ({
      medicineId: line.medicineId as number,
      route: line.route as string,
      dose: line.dose as number,
      timesPerDay: line.timesPerDay as number,
      days: line.days as number,
      meatDays: line.meatDays ?? null,
      reason: line.reason ?? null,
    })),
  };
  const { data: checked } = useQuery({
    queryKey: ['cure.checkPrescription', body],
    queryFn: () => call(checkPrescription, { body, quiet: true }),
    enabled: body.principalId > 0 && body.lines.length > 0,
    retry: false,
  });
  const save = async () => {
    const saved = await form.submit();
    if (saved) setSigning(saved);
  };
  return (
    <Form id={formId} layout="vertical" onFinish={() => void save()}>
      <Flex vertical gap={12}>
        <Card size="small" title={text('whom')}>
          <FormFields
            id={formId}
            form={form}
            names={['principalId', 'species', 'diagnosisTagId', 'validDays', 'untaggedHead', 'animals']}
          />
        </Card>
        <Card size="small" title={text('medicines')}>
          <FormFields id={formId} form={form} names={['lines', 'remark']} />
          {checked && (
            <Flex vertical gap={6}>
              {checked.findings.map((one) => (
                <Alert
                  key={`${one.line} ${one.code}`}
                  type={one.level === 'error' ? 'error' : 'warning'}
                  showIcon
                  title={one.line === null ? one.text : text('line', { n: one.line + 1, text: one.text })}
                />
              ))}
              {checked.meatUntil && (
                <Typography.Title level={3} type="danger" style={{ margin: '8px 0 0' }}>
                  {text('until', { date: checked.meatUntil })}
                </Typography.Title>
              )}
            </Flex>
          )}
        </Card>
        <Flex gap={8}>
          <Button type="primary" htmlType="submit" loading={form.submitting}>
            {text('saveAndSign')}
          </Button>
          <Button onClick={closePage}>{text('cancel')}</Button>
        </Flex>
      </Flex>
      {signing && (
        <SignDialog
          sheet={signing}
          onClose={() => {
            setSigning(null);
            openPage(consultId ? `/cure/consult/detail?id=${consultId}` : '/cure/prescription/list');
          }}
        />
      )}
    </Form>
  );
}
