import { Select } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';

export function useLabel(dict: string): (value: unknown) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? String(value ?? '-');
}

/** A code in the reader's words. */
export function DictName({ dict, value }: { readonly dict: string; readonly value: string | null | undefined }) {
  const label = useLabel(dict);
  return <span>{value ? label(value) : '-'}</span>;
}

/** Every species has breeds of its own. */
export const breedDict = (species: string): string => `breed_${species}`;

export function BreedName({ species, breed }: { readonly species: string; readonly breed: string }) {
  return <DictName dict={breedDict(species)} value={breed} />;
}

interface ChoiceProps {
  readonly id?: string | undefined;
  readonly dict: string;
  readonly value: string | null | undefined;
  readonly disabled?: boolean;
  readonly size?: 'large' | 'middle' | 'small';
  readonly only?: readonly string[];
  readonly allowClear?: boolean;
  readonly label?: string | undefined;
  onChange(value: string): void;
}

/** One value of a dictionary, outside of a resource's own form. */
export function DictChoice({ id, dict, only, onChange, value, label, ...rest }: ChoiceProps) {
  const t = useT();
  const { options, loading } = useDict(dict);
  return (
    <Select<string>
      {...rest}
      {...(id && { id })}
      {...(label && { 'aria-label': label })}
      value={value || null}
      onChange={(chosen?: string) => onChange(chosen ?? '')}
      loading={loading}
      options={options
        .filter((one) => !only || only.includes(one.dictValue))
        .map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('kit.choose')}
      style={{ width: '100%' }}
    />
  );
}
