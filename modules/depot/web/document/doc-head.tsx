import { Alert, DatePicker, Form, Input, InputNumber, Radio } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { fullName } from '#kit/contract/resource.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { Store } from '#modules/depot/contract/document/doc-view.ts';
import { reasonsOf } from '#modules/depot/contract/document/stock-doc.ts';
import { purveyor } from '#modules/depot/contract/goods/purveyor.ts';
import { RefChoice } from '../common/ref-choice.tsx';
import { today } from '../goods/today.ts';
import { RefChoices } from './form/ref-choices.tsx';
import { StoreChoice } from './form/store-choice.tsx';
import type { DocKind } from './kinds.ts';

export interface HeadValues {
  readonly depotId: number | null;
  readonly toDepotId: number | null;
  readonly boxId: number | null;
  readonly purveyorId: number | null;
  readonly staffId: number | null;
  readonly holderId: number | null;
  readonly requisitionId: number | null;
  readonly bizDate: string;
  readonly reason: string | null;
  readonly purpose: string | null;
  readonly temperature: number | null;
  readonly fileIds: readonly number[];
  readonly witnessIds: readonly number[];
  readonly remark: string;
}

interface Props {
  readonly kind: DocKind;
  readonly values: HeadValues;
  readonly stores: readonly Store[];
  readonly loading: boolean;
  readonly errors: Readonly<Record<string, string>>;
  onChange(change: Partial<HeadValues>): void;
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 250px), 1fr))',
  columnGap: 20,
} as const;

/** Only what this kind of paper asks for; the reason comes first, because the rest follows from it. */
export function DocHead({ kind, values, stores, loading, errors, onChange }: Props) {
  const { docType } = kind;
  const text = useTexts('depot.docForm');
  const item = (name: string, label: string, input: ReactNode, required = false) => (
    <Form.Item
      key={name}
      label={text.any(label)}
      htmlFor={`doc-${name}`}
      required={required}
      {...(errors[name] && { validateStatus: 'error' as const, help: errors[name] })}
      style={{ marginBlockEnd: 12 }}
    >
      {input}
    </Form.Item>
  );
  const store = (name: 'depotId' | 'toDepotId' | 'boxId', label: string, among: readonly Store[]) =>
    item(
      name,
      label,
      <StoreChoice
        id={`doc-${name}`}
        stores={among}
        loading={loading}
        value={values[name]}
        onChange={(id) => onChange({ [name]: id })}
      />,
      true,
    );
  const kept = stores.filter((one) => one.kept && one.kind !== 'box');
  const mayHaveFiles = docType === 'purchaseIn' || values.reason === 'destroy';
  return (
    <>
      {reasonsOf[docType].length > 0 && docType !== 'issueOut' && (
        <Reasons kind={kind} value={values.reason} onChange={(reason) => onChange({ reason })} />
      )}
      <div style={gridStyle}>
        {store('depotId', docType === 'issueOut' ? 'from' : 'store', kept)}
        {docType === 'issueOut' &&
          store(
            'toDepotId',
            'to',
            stores.filter((one) => one.id !== values.depotId),
          )}
        {values.reason === 'staffReturn' &&
          store(
            'boxId',
            'box',
            stores.filter((one) => one.kind === 'box'),
          )}
        {(docType === 'purchaseIn' || values.reason === 'purveyorReturn') &&
          item(
            'purveyorId',
            'purveyor',
            <>
              <RefChoice
                id="doc-purveyorId"
                of="depot.purveyor"
                value={values.purveyorId}
                onChange={(purveyorId) => onChange({ purveyorId })}
              />
              <Licence id={values.purveyorId} />
            </>,
            true,
          )}
        {values.reason === 'toHolder' &&
          item(
            'holderId',
            'holder',
            <RefChoice
              id="doc-holderId"
              of="registry.principal"
              value={values.holderId}
              onChange={(holderId) => onChange({ holderId })}
            />,
            true,
          )}
        {docType === 'useOut' &&
          item(
            'staffId',
            'user',
            <RefChoice
              id="doc-staffId"
              of="registry.staff"
              value={values.staffId}
              onChange={(staffId) => onChange({ staffId })}
            />,
          )}
        {item(
          'bizDate',
          'date',
          <DatePicker
            id="doc-bizDate"
            value={dayjs(values.bizDate, dateFormat)}
            maxDate={dayjs(today(), dateFormat)}
            allowClear={false}
            onChange={(date) => date && onChange({ bizDate: date.format(dateFormat) })}
            style={{ width: '100%' }}
          />,
          true,
        )}
        {docType === 'issueOut' && <Purpose value={values.purpose} item={item} onChange={onChange} />}
        {docType === 'purchaseIn' &&
          item(
            'temperature',
            'temp',
            <InputNumber
              id="doc-temperature"
              min={-200}
              max={60}
              precision={1}
              value={values.temperature}
              onChange={(temperature) => onChange({ temperature })}
              style={{ width: '100%' }}
            />,
          )}
        {values.reason === 'destroy' &&
          item(
            'witnessIds',
            'witness',
            <RefChoices
              id="doc-witnessIds"
              of="registry.staff"
              value={values.witnessIds}
              onChange={(witnessIds) => onChange({ witnessIds })}
            />,
            true,
          )}
        {item(
          'remark',
          'remark',
          <Input
            id="doc-remark"
            maxLength={500}
            value={values.remark}
            onChange={(event) => onChange({ remark: event.target.value })}
          />,
        )}
        {mayHaveFiles &&
          item(
            'fileIds',
            docType === 'purchaseIn' ? 'note' : 'photos',
            <AttachmentsField
              value={values.fileIds}
              bizType={fullName(kind.resource)}
              onChange={(fileIds) => onChange({ fileIds })}
            />,
            true,
          )}
      </div>
    </>
  );
}

interface ReasonProps {
  readonly kind: DocKind;
  readonly value: string | null;
  onChange(value: string): void;
}

function Reasons({ kind, value, onChange }: ReasonProps) {
  const { options } = useDict('stock_reason');
  return (
    <Radio.Group
      optionType="button"
      buttonStyle="solid"
      value={value}
      onChange={(event) => onChange(event.target.value as string)}
      options={reasonsOf[kind.docType].map((one) => ({
        value: one,
        label: options.find((option) => option.dictValue === one)?.dictLabel ?? one,
      }))}
      style={{ marginBlockEnd: 16 }}
    />
  );
}

interface PurposeProps {
  readonly value: string | null;
  item(name: string, label: string, input: ReactNode, required?: boolean): ReactNode;
  onChange(change: Partial<HeadValues>): void;
}

function Purpose({ value, item, onChange }: PurposeProps) {
  const { options } = useDict('req_purpose');
  return item(
    'purpose',
    'purpose',
    <Radio.Group
      id="doc-purpose"
      value={value}
      onChange={(event) => onChange({ purpose: event.target.value as string })}
      options={options.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
    />,
  );
}

/** Whose licence has run out may still deliver, but everybody sees it. */
function Licence({ id }: { readonly id: number | null }) {
  const t = useT();
  const { row } = useResourceDetail(purveyor, id);
  const until = row?.licenceUntil;
  if (typeof until !== 'string' || until >= today()) return null;
  return (
    <Alert type="warning" showIcon title={`${t('depot.docForm.licence')} (${until})`} style={{ marginBlockStart: 6 }} />
  );
}
