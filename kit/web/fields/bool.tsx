import { Radio } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

/** Undecided until somebody decides; an optional answer is taken back by choosing it again. */
export function BoolField(props: FieldInputProps<boolean>) {
  const { id, field, value, onChange, onBlur, disabled } = props;
  const t = useT();
  const choice = (answer: boolean) => (
    <Radio.Button
      value={answer}
      {...(answer && { id })}
      onClick={() => onChange(field.optional && value === answer ? null : answer)}
    >
      {t(answer ? 'kit.yes' : 'kit.no')}
    </Radio.Button>
  );
  return (
    <Radio.Group value={value ?? null} onBlur={onBlur} disabled={disabled} {...ariaOf(props)}>
      {choice(true)}
      {choice(false)}
    </Radio.Group>
  );
}
