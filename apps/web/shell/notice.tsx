import { Alert } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useUser } from '../session/use-user.ts';

/** An expired tenant may read and export: better said once at the top than at every refused save. */
export function Notice() {
  const t = useT();
  const { tenantStatus } = useUser();
  return tenantStatus === 'expired' ? <Alert banner type="warning" title={t('auth.tenantExpired')} /> : null;
}
