import { Button, Card, Checkbox, Descriptions, Flex, Form, Input, Result, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { JoinShown } from '#modules/cure/contract/society/join.ts';
import { JoinPage } from '../society/join-forms.tsx';
import { CallPictures } from './call-view.tsx';
import { guestCall } from './guest-port.ts';
import { useInvite } from './use-invite.ts';
import './room.css';

/** 会诊邀请: who invites, about what, and one's own name; then the lobby, then the room. */
export default function InvitePage() {
  const text = useTexts('cure.invitePage');
  const k = usePage().search.get('k') ?? '';
  const { data, error } = useInvite(k);
  if (data?.kind === 'memberJoin') return <JoinPage k={k} about={data as JoinShown} />;
  if (error || (data && data.kind !== 'roomGuest')) return <Result status="warning" title={text('invalid')} />;
  if (!data) return <Waiting />;
  return (
    <div className="ml-call-page">
      <Card title={text('title')}>
        <Descriptions column={1} size="small">
          <Descriptions.Item label={text('by')}>
            <span data-record>
              {data.invitedBy} {data.unit}
            </span>
          </Descriptions.Item>
          <Descriptions.Item label={text('about')}>
            <span data-record>
              {data.species} · {data.county} · {data.askedOn}
            </span>
          </Descriptions.Item>
          <Descriptions.Item label={text('until')}>{wallTime(data.validUntil).slice(0, 16)}</Descriptions.Item>
        </Descriptions>
        <GuestRoom k={k} name={data.shownName} isRoomOpen={data.isRoomOpen} />
      </Card>
    </div>
  );
}

/** From the name to the room; the same for guests and for experts who were asked from outside. */
export function GuestRoom({
  k,
  name,
  isRoomOpen,
}: {
  readonly k: string;
  readonly name: string;
  readonly isRoomOpen: boolean;
}) {
  const text = useTexts('cure.invitePage');
  const [typed, setTyped] = useState(name);
  const [agrees, setAgrees] = useState(false);
  const [going, setGoing] = useState<ReturnType<typeof guestCall> | null>(null);
  const last = useRef(going);
  useEffect(() => {
    last.current = going;
  }, [going]);
  useEffect(
    () => () => {
      last.current?.call.hangUp();
      last.current?.stop();
    },
    [],
  );
  const enter = () => {
    const guest = guestCall(k, typed.trim());
    setGoing(guest);
    void guest.start();
  };
  if (going)
    return (
      <Flex vertical gap={12}>
        <CallPictures call={going.call} />
        <Again going={going} onAgain={() => setGoing(null)} />
      </Flex>
    );
  return (
    <Form layout="vertical" onFinish={enter}>
      <Form.Item label={text('name')} htmlFor="guest-name" required>
        <Input id="guest-name" maxLength={30} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Form.Item>
      <Form.Item>
        <Checkbox checked={agrees} onChange={(event) => setAgrees(event.target.checked)}>
          {text('consent')}
        </Checkbox>
      </Form.Item>
      {!isRoomOpen && <Typography.Paragraph type="secondary">{text('notOpen')}</Typography.Paragraph>}
      <Button type="primary" htmlType="submit" disabled={!agrees || typed.trim() === '' || !isRoomOpen}>
        {text('enter')}
      </Button>
    </Form>
  );
}

function Again({ going, onAgain }: { readonly going: ReturnType<typeof guestCall>; onAgain(): void }) {
  const text = useTexts('cure.invitePage');
  const [isOver, setOver] = useState(false);
  useEffect(() => going.call.watch(() => setOver(going.call.view().phase === 'over')), [going]);
  return isOver ? <Button onClick={onAgain}>{text('again')}</Button> : null;
}
