import { call } from '#kit/web/api/client.ts';
import { personOptions } from '#modules/platform/contract/notice/notice-content.ts';
import { SearchMany } from './search-many.tsx';

interface Props {
  readonly id: string;
  readonly value: readonly number[];
  onChange(value: number[]): void;
  readonly isSingle?: boolean;
}

const shown = async (query: { keyword?: string; ids?: string }) =>
  (await call(personOptions, { query, quiet: true })).map(({ id, name, principalName }) => ({
    value: id,
    label: principalName ? `${name} · ${principalName}` : name,
  }));

/** People the caller reaches. */
export function PeopleSelect(props: Props) {
  return (
    <SearchMany
      {...props}
      of="people"
      search={(keyword) => shown(keyword ? { keyword } : {})}
      byIds={(ids) => shown({ ids: ids.join() })}
    />
  );
}
