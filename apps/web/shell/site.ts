import { useEffect } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useSiteConfig } from '#modules/platform/web/site-config.ts';
import { useUser } from '../session/use-user.ts';

export interface Site {
  readonly title: string;
  readonly logo: string | null;
  readonly favicon: string | null;
  readonly copyright: string | null;
  readonly icpNo: string | null;
  readonly policeNo: string | null;
}

/** The tenant's own title, logo and footer; built-in ones until they are here and where it has none. */
export function useSite(): Site {
  const t = useT();
  const { value, picture } = useSiteConfig(useUser());
  return {
    title: value('sys_title') ?? t('shell.brand.title'),
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
