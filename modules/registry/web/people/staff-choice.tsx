import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { type Staff, staff } from '#modules/registry/contract/people/staff.ts';

interface Props {
  readonly id: string;
  readonly value: number | null;
  readonly disabled: boolean;
  onChange(value: number | null): void;
}

/** Members of staff who have an account; nobody else can be given anything. */
export function StaffChoice({ id, value, disabled, onChange }: Props) {
  const t = useT();
  const { options: jobs } = useDict('staff_job');
  const [keyword, setKeyword] = useDebounced('');
  const { user } = useSession();
  // The own unit's people first; those of units below are found by their names.
  const own = !keyword && user.principalId !== null ? { principalId: String(user.principalId) } : { keyword };
  const query = { hasAccount: 'true', status: 'active', pageSize: 50, ...own };
  const { data = [], isFetching } = useQuery({
    queryKey: [...resourceKey(staff), 'withAccount', keyword],
    queryFn: async () => (await call(callOf(staff, 'list'), { query, quiet: true })) as Staff[],
    placeholderData: keepPreviousData,
    enabled: !disabled,
  });
  const { data: chosen } = useQuery({
    queryKey: [...resourceKey(staff), 'one', value],
    queryFn: async () =>
      (await call(callOf(staff, 'detail'), { params: { id: value as number }, quiet: true })) as Staff,
    enabled: value !== null && !data.some((one) => one.id === value),
  });
  const jobOf = (code: string) => jobs.find((one) => one.dictValue === code)?.dictLabel ?? code;
  return (
    <Select<number>
      id={id}
      value={value}
      disabled={disabled}
      loading={isFetching}
      placeholder={t('registry.subAdmin.chooseStaff')}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      onChange={onChange}
      options={[...(chosen ? [chosen] : []), ...data].map((one) => ({
        value: one.id,
        label: `${one.name} · ${jobOf(one.job)}`,
      }))}
    />
  );
}
