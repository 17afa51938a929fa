import { Space, Switch } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

export function BoolField(props: FieldInputProps<boolean>) {
  const { id, value, onChange, disabled } = props;
  const t = useT();
  return (
    <Space>
      <Switch id={id} checked={value === true} onChange={onChange} disabled={disabled} {...ariaOf(props)} />
      {t(value ? 'kit.yes' : 'kit.no')}
    </Space>
  );
}
