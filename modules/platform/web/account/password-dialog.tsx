import { Alert, Button, Modal, Space, Table, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { hoursUntil, wallTime } from '#kit/web/ui/times.ts';

export interface MadePassword {
  readonly username: string;
  readonly password: string;
}

interface Props {
  readonly made: readonly MadePassword[];
  readonly validUntil: string;
  onClose(): void;
}

/** Passwords somebody just made. When the dialog is closed they are gone. */
export function PasswordDialog({ made, validUntil, onClose }: Props) {
  const t = useT();
  const copied = made.map(({ username, password }) => `${username}\t${password}`).join('\n');
  const [only] = made;
  return (
    <Modal
      open
      title={t('platform.users.newPassword')}
      onCancel={onClose}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('kit.close')}
        </Button>
      }
    >
      <Space orientation="vertical" size={16} style={{ width: '100%' }}>
        <Alert
          type="warning"
          showIcon
          title={t('platform.sysUser.initialNote', { n: hoursUntil(validUntil) })}
          description={wallTime(validUntil)}
        />
        {made.length === 1 && only ? (
          <Space orientation="vertical" size={4}>
            <Typography.Text type="secondary">
              {t('platform.users.forUser')} {only.username}
            </Typography.Text>
            <Typography.Text
              code
              copyable={{ tooltips: [t('kit.copy'), t('kit.copied')] }}
              style={{ fontSize: 24, letterSpacing: 2 }}
              data-testid="initial-password"
            >
              {only.password}
            </Typography.Text>
          </Space>
        ) : (
          <>
            <Table
              size="small"
              rowKey="username"
              pagination={false}
              scroll={{ y: 320 }}
              dataSource={[...made]}
              columns={[
                { title: t('platform.sysUser.username'), dataIndex: 'username' },
                {
                  title: t('platform.sysUser.initialPassword'),
                  dataIndex: 'password',
                  render: (text: string) => <Typography.Text code>{text}</Typography.Text>,
                },
              ]}
            />
            <Typography.Text copyable={{ text: copied, tooltips: [t('kit.copy'), t('kit.copied')] }}>
              {t('platform.users.copyAll')}
            </Typography.Text>
          </>
        )}
      </Space>
    </Modal>
  );
}
