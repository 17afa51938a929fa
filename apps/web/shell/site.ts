import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { configList } from '#modules/platform/contract/tenant/tenant-config.ts';
import { useUser } from '../session/use-user.ts';

export interface Site {
  readonly title: string;
  /** On the big screens. */
  readonly screenTitle: string;
  readonly logo: string | null;
  readonly favicon: string | null;
  readonly copyright: string | null;
  readonly icpNo: string | null;
  readonly policeNo: string | null;
}

/** The tenant's own title, logo and footer; built-in ones until they are here and where it has none. */
export function useSite(): Site {
  const t = useT();
  const language = useLanguage();
  const { tenantNo, principalId } = useUser();
  const { data = [] } = useQuery({
    queryKey: ['site', tenantNo, principalId],
    queryFn: () =>
      call(configList, { query: { tenantNo, principalId: principalId ?? undefined }, quiet: true, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const value = (code: string) => {
    const said = data.find((one) => one.configCode === code);
    return said?.names?.[language] || said?.configValue || null;
  };
  const picture = (code: string) => data.find((one) => one.configCode === code)?.url ?? null;
  const title = value('sys_title') ?? t('shell.brand.title');
  return {
    title,
    screenTitle: value('dataV_total_title') ?? title,
    logo: picture('sys_logo'),
    favicon: picture('sys_favicon'),
    copyright: value('sys_copyright'),
    icpNo: value('icp_no'),
    policeNo: value('police_no'),
  };
}

export function useDocumentTitle(tabTitle: string | undefined): void {
  const { title } = useSite();
  useEffect(() => {
    document.title = tabTitle ? `${tabTitle} - ${title}` : title;
  }, [tabTitle, title]);
}
