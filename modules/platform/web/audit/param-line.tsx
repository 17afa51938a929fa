import { Button, Flex, Typography, theme } from 'antd';
import { useId, useState } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { ParamRow } from '#modules/platform/contract/reference/params.ts';
import { ParamInput, useParamText } from '../tenant/param-input.tsx';
import { useSaveParam } from '../tenant/use-save-param.ts';

/** One parameter: changed where it stands, saved by itself, refused in words. */
export function ParamLine({ row }: { readonly row: ParamRow }) {
  const t = useT();
  const text = useTexts('platform.paramPage');
  const { token } = theme.useToken();
  const id = useId();
  const show = useParamText();
  const [value, setValue] = useState(row.paramValue);
  const [fault, setFault] = useState('');
  const saving = useSaveParam({ onSaved: () => setFault(''), onFault: setFault });
  const hint = () => {
    if (row.valueType === 'bool') return '';
    const standard = `${text('default')} ${show(row, row.defaultValue)}`;
    if (row.min === null || row.max === null) return standard;
    return `${text('range')} ${row.min.toLocaleString()} – ${row.max.toLocaleString()} · ${standard}`;
  };
  const isChanged = value !== row.paramValue;
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
        <div style={{ color: token.colorTextSecondary, fontSize: 12 }}>{hint()}</div>
        {row.changedBy && row.changedAt && (
          <div style={{ color: token.colorTextTertiary, fontSize: 12 }}>
            {text('changed')} <span data-record>{row.changedBy}</span> {wallTime(row.changedAt).slice(0, 16)}
          </div>
        )}
      </div>
      <Flex vertical gap={4} align="end" style={{ flex: '0 1 auto' }}>
        <ParamInput id={id} row={row} value={value} onChange={setValue} isWrong={fault !== ''} width={260} />
        {fault && (
          <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
            {fault}
          </Typography.Text>
        )}
        {row.mayEdit && (isChanged || row.source === 'tenant') && (
          <Flex gap={8}>
            {row.source === 'tenant' && !isChanged && (
              <Button
                type="link"
                size="small"
                loading={saving.isPending}
                onClick={() => saving.mutate({ row, value: null })}
              >
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
                <Button
                  size="small"
                  type="primary"
                  loading={saving.isPending}
                  onClick={() => saving.mutate({ row, value })}
                >
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
