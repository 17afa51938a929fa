import { useQuery } from '@tanstack/react-query';
import { Flex, Select, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { getUserSelectByPrincipalId } from '#modules/platform/contract/account/sys-user.ts';

interface UserChoiceProps {
  readonly id: string;
  /** Whose people are offered; nobody can be chosen without it. */
  readonly principalId: number | null;
  readonly value: number | null;
  /** Name of the person chosen, who may not be among those found: disabled people keep their office. */
  readonly valueName?: string | null;
  onChange(userId: number | null): void;
}

/** One of an organisation's active users. */
export function UserChoice({ id, principalId, value, valueName, onChange }: UserChoiceProps) {
  const t = useT();
  const [keyword, setKeyword] = useDebounced('');
  const { data = [], isFetching } = useQuery({
    queryKey: ['platform.sysUser', 'select', principalId, keyword],
    queryFn: () =>
      call(getUserSelectByPrincipalId, {
        query: { principalId: principalId as number, ...(keyword && { keyword }) },
        quiet: true,
      }),
    enabled: principalId !== null,
  });
  const found = data.map((one) => ({ value: one.id, label: one.nickname, one }));
  const isMissing = value !== null && !keyword && !found.some((one) => one.value === value);
  const chosen = isMissing && valueName ? [{ value, label: valueName, one: null }] : [];
  return (
    <Select<number>
      id={id}
      allowClear
      disabled={principalId === null}
      value={value}
      onChange={(next?: number) => onChange(next ?? null)}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: (text) => setKeyword(text.trim()) }}
      placeholder={t('kit.searchAndChoose')}
      options={[...chosen, ...found]}
      optionRender={({ label, data: { one } }) => (
        <Flex gap={8} align="baseline" wrap>
          <span>{label}</span>
          {one && (
            <Typography.Text type="secondary">
              {[one.username, one.deptName, one.phone].filter(Boolean).join(' · ')}
            </Typography.Text>
          )}
        </Flex>
      )}
    />
  );
}
