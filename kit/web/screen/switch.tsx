import css from './screen.module.css';

interface SwitchProps<V extends string> {
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly label: string;
  onChange(value: NoInfer<V>): void;
}

/** A few choices side by side. */
export function Switch<V extends string>({ value, options, label, onChange }: SwitchProps<V>) {
  return (
    <fieldset className={css.switch} aria-label={label} style={{ margin: 0 }}>
      {options.map((one) => (
        <button key={one.value} type="button" aria-pressed={one.value === value} onClick={() => onChange(one.value)}>
          {one.label}
        </button>
      ))}
    </fieldset>
  );
}
