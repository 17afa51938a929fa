import { Segmented } from 'antd';
import { usePage } from '#kit/web/shell-context.ts';

interface Props<T extends string> {
  readonly tabs: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
}

/** Lists that share a screen: each begins without the other's filters. */
export function TabSwitch<T extends string>({ tabs, value }: Props<T>) {
  const { setSearch } = usePage();
  return (
    <Segmented<T>
      value={value}
      options={[...tabs]}
      onChange={(next) => setSearch(new URLSearchParams(next === tabs[0]?.value ? {} : { tab: next }))}
    />
  );
}
