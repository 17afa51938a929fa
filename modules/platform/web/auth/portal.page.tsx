import { useQuery } from '@tanstack/react-query';
import { Card, Col, Flex, Row, Select, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { facePreview } from '#kit/web/ui/face-preview.ts';
import { OwnField } from '#kit/web/ui/own-fields.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { portalTenants, type SysPortal, sysPortal } from '#modules/platform/contract/auth/sys-portal.ts';
import { PictureField, publicPicture } from '../common/picture-field.tsx';
import { QrDialog, useCopy } from '../common/qr-dialog.tsx';

const addressOf = (route: string) => `${location.origin}/#${route}`;

/** Login pages: who comes in by which door, and what it looks like. */
export default function PortalPage() {
  const t = useT();
  const language = useLanguage();
  const copy = useCopy();
  const isOperator = useSession().user.tenantNo === 0;
  const [shown, setShown] = useState<SysPortal | null>(null);
  const titleOf = (row: SysPortal) =>
    ({ zh_CN: row.titleZhCn, zh_TW: row.titleZhTw, en: row.titleEn })[language] || row.titleZhCn;
  return (
    <>
      <ResourcePage
        resource={sysPortal}
        isOwn={isOperator}
        cells={{
          titleZhCn: (row) => <span>{titleOf(row)}</span>,
          route: (row) => (
            <Typography.Link href={addressOf(row.route)} target="_blank">
              {row.route}
            </Typography.Link>
          ),
          tenantName: (row) => <span>{row.tenantName ?? t('platform.sysPortal.anyTenant')}</span>,
          principalTypes: (row) => (
            <span>{row.principalTypes?.length ? row.principalTypesName : t('platform.sysPortal.anyType')}</span>
          ),
          logins: (row) => <PageLink to={`/system/loginLog?portalId=${row.portalId}`}>{row.logins}</PageLink>,
        }}
        actions={(row) => [
          { key: 'copy', label: t('platform.sysPortal.copyLink'), run: () => copy(addressOf(row.route)) },
          { key: 'qr', label: t('platform.sysPortal.qr'), run: () => setShown(row) },
        ]}
        form={{
          width: 1200,
          initial: { layout: 'right', showInNav: true, rememberAllowed: true, orderNum: 200 },
          body: (form, formId) => <PortalBody form={form} formId={formId} />,
        }}
      />
      {shown && <QrDialog title={titleOf(shown)} address={addressOf(shown.route)} onClose={() => setShown(null)} />}
    </>
  );
}

interface BodyProps {
  readonly form: ResourceForm;
  readonly formId: string;
}

function PortalBody({ form, formId }: BodyProps) {
  const text = useTexts('platform.sysPortal');
  const isOperator = useSession().user.tenantNo === 0;
  const picture = (name: 'logo' | 'background') => (
    <OwnField form={form} formId={formId} name={name}>
      <PictureField
        id={`${formId}-${name}`}
        value={form.values[name] as number | null}
        onChange={(value) => form.set(name, value)}
        uploadText={text('upload')}
      />
    </OwnField>
  );
  const fields = (names: readonly string[]) => <FormFields id={formId} form={form} names={names} />;
  return (
    <Row gutter={24}>
      <Col xs={24} lg={12}>
        <Flex vertical gap={16}>
          <Card size="small" title={text('words')}>
            {fields([...(form.isEditing ? [] : ['portalId']), ...(isOperator ? ['route'] : [])])}
            {fields(['titleZhCn', 'subtitleZhCn', 'titleZhTw', 'subtitleZhTw', 'titleEn', 'subtitleEn'])}
          </Card>
          <Card size="small" title={text('look')}>
            {fields(['layout', 'color'])}
            {picture('logo')}
            {picture('background')}
            {fields(['rememberAllowed', 'showDownload', 'homePath'])}
          </Card>
          {isOperator && (
            <Card size="small" title={text('who')}>
              <OwnField form={form} formId={formId} name="forTenant">
                <TenantSelect form={form} id={`${formId}-forTenant`} />
              </OwnField>
              {fields(['principalTypes', 'showInNav', 'navGroup', 'orderNum'])}
              <OwnField form={form} formId={formId} name="hostNames" hint={text('hostHint')}>
                <Select
                  id={`${formId}-hostNames`}
                  mode="tags"
                  open={false}
                  value={(form.values.hostNames as string[] | null) ?? []}
                  onChange={(value: string[]) => form.set('hostNames', value)}
                />
              </OwnField>
            </Card>
          )}
        </Flex>
      </Col>
      <Col xs={24} lg={12}>
        <Preview form={form} />
      </Col>
    </Row>
  );
}

function TenantSelect({ form, id }: { readonly form: ResourceForm; readonly id: string }) {
  const t = useT();
  const { data = [], isFetching } = useQuery({
    queryKey: ['platform.sysPortal', 'tenants'],
    queryFn: () => call(portalTenants, { quiet: true }),
    staleTime: 60_000,
  });
  return (
    <Select<number>
      id={id}
      allowClear
      loading={isFetching}
      value={form.values.forTenant as number | null}
      onChange={(value) => form.set('forTenant', value ?? null)}
      placeholder={t('platform.sysPortal.anyTenant')}
      options={data.map((one) => ({ value: one.tenantNo, label: one.tenantName }))}
    />
  );
}

/** The application's own login page, fed with what stands in the form. */
function Preview({ form }: { readonly form: ResourceForm }) {
  const t = useT();
  const Face = facePreview.current;
  const { values } = form;
  const three = (name: string) => {
    const first = String(values[`${name}ZhCn`] ?? '');
    return { zh_CN: first, zh_TW: String(values[`${name}ZhTw`] || first), en: String(values[`${name}En`] || first) };
  };
  const pictureOf = (name: string) => (typeof values[name] === 'number' ? publicPicture(values[name]) : null);
  const layout = values.layout === 'center' || values.layout === 'compact' ? values.layout : 'right';
  return (
    <Card size="small" title={t('platform.sysPortal.preview')} style={{ position: 'sticky', top: 0 }}>
      {Face && (
        <Face
          face={{
            title: three('title'),
            subtitle: values.subtitleZhCn ? three('subtitle') : null,
            layout,
            color: /^#[0-9a-f]{6}$/i.test(String(values.color)) ? String(values.color) : null,
            logo: pictureOf('logo'),
            background: pictureOf('background'),
            rememberAllowed: values.rememberAllowed === true,
            showDownload: values.showDownload === true,
          }}
        />
      )}
      <Typography.Paragraph type="secondary" style={{ margin: '8px 0 0' }}>
        {t('platform.sysPortal.previewHint')}
      </Typography.Paragraph>
    </Card>
  );
}
