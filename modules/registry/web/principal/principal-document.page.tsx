import { PaperClipOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Badge, Button, Popover, Segmented, Space } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import type { Filters, ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import {
  documentCounts,
  maxFiles,
  type PrincipalDocument,
  principalDocument,
  reminderDays,
  remindOwners,
} from '#modules/registry/contract/principal/principal-document.ts';
import { DaysLeft } from './days-left.tsx';

const bizType = 'registry.principalDocument';
/** Red from here on. */
const near = 30;

/** Papers of units, by how long they still hold. */
export default function PrincipalDocumentPage() {
  const t = useT();
  const mayEdit = useCan('pri:document:edit');
  const mayVerify = useCan('pri:document:verify');
  const [renewing, setRenewing] = useState<PrincipalDocument | null>(null);
  const body = (form: ResourceForm, formId: string) => (
    <>
      <PlainFields form={form} formId={formId} but={['files', 'replacesId']} />
      <OwnField form={form} formId={formId} name="files">
        <AttachmentsField
          bizType={bizType}
          most={maxFiles}
          accept="image/*,application/pdf"
          hint={t('registry.documentPage.fileHint', { n: maxFiles })}
          value={(form.values.files as number[] | null) ?? []}
          onChange={(files) => form.set('files', files)}
        />
      </OwnField>
    </>
  );
  return (
    <>
      <ResourcePage
        resource={principalDocument}
        cells={{
          daysLeft: (row) => <DaysLeft row={row} near={near} />,
          validTo: (row) => <span>{row.validTo ?? t('registry.documentPage.longTerm')}</span>,
          files: (row) => <FileCell row={row} />,
        }}
        actions={(row) =>
          mayEdit && (row.status === 'valid' || row.status === 'expired')
            ? [{ key: 'renew', label: t('registry.documentPage.renew'), run: () => setRenewing(row) }]
            : []
        }
        extra={(list) => (
          <Space wrap>
            <Tabs list={list} />
            {mayVerify && <Remind list={list} />}
          </Space>
        )}
        form={{ body }}
      />
      {renewing && (
        <FormDrawer
          key={renewing.id}
          resource={principalDocument}
          initial={{ ...kept(renewing), replacesId: renewing.id }}
          body={(form, formId) => (
            <>
              <Alert
                type="info"
                showIcon
                title={t('registry.documentPage.renews', { title: renewing.title })}
                style={{ marginBottom: 16 }}
              />
              {body(form, formId)}
            </>
          )}
          onClose={() => setRenewing(null)}
        />
      )}
    </>
  );
}

const kept = ({ principalId, docKind, title, certNo, issuer }: PrincipalDocument) => ({
  principalId,
  docKind,
  title,
  certNo,
  issuer,
});

const inDays = (days: number) => new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 10);

/** What each tab filters by; the address keeps it, so a tab is a link. */
const tabs: Readonly<Record<string, () => Filters>> = {
  all: () => ({}),
  pending: () => ({ status: 'pending' }),
  valid: () => ({ status: 'valid' }),
  expiring: () => ({ status: 'valid', validToTo: inDays(reminderDays[0]) }),
  expired: () => ({ status: 'expired' }),
};

function Tabs({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: [...resourceKey(principalDocument), 'counts'],
    queryFn: () => call(documentCounts, { quiet: true }),
  });
  const { status = '', validToTo } = list.filters;
  const chosen = status === 'valid' && validToTo ? 'expiring' : status === '' ? 'all' : status in tabs ? status : '';
  const counts = data as Readonly<Record<string, number>> | undefined;
  return (
    <Segmented
      value={chosen}
      onChange={(name) => {
        const { status: _s, validToTo: _t, validToFrom: _f, ...rest } = list.filters;
        list.search({ ...rest, ...tabs[name]?.() });
      }}
      options={Object.keys(tabs).map((name) => ({
        value: name,
        label: (
          <Space size={4}>
            {t.any(`registry.documentPage.${name}`)}
            {counts?.[name] !== undefined && (
              <Badge count={counts[name]} overflowCount={9999} showZero color={name === 'expired' ? 'red' : 'gray'} />
            )}
          </Space>
        ),
      }))}
    />
  );
}

/** Calls the chosen papers to their owners' minds. */
function Remind({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const able = (list.selected as unknown as PrincipalDocument[]).filter(
    (row) => row.validTo && (row.status === 'valid' || row.status === 'expired'),
  );
  if (able.length === 0) return null;
  const send = async () => {
    const { told } = await call(remindOwners, { body: { idArr: able.map((row) => row.id) } });
    notify('success', t('registry.documentPage.reminded', { n: told }));
    list.select([]);
  };
  return <Button onClick={() => void send().catch(() => {})}>{t('registry.documentPage.remind')}</Button>;
}

/** How many; a click brings their links, which live for minutes only. */
function FileCell({ row }: { readonly row: PrincipalDocument }) {
  const files = row.files ?? [];
  if (files.length === 0) return <span>-</span>;
  return (
    <Popover trigger="click" content={<AttachmentsField bizType={bizType} value={files} />}>
      <Button type="link" size="small" icon={<PaperClipOutlined aria-hidden />} style={{ paddingInline: 0 }}>
        {files.length}
      </Button>
    </Popover>
  );
}
