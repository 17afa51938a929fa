import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Radio, Select, Spin, Tooltip } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { lookups, useDict } from '#kit/web/lookups/lookups.ts';
import '#kit/web/schemas/real-zod.ts';
import { audienceCount } from '#modules/platform/contract/notice/notice-content.ts';
import { type Audience, audienceSchema } from '#modules/platform/contract/notice/sys-notice.ts';
import { PeopleSelect } from '../common/people-select.tsx';
import { RegionTags } from '../common/region-tags.tsx';
import { useRoles } from '../common/role-select.ts';
import { SearchMany } from '../common/search-many.tsx';

interface Props {
  readonly id: string;
  readonly value: Audience | null;
  onChange(value: Audience): void;
  readonly problem: string | undefined;
}

const organisation = 'registry.principal';

/** Everybody, or those who fit every kind that is filled in; beside it, how many that is now. */
export function AudienceField({ id, value, onChange, problem }: Props) {
  const text = useTexts('platform.noticeEdit');
  const roles = useRoles();
  const types = useDict('principal_type').options.map((one) => ({ value: one.dictValue, label: one.dictLabel }));
  const { all = false, ...kinds } = value ?? {};
  const set = (changes: Partial<Audience>) => {
    const next = Object.entries({ ...kinds, ...changes }).filter(([, list]) => Array.isArray(list) && list.length > 0);
    onChange(Object.fromEntries(next) as Audience);
  };
  const many = { mode: 'multiple', showSearch: { optionFilterProp: 'label' }, allowClear: true } as const;
  return (
    <>
      <Form.Item label={text('to')} required {...(problem && { validateStatus: 'error', help: problem })}>
        <Radio.Group
          value={all ? 'all' : 'some'}
          onChange={(event) => onChange(event.target.value === 'all' ? { all: true } : ({} as Audience))}
          options={[
            { value: 'all', label: text('everybody') },
            { value: 'some', label: text('some') },
          ]}
        />
      </Form.Item>
      {!all && (
        <>
          <Form.Item label={text('regions')} htmlFor={`${id}-regions`}>
            <RegionTags
              id={`${id}-regions`}
              value={kinds.regionCodes ?? []}
              onChange={(regionCodes) => set({ regionCodes })}
            />
          </Form.Item>
          <Form.Item label={text('types')} htmlFor={`${id}-types`}>
            <Select
              {...many}
              id={`${id}-types`}
              options={types}
              value={kinds.principalTypes ?? []}
              onChange={(principalTypes) => set({ principalTypes })}
            />
          </Form.Item>
          <Form.Item label={text('roles')} htmlFor={`${id}-roles`}>
            <Select
              {...many}
              id={`${id}-roles`}
              options={[...roles]}
              value={kinds.roleCodes ?? []}
              onChange={(roleCodes) => set({ roleCodes })}
            />
          </Form.Item>
          <Form.Item label={text('principals')} htmlFor={`${id}-principals`}>
            <SearchMany
              id={`${id}-principals`}
              of={organisation}
              value={kinds.principalIds ?? []}
              onChange={(principalIds) => set({ principalIds })}
              search={async (keyword) => named(await lookups().refOptions(organisation, keyword ? { keyword } : {}))}
              byIds={async (ids) =>
                named((await Promise.all(ids.map((one) => lookups().refOptions(organisation, { id: one })))).flat())
              }
            />
          </Form.Item>
          <Form.Item label={text('people')} htmlFor={`${id}-people`}>
            <PeopleSelect id={`${id}-people`} value={kinds.userIds ?? []} onChange={(userIds) => set({ userIds })} />
          </Form.Item>
        </>
      )}
      <AudienceCount audience={value} />
    </>
  );
}

const named = (options: readonly { id: number; name: string }[]) =>
  options.map(({ id, name }) => ({ value: id, label: name }));

function AudienceCount({ audience }: { readonly audience: Audience | null }) {
  const t = useT();
  const isWhole = audienceSchema.safeParse(audience ?? {}).success;
  const query = useQuery({
    queryKey: ['platform.sysNotice', 'audienceCount', audience],
    queryFn: () => call(audienceCount, { body: { audience: audience as Audience }, quiet: true }),
    enabled: isWhole,
  });
  if (!isWhole) return <Alert type="info" title={t('platform.noticeEdit.chooseAudience')} />;
  if (!query.data) return <Spin size="small" />;
  const { users, principals, byRegion } = query.data;
  const lines = byRegion.slice(0, 12);
  return (
    <Tooltip
      title={
        lines.length > 0 && lines.map((one) => <div key={one.regionCode}>{`${one.regionName}: ${one.users}`}</div>)
      }
    >
      <Alert
        type={users > 0 ? 'success' : 'warning'}
        title={t('platform.noticeEdit.reaches', { users, principals })}
        role="status"
      />
    </Tooltip>
  );
}
