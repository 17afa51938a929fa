import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Grid, Input, Space } from 'antd';
import { useId, useState } from 'react';
import { labelKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Labelled } from '#kit/web/ui/labelled.tsx';
import { FilterInput } from './filter-input.tsx';
import { type Filters, filterNames, type ResourceList } from './use-resource-list.ts';

/** Filters shown beside the keyword before the rest is unfolded. */
const shownFirst = 3;
const none: readonly string[] = [];

interface Props {
  readonly list: ResourceList;
  /** Filters that stand elsewhere on the page; a search keeps them. */
  readonly without?: readonly string[] | undefined;
}

export function SearchForm({ list, without = none }: Props) {
  const t = useT();
  const id = useId();
  const { md } = Grid.useBreakpoint();
  const { resource } = list;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<Filters>(list.filters);
  // A link or the back button may change the address while the form stands: the form follows it.
  const address = JSON.stringify(list.filters);
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    setTyped(list.filters);
  }

  const change = (changes: Filters) => setTyped((old) => ({ ...old, ...changes }));
  const names = (resource.list.filters as readonly string[]).filter((name) => !without.includes(name));
  const kept = Object.fromEntries(Object.entries(list.filters).filter(([name]) => without.includes(name)));
  const labelOf = (name: string) => t.any(labelKey(resource, name));
  const first = md ? shownFirst : resource.list.search ? 0 : 1;
  const shown = isOpen ? names : names.slice(0, first);
  if (filterNames(resource).length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a landmark around the form would be one more box in the page
    <form
      role="search"
      aria-label={t('kit.search')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        list.search({ ...typed, ...kept });
      }}
    >
      <div
        style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(250px, 100%), 1fr))', gap: 12 }}
      >
        {resource.list.search && (
          <Labelled label={t('kit.keyword')} htmlFor={`${id}-keyword`}>
            <Input
              id={`${id}-keyword`}
              value={typed.keyword ?? ''}
              onChange={(event) => change({ keyword: event.target.value })}
              maxLength={100}
              allowClear
              autoComplete="off"
              placeholder={resource.list.search.slice(0, 3).map(labelOf).join(' / ')}
            />
          </Labelled>
        )}
        {shown.map((name) => (
          <Labelled key={name} label={labelOf(name)} htmlFor={`${id}-${name}`}>
            <FilterInput
              id={`${id}-${name}`}
              name={name}
              field={resource.fields[name]}
              values={typed}
              onChange={change}
            />
          </Labelled>
        ))}
        <Space style={{ gridColumnEnd: -1, justifySelf: 'end' }}>
          <Button
            onClick={() => {
              setTyped({});
              list.search(kept);
            }}
          >
            {t('kit.reset')}
          </Button>
          <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
            {t('kit.search')}
          </Button>
          {names.length > first && (
            <Button
              type="link"
              icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
              iconPlacement="end"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              style={{ paddingInline: 4 }}
            >
              {t(isOpen ? 'kit.fold' : 'kit.unfold')}
            </Button>
          )}
        </Space>
      </div>
    </form>
  );
}
