import { Alert, Button, Card, Empty, Flex, Form, Input, Tag, Typography } from 'antd';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { saveRoleMenus } from '#modules/platform/contract/role/sys-role.ts';

interface Props {
  readonly difference: DataOf<typeof saveRoleMenus>;
  readonly busy: boolean;
  onBack(): void;
  onSave(reason: string): void;
}

/** What would be added and taken away, and from whom; asks why. */
export function DifferenceView({ difference, busy, onBack, onSave }: Props) {
  const [reason, setReason] = useState('');
  const { added, removed, users, usersAffected } = difference;
  const say = useTexts('platform.roles');
  const isNothing = added.length + removed.length === 0;
  const list = (title: string, names: readonly string[], color: string) =>
    names.length > 0 && (
      <Card size="small" title={`${title} (${names.length})`}>
        <Flex gap={6} wrap>
          {names.map((name) => (
            <Tag key={name} color={color}>
              {name}
            </Tag>
          ))}
        </Flex>
      </Card>
    );
  return (
    <Flex vertical gap={12}>
      {isNothing ? (
        <Empty description={say('nothing')} />
      ) : (
        <>
          <Alert
            type={removed.length > 0 ? 'warning' : 'info'}
            showIcon
            title={say('affected', { n: usersAffected })}
          />
          {list(say('added'), added, 'green')}
          {list(say('removed'), removed, 'red')}
          {users.length > 0 && (
            <Card size="small" title={`${say('users')} (${usersAffected})`}>
              <Flex gap={6} wrap>
                {users.map((user) => (
                  <Tag key={user.id} title={user.organizationName ?? ''}>
                    {user.nickname}
                  </Tag>
                ))}
                {usersAffected > users.length && <Typography.Text type="secondary">…</Typography.Text>}
              </Flex>
            </Card>
          )}
          <Form layout="vertical">
            <Form.Item label={say('reason')} htmlFor="grant-reason" required extra={say('reasonHint')}>
              <Input.TextArea
                id="grant-reason"
                rows={2}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Form.Item>
          </Form>
        </>
      )}
      <Flex justify="end" gap={8}>
        <Button onClick={onBack}>{say('back')}</Button>
        {!isNothing && (
          <Button
            type="primary"
            loading={busy}
            disabled={reason.trim().length < 2}
            onClick={() => onSave(reason.trim())}
          >
            {say('save')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
