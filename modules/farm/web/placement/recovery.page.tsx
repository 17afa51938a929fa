import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PlainFields } from '#kit/web/ui/own-fields.tsx';
import { quoteRecovery, recovery } from '#modules/farm/contract/placement/recovery.ts';

/** 回收管理: animals come back, and the keeper is paid by what the contract says. */
export default function RecoveryPage() {
  return (
    <ResourcePage
      resource={recovery}
      cells={{
        net: (row) =>
          row.status === 'draft' ? (
            '-'
          ) : (
            <SumButton entity="farm.recovery" id={row.id}>
              {moneyText(row.net)}
            </SumButton>
          ),
      }}
      form={{
        width: 860,
        body: (form, formId) => (
          <>
            <PlainFields form={form} formId={formId} but={[]} />
            <Quote form={form} />
          </>
        ),
      }}
    />
  );
}

/** The formula with its numbers, before anybody signs. */
function Quote({ form }: { readonly form: ResourceForm }) {
  const text = useTexts('farm.placementPage');
  const [asked, setAsked] = useState<string | null>(null);
  const placementId = form.values.placementId as number | null;
  const lines = (form.values.lines ?? []) as Record<string, unknown>[];
  const full = lines.filter((one) => one.animalId && one.outcome);
  const body = {
    placementId,
    weighedOn: form.values.weighedOn,
    lines: full.map(({ animalId, outKg, outcome, fault, calves }) => ({
      animalId,
      outKg: outKg ?? null,
      outcome,
      fault: fault ?? 'none',
      calves: calves ?? 0,
    })),
  };
  const now = JSON.stringify(body);
  const { data, isFetching } = useQuery({
    queryKey: ['farm.quote', asked],
    enabled: asked !== null,
    queryFn: () => call(quoteRecovery, { body: JSON.parse(asked as string) }),
  });
  return (
    <Flex vertical gap={8}>
      <Button
        disabled={!placementId || full.length === 0}
        loading={isFetching}
        onClick={() => setAsked(now)}
        style={{ alignSelf: 'start' }}
      >
        {text('quote')}
      </Button>
      {data && asked === now && (
        <Alert
          type={data.net < 0 ? 'warning' : 'info'}
          title={
            <Typography.Text strong>
              {text(data.net < 0 ? 'owes' : 'net')} {moneyText(Math.abs(data.net))}
            </Typography.Text>
          }
          description={data.steps.map((step) => (
            <div key={step.name}>
              {step.name}: {step.how} = {moneyText(step.cents)}
            </div>
          ))}
        />
      )}
    </Flex>
  );
}
