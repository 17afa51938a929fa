import { Alert } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useUser } from '../session/use-user.ts';

/** An expired tenant may read and export: better said once at the top than at every refused save. */
export function Notice() {
  const t = useT();
  const { tenantStatus, tenantDaysLeft } = useUser();
  if (tenantStatus === 'expired') return <Alert banner type="warning" title={t('auth.tenantExpired')} />;
  // R95: whoever can ask for a renewal is told in time.
  return tenantDaysLeft === null || tenantDaysLeft === undefined ? null : (
    <Alert banner type="warning" closable title={t('shell.tenantEnding', { n: tenantDaysLeft })} />
  );
}
