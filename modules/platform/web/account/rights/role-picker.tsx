import { useQuery } from '@tanstack/react-query';
import { Select, Space, Tag, Tooltip, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { type RoleChoice, roleChoices } from '#modules/platform/contract/account/sys-user.ts';

interface Props {
  readonly id?: string;
  readonly principalId?: number | null | undefined;
  readonly value: readonly number[];
  readonly disabled?: boolean;
  readonly placeholder?: string;
  onChange(roleIds: number[]): void;
}

export function useRoleChoices(principalId: number | null | undefined): readonly RoleChoice[] {
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['platform.roleChoices', principalId ?? null, language],
    queryFn: () => call(roleChoices, { query: principalId ? { principalId } : {} }),
    staleTime: 30_000,
  });
  return query.data ?? [];
}

/** Roles by group; what cannot be held together with one already chosen says so and cannot be chosen. */
export function RolePicker({ id, principalId, value, disabled, placeholder, onChange }: Props) {
  const t = useT();
  const choices = useRoleChoices(principalId);
  const chosen = choices.filter((one) => value.includes(one.roleId));
  const clashOf = (one: RoleChoice) =>
    value.includes(one.roleId)
      ? undefined
      : chosen.find((other) => other.clashes.includes(one.roleCode) || one.clashes.includes(other.roleCode));
  const groups = [...Map.groupBy(choices, (one) => one.groupName ?? '')];
  return (
    <Select<number[]>
      {...(id && { id })}
      mode="multiple"
      value={[...value]}
      disabled={disabled ?? false}
      onChange={onChange}
      placeholder={placeholder ?? t('platform.userEdit.searchRoles')}
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'title' }}
      optionLabelProp="label"
      options={groups.map(([group, roles]) => ({
        label: group,
        title: group,
        options: roles.map((one) => ({
          value: one.roleId,
          label: one.roleName,
          title: `${one.roleName} ${one.roleCode}`,
          disabled: clashOf(one) !== undefined,
          role: one,
        })),
      }))}
      optionRender={({ data }) => {
        const { role } = data as unknown as { role: RoleChoice };
        const clash = clashOf(role);
        return (
          <Space orientation="vertical" size={0} style={{ width: '100%' }}>
            <Space size={8} wrap>
              <span>{role.roleName}</span>
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {role.roleCode} · {role.dataScopeName}
              </Typography.Text>
              {role.needsApproval && <Tag color="gold">{t('platform.userEdit.needsApproval')}</Tag>}
            </Space>
            {clash && (
              <Tooltip title={role.remark}>
                <Typography.Text type="warning" style={{ fontSize: 12 }}>
                  {t('platform.userEdit.clash', { name: clash.roleName })}
                </Typography.Text>
              </Tooltip>
            )}
          </Space>
        );
      }}
    />
  );
}
