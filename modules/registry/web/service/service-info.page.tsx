import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { serviceInfo } from '#modules/registry/contract/service/service-info.ts';
import { RegionsField } from '../grid/regions-field.tsx';

/** What units of the area offer. */
export default function ServiceInfoPage() {
  return (
    <ResourcePage
      resource={serviceInfo}
      cells={{
        price: (row) => <span>{row.price === null ? '-' : `¥${row.price.toFixed(2)}`}</span>,
      }}
      form={{
        body: (form, formId) => (
          <>
            <PlainFields form={form} formId={formId} but={['serviceRegions', 'intro']} />
            <OwnField form={form} formId={formId} name="serviceRegions">
              <RegionsField
                id={`${formId}-serviceRegions`}
                value={(form.values.serviceRegions as number[] | null) ?? []}
                onChange={(codes) => form.set('serviceRegions', codes)}
              />
            </OwnField>
            <PlainFields form={form} formId={formId} but={form.names.filter((name) => name !== 'intro')} />
          </>
        ),
      }}
    />
  );
}
