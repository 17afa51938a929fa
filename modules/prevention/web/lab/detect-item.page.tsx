import { Alert, Select } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { detectItem } from '#modules/prevention/contract/lab/detect-item.ts';
import { useLabChoices } from './choices.ts';

/** 检测项目: what a value means is said here once, for whatever is measured from then on. */
export default function DetectItemPage() {
  const t = useT();
  const { diseases, diseaseName } = useLabChoices();
  return (
    <ResourcePage
      resource={detectItem}
      cells={{ disease: (row) => <span>{diseaseName(row.diseaseCode)}</span> }}
      form={{
        initial: { comparator: 'ge', target: 'antibody', reportDays: 5 },
        body: (form, formId) => (
          <>
            {form.isEditing && (
              <Alert type="info" showIcon title={t('prevention.detectItem.keepsOld')} style={{ marginBlockEnd: 16 }} />
            )}
            <OwnField form={form} formId={formId} name="diseaseCode">
              <Select<string>
                id={`${formId}-diseaseCode`}
                value={(form.values.diseaseCode as string | null) ?? null}
                disabled={form.isFixed('diseaseCode')}
                options={diseases.map((one) => ({ value: one.code, label: one.name }))}
                placeholder={t('kit.choose')}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(value) => form.set('diseaseCode', value)}
              />
            </OwnField>
            <PlainFields form={form} formId={formId} but={['diseaseCode']} />
          </>
        ),
      }}
    />
  );
}
