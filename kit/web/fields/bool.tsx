import { Switch } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

export function BoolField(props: FieldInputProps<boolean>) {
  const { id, value, onChange, onBlur, disabled } = props;
  const t = useT();
  return (
    <Switch
      id={id}
      checked={value === true}
      onChange={(checked) => {
        onChange(checked);
        onBlur();
      }}
      disabled={disabled}
      checkedChildren={t('kit.yes')}
      unCheckedChildren={t('kit.no')}
      {...ariaOf(props)}
    />
  );
}
