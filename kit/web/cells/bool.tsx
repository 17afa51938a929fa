import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { theme } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { CellProps } from './cell-props.ts';

export function BoolCell({ value }: CellProps<boolean>) {
  const t = useT();
  const { token } = theme.useToken();
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      {value ? (
        <CheckOutlined style={{ color: token.colorSuccess }} aria-hidden />
      ) : (
        <CloseOutlined style={{ color: token.colorTextTertiary }} aria-hidden />
      )}
      {t(value ? 'kit.yes' : 'kit.no')}
    </span>
  );
}
