import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import type { FieldInputProps } from './field-props.ts';

export function FilesField({ field, value, onChange, disabled, entity, values, name }: FieldInputProps<number[]>) {
  return (
    <AttachmentsField
      value={value ?? []}
      names={values?.[`${name}Name`] as string | null | undefined}
      {...(!disabled && { onChange: (ids) => onChange(ids.length > 0 ? ids : null) })}
      bizType={entity ?? ''}
      accept={field.accept}
      {...(field.max !== undefined && { most: field.max })}
      {...(field.largest !== undefined && { largest: field.largest })}
    />
  );
}
