import { Space, theme } from 'antd';
import type { CellProps } from './cell-props.ts';

export function ColorCell({ value }: CellProps<string>) {
  const { token } = theme.useToken();
  const swatch = { background: value, border: `1px solid ${token.colorBorder}`, borderRadius: token.borderRadiusSM };
  return (
    <Space size={6}>
      <span
        aria-hidden
        style={{ display: 'inline-block', width: 16, height: 16, verticalAlign: 'middle', ...swatch }}
      />
      {value}
    </Space>
  );
}
