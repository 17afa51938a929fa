import { Alert, Button, Card, Flex, InputNumber, Modal, Select, Typography } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { parseCents } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useRow, useRows } from '#kit/web/use-rows.ts';
import { type InsClaim, insClaimAnimal } from '#modules/insurance/contract/claim/claim.ts';
import { assessClaim } from '#modules/insurance/contract/claim/claim-calls.ts';
import { insProductVersion } from '#modules/insurance/contract/product/product.ts';

type Told = z.output<typeof assessClaim.data>;
interface Line {
  readonly liabilityCode?: string;
  readonly cull?: string | null;
  readonly salvage?: string | null;
  readonly weightKg?: number | null;
}
const cents = (yuan: string | null | undefined): number => (yuan ? parseCents(yuan) : 0);

/** 定损: each animal's sum as a line of arithmetic, before anything is offered. */
export function AssessDialog({ claim, onClose }: { readonly claim: InsClaim; onClose(): void }) {
  const t = useT();
  const text = useTexts('insurance.claimPage');
  const label = (name: string) => t.any(`insurance.insClaimAnimal.${name}`);
  const { data: animals } = useRows(insClaimAnimal, { claimId: String(claim.id) }, 1, 200);
  const { data: version } = useRow(insProductVersion, claim.versionId ?? 0);
  const [lines, setLines] = useState<Readonly<Record<number, Line>>>({});
  const [told, setTold] = useState<Told | null>(null);
  const { busy, act } = useAct(onClose);
  const rows = (animals?.rows ?? []).filter((one) => !['rejected', 'withdrawn', 'removed'].includes(one.status));
  const liabilities = (version?.liabilities ?? []) as readonly { code: string; bp: number }[];
  const lineOf = (id: number, known: string | null): Line & { liabilityCode: string } => ({
    ...lines[id],
    liabilityCode: lines[id]?.liabilityCode ?? known ?? liabilities[0]?.code ?? '',
  });
  const body = (dryRun: boolean) => ({
    claimId: claim.id,
    version: claim.version as number,
    dryRun,
    lines: rows.map((row) => {
      const line = lineOf(row.id, row.liabilityCode);
      return {
        claimAnimalId: row.id,
        liabilityCode: line.liabilityCode,
        cullPaidCents: cents(line.cull),
        salvageCents: cents(line.salvage),
        ...(line.weightKg && { weightKg: line.weightKg }),
      };
    }),
  });
  const compute = async () => {
    try {
      setTold(await call(assessClaim, { body: body(true) }));
    } catch {
      setTold(null);
    }
  };
  const set = (id: number, line: Line) => {
    setLines((before) => ({ ...before, [id]: { ...before[id], ...line } }));
    setTold(null);
  };
  return (
    <Modal
      open
      width={720}
      title={text('assess')}
      onCancel={onClose}
      footer={[
        <Button key="try" onClick={() => void compute()}>
          {text('tryIt')}
        </Button>,
        <Button
          key="save"
          type="primary"
          disabled={!told}
          loading={busy}
          onClick={() => void act(() => call(assessClaim, { body: body(false) }))}
        >
          {text('save')}
        </Button>,
      ]}
    >
      {!animals || !version ? (
        <Waiting />
      ) : (
        <Flex vertical gap={12}>
          {rows.map((row) => {
            const line = lineOf(row.id, row.liabilityCode);
            const own = told?.lines.find((one) => one.claimAnimalId === row.id);
            return (
              <Card key={row.id} size="small" title={<span data-record>{row.earTag}</span>}>
                <Flex gap={8} wrap>
                  <Select
                    style={{ minInlineSize: 160 }}
                    aria-label={label('liabilityCode')}
                    value={line.liabilityCode}
                    options={liabilities.map((one) => ({ value: one.code, label: `${one.code} ${one.bp / 100} %` }))}
                    onChange={(liabilityCode) => set(row.id, { liabilityCode })}
                  />
                  <InputNumber<string>
                    stringMode
                    min="0"
                    precision={2}
                    addonBefore={label('cullPaid')}
                    value={line.cull ?? null}
                    onChange={(cull) => set(row.id, { cull })}
                  />
                  <InputNumber<string>
                    stringMode
                    min="0"
                    precision={2}
                    addonBefore={label('salvage')}
                    value={line.salvage ?? null}
                    onChange={(salvage) => set(row.id, { salvage })}
                  />
                </Flex>
                {own && (
                  <Flex vertical style={{ marginBlockStart: 8 }}>
                    <Typography.Text type="secondary">
                      {[
                        text('months', { n: own.months }),
                        own.eligible !== null ? text('average', { n: own.insured ?? 0, of: own.eligible }) : '',
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </Typography.Text>
                    {own.steps.map((step) => (
                      <span key={step.name}>
                        {`${t.any(`insurance.calc.${step.name}`)}: ${step.how} = ${moneyText(step.cents)}`}
                      </span>
                    ))}
                    <strong>{moneyText(own.cents)}</strong>
                  </Flex>
                )}
              </Card>
            );
          })}
          {told && <Alert type="success" title={`${text('total')} ${moneyText(told.totalCents)}`} />}
        </Flex>
      )}
    </Modal>
  );
}
