import { Fragment, type ReactNode } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { Audience } from '#modules/platform/contract/notice/sys-notice.ts';
import { RegionName } from '../common/region-tags.tsx';
import { useRoles } from '../common/role-select.ts';

const mostNames = 3;

/** An audience as people say it: kinds one after the other, a few names of each. */
export function AudienceText({ audience }: { readonly audience: Audience }) {
  const t = useT();
  const types = useDict('principal_type').options;
  const roles = useRoles();
  if (audience.all) return <>{t('platform.noticeEdit.everybody')}</>;
  const some = (names: readonly ReactNode[]) => (
    <>
      {names.slice(0, mostNames).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that is never reordered
        <Fragment key={index}>
          {index > 0 && t('platform.noticeEdit.or')}
          {name}
        </Fragment>
      ))}
      {names.length > mostNames && t('platform.noticeEdit.andMore', { n: names.length })}
    </>
  );
  const parts: ReactNode[] = [];
  if (audience.regionCodes) parts.push(some(audience.regionCodes.map((code) => <RegionName key={code} code={code} />)));
  if (audience.principalTypes)
    parts.push(
      some(audience.principalTypes.map((type) => types.find((one) => one.dictValue === type)?.dictLabel ?? type)),
    );
  if (audience.roleCodes)
    parts.push(some(audience.roleCodes.map((code) => roles.find((one) => one.value === code)?.label ?? code)));
  if (audience.principalIds) parts.push(t('platform.noticeEdit.nPrincipals', { n: audience.principalIds.length }));
  if (audience.userIds) parts.push(t('platform.noticeEdit.nPeople', { n: audience.userIds.length }));
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that is never reordered
        <Fragment key={index}>
          {index > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </>
  );
}
