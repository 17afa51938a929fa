import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, InputNumber, Select, Switch, Typography, theme } from 'antd';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { editParam, type ParamRow } from '#modules/platform/contract/params.ts';

/** One parameter: changed where it stands, saved by itself, refused in words. */
export function ParamLine({ row }: { readonly row: ParamRow }) {
  const t = useT();
  const text = (key: string, args?: Record<string, string | number>) => t.any(`platform.paramPage.${key}`, args);
  const { token } = theme.useToken();
  const id = useId();
  const client = useQueryClient();
  const [value, setValue] = useState(row.paramValue);
  const [fault, setFault] = useState('');
  const saving = useMutation({
    mutationFn: (next: string | null) =>
      call(editParam, { body: { paramKey: row.paramKey, paramValue: next, version: row.version }, quiet: true }),
    onSuccess: () => {
      setFault('');
      notify('success', t.any('ok.saved'));
      return client.invalidateQueries({ queryKey: ['platform.security'] });
    },
    onError: (error) => setFault(error instanceof ApiError ? (error.errors?.[0]?.msg ?? error.message) : String(error)),
  });
  const isChanged = value !== row.paramValue;
  const input = { id, disabled: !row.mayEdit, style: { width: 260, maxWidth: '100%' } };
  return (
    <Flex
      gap="4px 16px"
      align="start"
      wrap
      style={{ padding: '10px 0', borderBlockEnd: `1px solid ${token.colorBorderSecondary}` }}
      data-param={row.paramKey}
    >
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
        <label htmlFor={id}>{row.paramName}</label>
        <div style={{ color: token.colorTextSecondary, fontSize: 12 }}>{hint(row, text)}</div>
        {row.changedBy && row.changedAt && (
          <div style={{ color: token.colorTextTertiary, fontSize: 12 }}>
            {text('changed', { who: row.changedBy, at: wallTime(row.changedAt).slice(0, 16) })}
          </div>
        )}
      </div>
      <Flex vertical gap={4} align="end" style={{ flex: '0 1 auto' }}>
        {row.valueType === 'int' && (
          <InputNumber
            {...input}
            value={value === '' ? null : Number(value)}
            precision={0}
            onChange={(next) => setValue(next === null ? '' : String(next))}
            {...(row.unit && { suffix: row.unit })}
            {...(fault && { status: 'error' as const })}
          />
        )}
        {row.valueType === 'bool' && (
          <Switch
            id={id}
            disabled={!row.mayEdit}
            checked={value === 'true'}
            onChange={(next) => setValue(String(next))}
          />
        )}
        {row.valueType === 'choice' && <Select {...input} value={value} onChange={setValue} options={row.choices} />}
        {row.valueType === 'list' && (
          <Select
            {...input}
            mode="multiple"
            maxTagCount="responsive"
            value={JSON.parse(value) as string[]}
            onChange={(next: string[]) => setValue(JSON.stringify(next))}
            options={row.choices}
            showSearch={{ optionFilterProp: 'label' }}
          />
        )}
        {fault && (
          <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
            {fault}
          </Typography.Text>
        )}
        {row.mayEdit && (isChanged || row.source === 'tenant') && (
          <Flex gap={8}>
            {row.source === 'tenant' && !isChanged && (
              <Button type="link" size="small" loading={saving.isPending} onClick={() => saving.mutate(null)}>
                {text('restore')}
              </Button>
            )}
            {isChanged && (
              <>
                <Button
                  size="small"
                  onClick={() => {
                    setValue(row.paramValue);
                    setFault('');
                  }}
                >
                  {t('kit.cancel')}
                </Button>
                <Button size="small" type="primary" loading={saving.isPending} onClick={() => saving.mutate(value)}>
                  {t('kit.save')}
                </Button>
              </>
            )}
          </Flex>
        )}
      </Flex>
    </Flex>
  );
}

function hint(row: ParamRow, text: (key: string, args?: Record<string, string | number>) => string): string {
  if (row.valueType === 'bool') return '';
  const label = (value: string) => row.choices.find((one) => one.value === value)?.label ?? value;
  const standard =
    row.valueType === 'list'
      ? (JSON.parse(row.defaultValue) as string[]).map(label).join(', ') || text('none')
      : label(row.defaultValue);
  const range =
    row.min !== null && row.max !== null
      ? `${text('range', { min: row.min, max: row.max, unit: row.unit ?? '' }).trim()} · `
      : '';
  return `${range}${text('default', { value: standard })}`;
}
