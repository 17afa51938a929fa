import { ColorPicker, Input, Space } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

/** The text beside the picker is what a keyboard and a screen reader use. */
export function ColorField(props: FieldInputProps<string>) {
  const { id, value, onChange, onBlur, disabled } = props;
  const t = useT();
  return (
    <Space.Compact block>
      <ColorPicker
        value={value || null}
        onChange={(color) => onChange(color.cleared ? null : color.toHexString().slice(0, 7).toUpperCase())}
        onOpenChange={(open) => open || onBlur()}
        disabled={disabled}
        // Without a value the picker would warn that it cannot be transparent.
        disabledAlpha={Boolean(value)}
        allowClear
        aria-label={t('kit.pickColor')}
      />
      <Input
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
        onBlur={onBlur}
        disabled={disabled}
        maxLength={7}
        placeholder="#RRGGBB"
        {...ariaOf(props)}
      />
    </Space.Compact>
  );
}
