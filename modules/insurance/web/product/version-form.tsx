import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, DatePicker, Flex, Form, InputNumber, Radio, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { toCents } from '#kit/web/ui/money.ts';
import { RegionInput } from '#kit/web/ui/region-input.tsx';
import { useRows } from '#kit/web/use-rows.ts';
import {
  type InsProductVersion,
  insIngredient,
  insProductVersion,
} from '#modules/insurance/contract/product/product.ts';
import type { Payout } from '#modules/insurance/contract/product/version-parts.ts';
import { useChoices } from '../common/inputs.tsx';
import { TryIt } from './try-it.tsx';
import { PayersTable, PayoutPart, TermsTable } from './version-parts.tsx';

interface Props {
  readonly productId: number;
  readonly from: InsProductVersion;
  /** The one before it: what differs from it is marked. */
  readonly before: InsProductVersion | null;
  readonly isNew: boolean;
  onDone(id: number | null): void;
}
type Draft = Pick<
  InsProductVersion,
  | 'regionCode'
  | 'saleFrom'
  | 'saleTo'
  | 'sumInsured'
  | 'ratePpm'
  | 'terms'
  | 'payers'
  | 'waitingDays'
  | 'ageMinDays'
  | 'ageMaxDays'
  | 'requireImmunity'
  | 'mustInsureAll'
  | 'averageClause'
  | 'deductibleBp'
  | 'payout'
  | 'refundRule'
  | 'checkMode'
  | 'sampleBp'
  | 'publicityDays'
  | 'liabilities'
  | 'exclusions'
  | 'documents'
  | 'photos'
  | 'docFiles'
>;
const names = [
  'regionCode',
  'saleFrom',
  'saleTo',
  'sumInsured',
  'ratePpm',
  'terms',
  'payers',
  'waitingDays',
  'ageMinDays',
  'ageMaxDays',
  'requireImmunity',
  'mustInsureAll',
  'averageClause',
  'deductibleBp',
  'payout',
  'refundRule',
  'checkMode',
  'sampleBp',
  'publicityDays',
  'liabilities',
  'exclusions',
  'documents',
  'photos',
  'docFiles',
] as const;
const draftOf = (row: InsProductVersion): Draft =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as Draft;

