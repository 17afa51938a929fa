import { Flex, Tag } from 'antd';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { sysLoginLog } from '#modules/platform/contract/audit/sys-login-log.ts';
import { useDefaultPeriod } from './default-period.ts';
import { colourOf } from './login-colours.ts';
import { LoginPanel } from './login-panel.tsx';

export default function LoginLogPage() {
  const { from, to } = useDefaultPeriod(7);
  return (
    <Flex vertical gap={12}>
      <LoginPanel from={from} to={to} />
      <ListPage
        resource={sysLoginLog}
        onForm={() => {}}
        cells={{ result: (row) => <Tag color={colourOf(row.result)}>{row.resultName}</Tag> }}
      />
    </Flex>
  );
}
