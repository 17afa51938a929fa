import type { Field } from '#kit/contract/field.ts';
import { isRange, labelKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict, useRefOptions, useRegionPath } from '#kit/web/lookups/lookups.ts';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';

/** The filter of a list in words. */
export function FilterWords({ list: { resource, filters } }: { readonly list: ResourceList }) {
  const t = useT();
  const names = (resource.list.filters as readonly string[]).filter((name) =>
    isRange(resource.fields[name]) ? filters[`${name}From`] || filters[`${name}To`] : filters[name],
  );
  const isNone = names.length === 0 && !filters.keyword;
  return (
    <span>
      {t('print.filter')}
      {isNone && t('print.noFilter')}
      {filters.keyword && `${t('kit.keyword')} ${filters.keyword}`}
      {names.map((name, index) => (
        <span key={name}>
          {(index > 0 || filters.keyword) && '; '}
          {t.any(labelKey(resource, name))}{' '}
          <Value
            field={resource.fields[name]}
            value={
              isRange(resource.fields[name])
                ? `${filters[`${name}From`] ?? ''} – ${filters[`${name}To`] ?? ''}`
                : (filters[name] ?? '')
            }
          />
        </span>
      ))}
    </span>
  );
}

function Value({ field, value }: { readonly field: Field; readonly value: string }) {
  const t = useT();
  switch (field.kind) {
    case 'dict':
    case 'dicts':
    case 'state':
      return <DictWords code={field.dict ?? ''} values={value.split(',')} />;
    case 'region':
      return <RegionWords code={Number(value)} />;
    case 'ref':
      return <RefWords resource={field.ref ?? ''} id={Number(value)} />;
    case 'money':
      return value.replace(/\d+/g, (cents) => String(Number(cents) / 100));
    case 'bool':
      return t(value === 'true' ? 'kit.yes' : 'kit.no');
    default:
      return value;
  }
}

function DictWords({ code, values }: { readonly code: string; readonly values: readonly string[] }) {
  const { options } = useDict(code);
  return values.map((value) => options.find((one) => one.dictValue === value)?.dictLabel ?? value).join(', ');
}

function RegionWords({ code }: { readonly code: number }) {
  return (
    useRegionPath(code)
      .map((one) => one.name)
      .join(' ') || String(code)
  );
}

function RefWords({ resource, id }: { readonly resource: string; readonly id: number }) {
  const { options } = useRefOptions(resource, '', id);
  return options.find((one) => one.id === id)?.name ?? String(id);
}
