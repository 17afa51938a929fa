import { Card } from 'antd';
import { useSession } from '#kit/web/shell-context.ts';
import { ConfigForm } from './config-form.tsx';

/** 网站配置 of the own tenant. */
export default function WebConfigPage() {
  const { tenantNo } = useSession().user;
  return (
    <Card size="small">
      <ConfigForm tenantNo={tenantNo} />
    </Card>
  );
}