/** A version in its parts; what is published is read only. */
export function VersionForm({ productId, from, before, isNew, onDone }: Props) {
  const t = useT();
  const text = useTexts('insurance.version');
  const label = (name: string) => t.any(`insurance.insProductVersion.${name}`);
  const client = useQueryClient();
  const mayEdit = useCan('ins:product:edit');
  const [draft, setDraft] = useState<Draft>(() => draftOf(from));
  const [busy, setBusy] = useState(false);
  const isFixed = !isNew && (from.status !== 'draft' || !mayEdit);
  const ingredients = useRows(insIngredient, { status: 'enabled' }, 1, 200);
  const refunds = useChoices('ins_product_version_refund_rule');
  const modes = useChoices('ins_check_mode');
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => setDraft((old) => ({ ...old, [name]: value }));
  const choicesOf = (kind: string) =>
    (ingredients.data?.rows ?? [])
      .filter((one) => one.kind === kind)
      .map((one) => ({ value: one.code, label: one.name }));
  const isChanged = (name: keyof Draft) =>
    before !== null && before.id !== from.id && JSON.stringify(before[name]) !== JSON.stringify(draft[name]);
  const item = (name: keyof Draft) => ({
    label: label(name),
    ...(isChanged(name) && { validateStatus: 'warning' as const, hasFeedback: false }),
  });
  const save = async () => {
    setBusy(true);
    try {
      const { regionCode, ...rest } = draft;
      const body = { ...rest, payers: rest.payers.map(({ payerCode, bp }) => ({ payerCode, bp })) };
      const saved = (await call(callOf(insProductVersion, isNew ? 'add' : 'edit'), {
        body: isNew
          ? { productId, regionCode, ...body, docFiles: null }
          : { id: from.id, version: from.version, ...body },
      } as never)) as { id: number };
      notify('success', text('saved'));
      await client.invalidateQueries();
      onDone(saved.id);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form layout="vertical" disabled={isFixed}>
      <Flex vertical gap={12}>
        {!isNew && from.status !== 'draft' && <Alert type="info" showIcon title={text('readOnly')} />}
        <Card size="small" title={text('money')}>
          <Flex gap={16} wrap>
            {isNew && (
              <Form.Item label={label('regionCode')} style={{ minInlineSize: 240 }}>
                <RegionInput value={draft.regionCode} onChange={(code) => code && set('regionCode', code)} />
              </Form.Item>
            )}
            <Form.Item {...item('saleFrom')}>
              <DatePicker
                value={dayjs(draft.saleFrom)}
                allowClear={false}
                onChange={(day) => day && set('saleFrom', day.format('YYYY-MM-DD'))}
              />
            </Form.Item>
            <Form.Item {...item('saleTo')}>
              <DatePicker
                value={draft.saleTo ? dayjs(draft.saleTo) : null}
                onChange={(day) => set('saleTo', day ? day.format('YYYY-MM-DD') : null)}
              />
            </Form.Item>
            <Form.Item {...item('sumInsured')}>
              <InputNumber
                min={0.01}
                precision={2}
                value={draft.sumInsured / 100}
                onChange={(yuan) => yuan && set('sumInsured', toCents(yuan))}
              />
            </Form.Item>
            <Form.Item {...item('ratePpm')} label={text('rate')}>
              <InputNumber
                min={0.0001}
                max={100}
                precision={4}
                value={draft.ratePpm / 10_000}
                onChange={(percent) => percent && set('ratePpm', Math.round(percent * 10_000))}
              />
            </Form.Item>
          </Flex>
          <TermsTable
            terms={draft.terms}
            sumInsured={draft.sumInsured}
            ratePpm={draft.ratePpm}
            payers={draft.payers}
            isFixed={isFixed}
            onChange={(terms) => set('terms', terms)}
          />
          <PayersTable
            payers={draft.payers}
            choices={choicesOf('payer')}
            isFixed={isFixed}
            onChange={(payers) => set('payers', payers)}
          />
        </Card>
        <Card size="small" title={text('eligibility')}>
          <Flex gap={16} wrap>
            {(['waitingDays', 'ageMinDays', 'ageMaxDays'] as const).map((name) => (
              <Form.Item key={name} {...item(name)}>
                <InputNumber
                  min={0}
                  max={10_000}
                  precision={0}
                  value={draft[name]}
                  onChange={(days) => set(name, (name === 'waitingDays' ? (days ?? 0) : days) as never)}
                />
              </Form.Item>
            ))}
            {(['mustInsureAll', 'averageClause'] as const).map((name) => (
              <Form.Item key={name} {...item(name)}>
                <Switch checked={draft[name]} onChange={(isOn) => set(name, isOn)} />
              </Form.Item>
            ))}
          </Flex>
        </Card>
        <Card size="small" title={text('payoutPart')}>
          <PayoutPart
            payout={draft.payout}
            sumInsured={draft.sumInsured}
            isFixed={isFixed}
            onChange={(payout: Payout) => set('payout', payout)}
          />
          <Flex gap={16} wrap>
            <Form.Item {...item('deductibleBp')} label={text('deductible')}>
              <InputNumber
                min={0}
                max={100}
                precision={2}
                value={draft.deductibleBp / 100}
                onChange={(percent) => set('deductibleBp', Math.round((percent ?? 0) * 100))}
              />
            </Form.Item>
            <Form.Item {...item('refundRule')}>
              <Radio.Group
                value={draft.refundRule}
                options={refunds}
                onChange={({ target }) => set('refundRule', target.value as string)}
              />
            </Form.Item>
          </Flex>
        </Card>
        <Card size="small" title={text('ingredients')}>
          <Form.Item {...item('liabilities')}>
            <Select
              mode="multiple"
              value={draft.liabilities.map((one) => one.code)}
              options={choicesOf('liability')}
              onChange={(codes: string[]) =>
                set(
                  'liabilities',
                  codes.map((code) => draft.liabilities.find((one) => one.code === code) ?? { code, bp: 10_000 }),
                )
              }
            />
          </Form.Item>
          {(['exclusions', 'documents', 'photos'] as const).map((name) => (
            <Form.Item key={name} {...item(name)}>
              <Select
                mode="multiple"
                value={draft[name]}
                options={choicesOf(name.slice(0, -1))}
                onChange={(codes: string[]) => set(name, codes)}
              />
            </Form.Item>
          ))}
        </Card>
        <Card size="small" title={text('checkPart')}>
          <Flex gap={16} wrap>
            <Form.Item {...item('checkMode')}>
              <Radio.Group
                value={draft.checkMode}
                options={modes}
                onChange={({ target }) => set('checkMode', target.value as string)}
              />
            </Form.Item>
            {draft.checkMode === 'sample' && (
              <Form.Item {...item('sampleBp')} label={text('sample')}>
                <InputNumber
                  min={0.01}
                  max={100}
                  precision={2}
                  value={(draft.sampleBp ?? 0) / 100}
                  onChange={(percent) => set('sampleBp', Math.round((percent ?? 0) * 100))}
                />
              </Form.Item>
            )}
            <Form.Item {...item('publicityDays')}>
              <InputNumber
                min={1}
                max={60}
                precision={0}
                value={draft.publicityDays}
                onChange={(days) => days && set('publicityDays', days)}
              />
            </Form.Item>
          </Flex>
        </Card>
        {!isFixed && (
          <Flex gap={8}>
            <Button type="primary" loading={busy} onClick={() => void save()}>
              {text('save')}
            </Button>
            {isNew && <Button onClick={() => onDone(null)}>{t('insurance.build.cancel')}</Button>}
          </Flex>
        )}
      </Flex>
      {!isNew && <TryIt version={from} />}
    </Form>
  );
}
