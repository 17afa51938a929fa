import { Col, Row } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { OwnField } from '#kit/web/ui/own-fields.tsx';
import { coldKinds } from '#modules/depot/contract/store/depot.ts';
import { KeepersField } from './keepers-field.tsx';

interface Props {
  readonly form: ResourceForm;
  readonly formId: string;
}

/** What a kind needs is asked, what it does not have is not. */
export function StoreForm({ form, formId }: Props) {
  const t = useT();
  const kind = form.values.kind as string | null;
  const principalId = (form.values.principalId as number | null) ?? null;
  const isCold = kind !== null && coldKinds.includes(kind);
  return (
    <>
      <FormFields id={formId} form={form} names={['principalId', 'kind', 'depotNo', 'name']} />
      <Row gutter={24}>
        <Col xs={24} md={kind === 'box' ? 12 : 24}>
          <OwnField form={form} formId={formId} name="keeperIds" hint={t('depot.storePage.keeperHint')}>
            <KeepersField
              id={`${formId}-keeperIds`}
              principalId={principalId}
              value={(form.values.keeperIds as number[] | null) ?? []}
              onChange={(value) => form.set('keeperIds', value)}
            />
          </OwnField>
        </Col>
        {kind === 'box' && (
          <Col xs={24} md={12}>
            <OwnField form={form} formId={formId} name="staffId">
              <KeepersField
                id={`${formId}-staffId`}
                isSingle
                principalId={principalId}
                disabled={form.isFixed('staffId')}
                value={form.values.staffId ? [form.values.staffId as number] : []}
                onChange={([one]) => form.set('staffId', one ?? null)}
              />
            </OwnField>
          </Col>
        )}
      </Row>
      {isCold && <p style={{ marginTop: 0, opacity: 0.65 }}>{t('depot.storePage.coldHint')}</p>}
      <FormFields
        id={formId}
        form={form}
        names={['tempMin', 'tempMax', 'superiorDepotId', 'address', 'location', 'remark']}
      />
    </>
  );
}
