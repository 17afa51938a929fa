import { useQuery } from '@tanstack/react-query';
import { Button, Cascader, Spin } from 'antd';
import { useState } from 'react';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { lookups, type RegionOption, useRegionPath } from '#kit/web/lookups/lookups.ts';
import { type RegionNode, useRegionTree } from '#kit/web/lookups/use-region-tree.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

/** Cascader over the caller's jurisdiction, level by level; typing searches names, pinyin and initials on the server. */
export function RegionField(props: FieldInputProps<number>) {
  const { id, value, onChange, onBlur, disabled } = props;
  const t = useT();
  const tree = useRegionTree();
  const search = useRegionSearch();
  const last = useLastRegion();
  const path = useRegionPath(value);
  const choose = (code: number | null) => {
    if (code !== null) last.remember(code);
    search.clear();
    onChange(code);
  };
  const inTree = tree.clip(path);
  return (
    <Cascader<RegionNode, 'value'>
      id={id}
      value={value ? (search.text || inTree.length === 0 ? [value] : inTree) : []}
      options={search.text ? search.options : tree.options}
      loadData={(chain) => tree.load(chain.at(-1)?.value)}
      onChange={(chosen) => choose((chosen?.at(-1) as number | undefined) ?? null)}
      onOpenChange={(open) => open && tree.open(inTree)}
      displayRender={() => shownName(path)}
      showSearch={{
        filter: () => true,
        limit: 100,
        searchValue: search.text,
        onSearch: search.set,
        render: optionName,
      }}
      notFoundContent={search.loading || tree.loading ? <Spin size="small" /> : undefined}
      popupRender={(menu) => (
        <>
          {menu}
          {!value && last.name && (
            <Button type="link" size="small" onClick={() => choose(last.code)}>
              {t('kit.lastRegion', { name: last.name })}
            </Button>
          )}
        </>
      )}
      onBlur={onBlur}
      disabled={disabled}
      changeOnSelect
      allowClear
      placeholder={t('kit.regionHint')}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}

const optionName = (_: string, path: RegionNode[]) => path.at(-1)?.full;

/** The nearest two levels: the whole path does not fit an input, the last name alone is ambiguous. */
const shownName = (path: readonly RegionOption[]) =>
  path
    .slice(-2)
    .map((one) => one.name)
    .join(' ');

function useRegionSearch() {
  const language = useLanguage();
  const [text, setText] = useState('');
  const [keyword, setKeyword] = useDebounced('');
  const query = useQuery({
    queryKey: ['lookup', 'regionSearch', keyword, language],
    queryFn: () => lookups().regionSearch(keyword),
    enabled: keyword !== '',
    staleTime: 60_000,
  });
  return {
    text,
    loading: query.isFetching || text.trim() !== keyword,
    options: (query.data ?? []).map((one) => ({
      value: one.code,
      label: one.fullName,
      full: one.fullName,
      isLeaf: true,
    })),
    set: (next: string) => {
      setText(next);
      setKeyword(next.trim());
    },
    clear: () => setText(''),
  };
}

function useLastRegion() {
  const { user } = useSession();
  const key = `lastRegion:${user.userId}`;
  const [code, setCode] = useState(() => Number(localStorage.getItem(key)) || null);
  const path = useRegionPath(code);
  return {
    code,
    name: shownName(path),
    remember: (next: number) => {
      localStorage.setItem(key, String(next));
      setCode(next);
    },
  };
}
