import { Button, Card, DatePicker, Flex, Form, InputNumber, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { type InsProductVersion, payoutQuote } from '#modules/insurance/contract/product/product.ts';

/** What a version would pay for one animal, told as a line of arithmetic. */
export function TryIt({ version }: { readonly version: InsProductVersion }) {
  const t = useT();
  const text = useTexts('insurance.version');
  const [birth, setBirth] = useState(dayjs().subtract(5, 'month'));
  const [lost, setLost] = useState(dayjs());
  const [weight, setWeight] = useState<number | null>(null);
  const [cull, setCull] = useState<number | null>(null);
  const [insured, setInsured] = useState<number | null>(null);
  const [eligible, setEligible] = useState<number | null>(null);
  const [told, setTold] = useState<z.output<typeof payoutQuote.data> | null>(null);
  const run = async () => {
    try {
      setTold(
        await call(payoutQuote, {
          body: {
            versionId: version.id,
            birthDate: birth.format('YYYY-MM-DD'),
            lostOn: lost.format('YYYY-MM-DD'),
            weightKg: weight,
            insured,
            eligible,
            cullPaidCents: toCents(cull ?? 0),
          },
        }),
      );
    } catch {
      // The client has said why.
    }
  };
  return (
    <Card size="small" title={text('tryIt')} style={{ marginBlockStart: 12 }}>
      <Form layout="vertical" disabled={false}>
        <Flex gap={16} wrap align="end">
          <Form.Item label={text('birth')}>
            <DatePicker value={birth} allowClear={false} onChange={(day) => day && setBirth(day)} />
          </Form.Item>
          <Form.Item label={text('lost')}>
            <DatePicker value={lost} allowClear={false} onChange={(day) => day && setLost(day)} />
          </Form.Item>
          <Form.Item label={text('weight')}>
            <InputNumber min={0} max={3000} value={weight} onChange={setWeight} />
          </Form.Item>
          <Form.Item label={text('cull')}>
            <InputNumber min={0} precision={2} value={cull} onChange={setCull} />
          </Form.Item>
          <Form.Item label={text('insuredEligible')}>
            <Flex gap={4}>
              <InputNumber min={0} precision={0} value={insured} onChange={setInsured} />
              <InputNumber min={0} precision={0} value={eligible} onChange={setEligible} />
            </Flex>
          </Form.Item>
          <Form.Item>
            <Button onClick={() => void run()}>{text('compute')}</Button>
          </Form.Item>
        </Flex>
      </Form>
      {told && (
        <Flex vertical gap={4}>
          {told.steps.map((step) => (
            <Flex key={step.name} justify="space-between" gap={16}>
              <span>{`${t.any(`insurance.calc.${step.name}`)}: ${step.how}`}</span>
              <span>{moneyText(step.cents)}</span>
            </Flex>
          ))}
          <Typography.Text strong>
            {text('result', { amount: moneyText(told.amountCents), n: told.months })}
          </Typography.Text>
        </Flex>
      )}
    </Card>
  );
}
