import { AppstoreOutlined } from '@ant-design/icons';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { sysCommodityCategory } from '#modules/platform/contract/reference/commodity/sys-commodity-category.ts';
import { OwnName } from '../../common/own-name.tsx';
import { PictureField, publicPicture } from '../../common/picture-field.tsx';

const iconStyle = { width: 28, height: 28, objectFit: 'contain' } as const;

export default function CommodityCategoryPage() {
  const t = useT();
  const isOperator = useSession().user.tenantNo === 0;
  return (
    <ResourcePage
      resource={sysCommodityCategory}
      isOwn={isOperator}
      cells={{
        icon: (row) =>
          row.icon === null ? (
            <AppstoreOutlined aria-hidden />
          ) : (
            <img src={publicPicture(row.icon)} alt="" style={iconStyle} />
          ),
        name: (row) => <OwnName zh={row.name} tw={row.nameTw} en={row.nameEn} />,
        childCount: (row) => (
          <PageLink to={`/system/commodityCategory/secondary?parentId=${row.id}`}>{row.childCount}</PageLink>
        ),
      }}
      form={{
        initial: { licenceKind: 'none', orderNum: 100 },
        body: (form, formId) => (
          <>
            <PlainFields form={form} formId={formId} but={['icon']} />
            <OwnField form={form} formId={formId} name="icon">
              <PictureField
                id={`${formId}-icon`}
                value={form.values.icon as number | null}
                onChange={(value) => form.set('icon', value)}
                uploadText={t('platform.sysCommodityCategory.upload')}
              />
            </OwnField>
          </>
        ),
      }}
    />
  );
}
