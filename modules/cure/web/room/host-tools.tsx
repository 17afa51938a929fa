import { LinkOutlined, UserAddOutlined } from '@ant-design/icons';
import { Badge, Button, Flex, Popover, Tooltip } from 'antd';
import { useState } from 'react';
import { call as send } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { admitGuest, type RoomState, removeGuest } from '#modules/cure/contract/room/room.ts';
import type { Call } from './call.ts';
import { LinkDialog } from './link-dialog.tsx';

/** R28: guests who wait are let in by name; links are made and taken back. */
export function HostTools({ call, room }: { readonly call: Call; readonly room: RoomState }) {
  const text = useTexts('cure.room');
  const [isLinking, setLinking] = useState(false);
  const decide = async (endpoint: typeof admitGuest | typeof removeGuest, participantId: number) => {
    await send(endpoint, { body: { roomId: room.roomId, participantId } });
    await call.look();
  };
  const guests = room.participants.filter((one) => one.userId === null);
  return (
    <>
      <Popover
        trigger="click"
        open={room.lobby.length > 0 ? true : undefined}
        content={
          <Flex vertical gap={8}>
            {room.lobby.map((one) => (
              <Flex key={one.id} gap={8} align="center">
                <span data-record>{text('waits', { name: one.name })}</span>
                <Button size="small" type="primary" onClick={() => void decide(admitGuest, one.id)}>
                  {text('admit')}
                </Button>
                <Button size="small" onClick={() => void decide(removeGuest, one.id)}>
                  {text('refuse')}
                </Button>
              </Flex>
            ))}
            {guests.map((one) => (
              <Flex key={one.id} gap={8} align="center" justify="space-between">
                <span data-record>{one.name}</span>
                <Button size="small" danger onClick={() => void decide(removeGuest, one.id)}>
                  {text('remove')}
                </Button>
              </Flex>
            ))}
            {room.lobby.length + guests.length === 0 && text('noGuests')}
          </Flex>
        }
      >
        <Badge count={room.lobby.length} size="small">
          <Button aria-label={text('guests')} icon={<UserAddOutlined />} />
        </Badge>
      </Popover>
      <Tooltip title={text('link')}>
        <Button aria-label={text('link')} icon={<LinkOutlined />} onClick={() => setLinking(true)} />
      </Tooltip>
      {isLinking && <LinkDialog consultId={room.consultId} onClose={() => setLinking(false)} />}
    </>
  );
}
