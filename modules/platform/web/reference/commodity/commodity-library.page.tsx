import { Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { maxPhotos, tenantCommodity } from '#modules/platform/contract/reference/commodity/tenant-commodity.ts';
import { Photos, PhotosField } from '../../common/photos-field.tsx';

/** The tenant's standard products. */
export default function CommodityLibraryPage() {
  const t = useT();
  return (
    <ResourcePage
      resource={tenantCommodity}
      cells={{
        photos: (row) => <Photos fileIds={row.photos ?? []} />,
        licenceNo: (row) =>
          row.licenceMissing ? (
            <Tag color="error">{t('platform.tenantCommodity.missing')}</Tag>
          ) : (
            <span title={row.licenceKindName ?? ''}>{row.licenceNo ?? '-'}</span>
          ),
        restricted: (row) =>
          row.restricted ? <Tag color="warning">{t('platform.tenantCommodity.restricted')}</Tag> : <span>-</span>,
      }}
      form={{
        body: (form, formId) => (
          <>
            <PlainFields form={form} formId={formId} but={['photos']} />
            <OwnField form={form} formId={formId} name="photos">
              <PhotosField
                id={`${formId}-photos`}
                bizType="platform.tenantCommodity"
                value={(form.values.photos as number[] | null) ?? []}
                most={maxPhotos}
                uploadText={t('platform.tenantCommodity.addPhoto')}
                onChange={(value) => form.set('photos', value)}
              />
            </OwnField>
          </>
        ),
      }}
    />
  );
}
