import { Tag } from 'antd';
import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { type SysAppRelease, sysAppRelease } from '#modules/platform/contract/release/sys-app-release.ts';
import { bytesText } from '../common/bytes.ts';
import { QrDialog } from '../common/qr-dialog.tsx';
import { PackageField } from './package-field.tsx';

/** The address printed on posters: it stays the same for every version. */
const addressOf = ({ appCode, platform }: SysAppRelease) =>
  `${location.origin}/iframe/downloadApp?app=${appCode}&platform=${platform}`;

export default function AppReleasePage() {
  const t = useT();
  const [shown, setShown] = useState<SysAppRelease | null>(null);
  return (
    <>
      <ResourcePage
        resource={sysAppRelease}
        cells={{
          size: (row) => <span>{bytesText(row.size)}</span>,
          offered: (row) => (row.offered ? <Tag color="success">{t('kit.yes')}</Tag> : <span>-</span>),
          versionCode: (row) => <span>{row.versionCode}</span>,
        }}
        actions={(row) => [{ key: 'qr', label: t('platform.sysAppRelease.qr'), run: () => setShown(row) }]}
        form={{
          initial: { minVersionCode: 0 },
          body: (form, formId) => (
            <>
              <PlainFields form={form} formId={formId} but={['fileId', 'notesZhCn', 'notesZhTw', 'notesEn']} />
              <OwnField form={form} formId={formId} name="fileId">
                <PackageField
                  id={`${formId}-fileId`}
                  platform={form.values.platform as string | null}
                  value={form.values.fileId as number | null}
                  onChange={(value) => form.set('fileId', value)}
                />
              </OwnField>
              <PlainFields form={form} formId={formId} but={form.names.filter((name) => !name.startsWith('notes'))} />
            </>
          ),
        }}
      />
      {shown && (
        <QrDialog
          title={t('platform.sysAppRelease.qrTitle', { app: shown.appCodeName ?? '' })}
          address={addressOf(shown)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
