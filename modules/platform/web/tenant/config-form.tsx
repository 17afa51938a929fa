import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Input, Select, Space, Tag, Upload } from 'antd';
import { Fragment, useState } from 'react';
import type { Language } from '#kit/contract/envelope.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { uploadMenuFile } from '#modules/platform/contract/file/files.ts';
import { configCodes, configList, setConfig } from '#modules/platform/contract/tenant/tenant-config.ts';
import { ConfigPreview } from './config-preview.tsx';
import { MapKeyTest } from './map-key-test.tsx';

export const configKey = ['platform.tenantConfig'];

interface Props {
  readonly tenantNo: number;
  readonly principalId?: number | undefined;
  /** Beside the form, or below it where there is little room. */
  readonly isNarrow?: boolean;
}

/** Title, logo, footer and map of a tenant or one of its organisations, with where each value comes from and how it will look. */
export function ConfigForm({ tenantNo, principalId, isNarrow }: Props) {
  // Asked for once each time it is opened: a tab shown again must not take away what was typed.
  const [visit] = useState(newKey);
  const query = useQuery({
    queryKey: [...configKey, tenantNo, principalId, visit],
    queryFn: () => call(configList, { query: { tenantNo, ...(principalId && { principalId }) }, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  return (
    <Fields
      key={query.dataUpdatedAt}
      tenantNo={tenantNo}
      principalId={principalId}
      isNarrow={isNarrow ?? false}
      stored={query.data}
    />
  );
}

type ConfigCode = (typeof configCodes)[number];
type Stored = Awaited<ReturnType<typeof call<typeof configList>>>;

function Fields({
  tenantNo,
  principalId,
  isNarrow,
  stored,
}: Omit<Props, 'isNarrow'> & { isNarrow: boolean; stored: Stored }) {
  const t = useT();
  const language = useLanguage();
  const client = useQueryClient();
  const own = principalId ? 'principal' : 'tenant';
  const of = (code: string) => stored.find((one) => one.configCode === code);
  const ownValue = (code: string) => (of(code)?.source === own ? (of(code)?.configValue ?? '') : '');
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(configCodes.map(({ code }) => [code, ownValue(code)])),
  );
  const [urls, setUrls] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const changed = configCodes.filter(({ code }) => values[code] !== ownValue(code));
  const set = (code: string, value: string) => setValues((old) => ({ ...old, [code]: value }));
  const save = async () => {
    setBusy(true);
    setErrors({});
    try {
      await call(setConfig, {
        body: {
          tenantNo,
          principalId: principalId ?? null,
          configs: changed.map(({ code }) => ({ configCode: code, configValue: values[code] || null })),
        },
      });
      notify('success', t('ok.saved'));
      await client.invalidateQueries({ queryKey: configKey });
      void client.invalidateQueries({ queryKey: ['site'] });
    } catch (error) {
      if (error instanceof ApiError) setErrors(Object.fromEntries(error.errors.map((one) => [one.field, one.msg])));
    } finally {
      setBusy(false);
    }
  };
  /** What readers of a language will be shown: what is typed here counts, else what the server says while nothing was changed. */
  const nameIn = (code: string, reader: Language): string | undefined => {
    const inLanguage = code + { zh_CN: '', zh_TW: '_tw', en: '_en' }[reader];
    const isChanged = [code, inLanguage].some((one) => values[one] !== ownValue(one));
    return values[inLanguage] || (isChanged && values[code]) || of(code)?.names?.[reader];
  };
  const shown = (code: string) => nameIn(code, language) || values[code] || of(code)?.configValue || '';
  const urlOf = (code: string) =>
    values[code] ? (urls[code] ?? of(code)?.url) : of(code)?.source === own ? undefined : of(code)?.url;
  const fieldOf = ({ code, kind, choices, max, of: base }: ConfigCode) => {
    const stand = of(code);
    // What readers of the language are shown while nothing is typed here.
    const otherwise = base
      ? (nameIn(base, code.endsWith('_en') ? 'en' : 'zh_TW') ?? '')
      : stand?.source === own
        ? ''
        : (stand?.configValue ?? '');
    return (
      <Form.Item
        label={
          <Space size={8}>
            {t.any(`platform.tenantConfig.${code}`)}
            <Tag color={stand?.source === own ? 'processing' : 'default'}>
              {t.any(`platform.tenantConfig.from_${stand ? (stand.source === own ? 'own' : stand.source) : 'none'}`)}
            </Tag>
          </Space>
        }
        htmlFor={`config-${code}`}
        style={{ marginBottom: 14 }}
        {...(errors[code] && { validateStatus: 'error', help: errors[code] })}
      >
        {kind === 'file' ? (
          <FileInput
            id={`config-${code}`}
            url={urlOf(code) ?? null}
            hasOwn={values[code] !== ''}
            isWide={code === 'sys_logo' || code === 'login_background'}
            onChange={(fileId, url) => {
              set(code, fileId);
              setUrls((old) => ({ ...old, [code]: url }));
            }}
          />
        ) : kind === 'choice' ? (
          <Select
            id={`config-${code}`}
            allowClear
            value={values[code] || null}
            onChange={(next) => set(code, next ?? '')}
            placeholder={stand ? t.any(`platform.tenantConfig.${stand.configValue}`) : null}
            options={(choices ?? []).map((value) => ({ value, label: t.any(`platform.tenantConfig.${value}`) }))}
          />
        ) : (
          <Input
            id={`config-${code}`}
            value={values[code] ?? ''}
            data-record
            maxLength={kind === 'number' ? 12 : (max ?? 200)}
            placeholder={otherwise}
            onChange={(event) => set(code, event.target.value)}
            {...(kind === 'secret' && { type: 'password', autoComplete: 'new-password' })}
          />
        )}
        {code === 'map_key' && (
          <MapKeyTest tenantNo={tenantNo} principalId={principalId} value={values.map_key ?? ''} />
        )}
      </Form.Item>
    );
  };
  return (
    <Flex vertical={isNarrow} gap={20} wrap={!isNarrow}>
      <Form layout="vertical" style={{ flex: '1 1 420px', minWidth: 0 }} onFinish={() => void save()}>
        {configCodes
          .filter((one) => !one.of)
          .map((one) => {
            const languages = configCodes.filter(({ of: base }) => base === one.code);
            return (
              <Fragment key={one.code}>
                {fieldOf(one)}
                {languages.length > 0 && (
                  <Flex gap={12} wrap>
                    {languages.map((other) => (
                      <div key={other.code} style={{ flex: '1 1 200px', minWidth: 0 }}>
                        {fieldOf(other)}
                      </div>
                    ))}
                  </Flex>
                )}
              </Fragment>
            );
          })}
        <Space>
          <Button type="primary" htmlType="submit" loading={busy} disabled={changed.length === 0}>
            {t('kit.save')}
          </Button>
          <Button
            disabled={changed.length === 0}
            onClick={() => setValues(Object.fromEntries(configCodes.map(({ code }) => [code, ownValue(code)])))}
          >
            {t('platform.tenantConfig.discard')}
          </Button>
        </Space>
      </Form>
      <div style={{ flex: '1 1 460px', minWidth: 0 }}>
        <ConfigPreview
          title={shown('sys_title')}
          copyright={shown('sys_copyright')}
          icpNo={shown('icp_no')}
          policeNo={shown('police_no')}
          phone={shown('support_phone')}
          logo={urlOf('sys_logo') ?? null}
          background={urlOf('login_background') ?? null}
        />
      </div>
    </Flex>
  );
}

interface FileProps {
  readonly id: string;
  readonly url: string | null;
  readonly hasOwn: boolean;
  readonly isWide: boolean;
  onChange(fileId: string, url: string): void;
}

const mostBytes = 1024 * 1024;

function FileInput({ id, url, hasOwn, isWide, onChange }: FileProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    if (file.size > mostBytes) return notify('error', t('platform.tenantConfig.tooLarge'));
    setBusy(true);
    try {
      const { fileId, url: made } = await call(uploadMenuFile, { file });
      onChange(String(fileId), made);
    } catch {
      // The user was told.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Space align="center">
      {url && (
        <img
          src={url}
          alt=""
          style={{
            height: 40,
            maxWidth: isWide ? 200 : 40,
            objectFit: 'contain',
            background: 'rgba(128, 128, 128, 0.15)',
            borderRadius: 4,
          }}
        />
      )}
      <Upload
        id={id}
        accept=".png,.jpg,.jpeg,.webp,.svg"
        showUploadList={false}
        beforeUpload={(file) => {
          void send(file);
          return false;
        }}
      >
        <Button icon={<UploadOutlined aria-hidden />} loading={busy}>
          {t('platform.tenantConfig.upload')}
        </Button>
      </Upload>
      {hasOwn && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('platform.tenantConfig.takeAway')}
          onClick={() => onChange('', '')}
        />
      )}
    </Space>
  );
}
