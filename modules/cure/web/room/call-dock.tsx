import { ExpandOutlined, PhoneOutlined, ShrinkOutlined } from '@ant-design/icons';
import { Button, Card, Flex, Typography } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call as send } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type RoomSignal, roomTopic, stateOfRoom } from '#modules/cure/contract/room/room.ts';
import { CallPictures, useCall } from './call-view.tsx';
import { type Current, enterRoom, forgetBefore, forgetCall, roomBefore, useCurrentCall } from './current-call.ts';
import { HostTools } from './host-tools.tsx';
import { ringTone } from './ring-tone.ts';
import { StillRequest } from './still-request.tsx';
import './room.css';

interface Ring {
  readonly roomId?: number;
  readonly offerId?: number;
  readonly docNo?: string;
  readonly signs: string;
  readonly from?: string;
}
const ringsFor = 30_000;

/** What rings and the call itself, whatever page is open. */
export default function CallDock() {
  const current = useCurrentCall();
  const [ring, setRing] = useState<Ring | null>(null);
  const stop = useCallback(() => setRing(null), []);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Leaving the shell leaves the room; being drawn anew does not.
  useEffect(() => {
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(forgetCall, 300);
    };
  }, []);
  usePush('consult', (event) => {
    if (event.kind !== 'ring') return;
    const asked = event.data as Ring;
    if (asked.roomId !== undefined && asked.roomId === current?.roomId) return;
    // A ring that was missed and is told later is none.
    if (Date.now() - Date.parse(event.at) < ringsFor) setRing(asked);
  });
  usePush(roomTopic, (event) => {
    const { roomId } = (event.data ?? {}) as { roomId?: number };
    if (!current) return;
    if (event.kind === 'resync') void current.call.lookAgain();
    if (roomId !== current.roomId) return;
    if (event.kind === 'signal') void current.call.hear(event.data as RoomSignal);
    else if (event.kind === 'removed') current.call.removed();
    else if (event.kind === 'state') void current.call.look();
  });
  return (
    <>
      {ring && <Ringing ring={ring} onDone={stop} />}
      {current ? <Running key={current.roomId} current={current} /> : <Before />}
    </>
  );
}

function Ringing({ ring, onDone }: { readonly ring: Ring; onDone(): void }) {
  const text = useTexts('cure.room');
  useEffect(() => {
    const silence = ringTone();
    const end = setTimeout(onDone, ringsFor);
    return () => {
      silence();
      clearTimeout(end);
    };
  }, [onDone]);
  const isCall = ring.roomId !== undefined;
  return (
    <Card size="small" className="ml-call" role="alertdialog" aria-label={text(isCall ? 'rings' : 'offered')}>
      <Flex vertical gap={8}>
        <Typography.Text strong>
          <PhoneOutlined /> {isCall ? text('ringsFrom', { name: ring.from ?? '' }) : text('offered')}
        </Typography.Text>
        <Typography.Text type="secondary" data-record>
          {[ring.docNo, ring.signs].filter(Boolean).join(' · ')}
        </Typography.Text>
        <Flex gap={8}>
          {isCall ? (
            <Button
              type="primary"
              onClick={() => {
                onDone();
                enterRoom(ring.roomId as number);
              }}
            >
              {text('accept')}
            </Button>
          ) : (
            <PageLink to="/cure/expert/myInvitation?status=open">{text('lookAtOffer')}</PageLink>
          )}
          <Button onClick={onDone}>{text('later')}</Button>
        </Flex>
      </Flex>
    </Card>
  );
}

/** R36: the page was loaded anew during a call. */
function Before() {
  const text = useTexts('cure.room');
  const [roomId, setRoomId] = useState<number | null>(null);
  useEffect(() => {
    const before = roomBefore();
    if (!before) return;
    send(stateOfRoom, { query: { roomId: before }, quiet: true }).then(
      (state) => (state.status === 'ended' ? forgetBefore() : setRoomId(before)),
      forgetBefore,
    );
  }, []);
  if (roomId === null) return null;
  return (
    <Card size="small" className="ml-call">
      <Flex gap={8} align="center" justify="space-between" wrap>
        {text('goesOn')}
        <Flex gap={8}>
          <Button type="primary" size="small" onClick={() => enterRoom(roomId)}>
            {text('rejoin')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              forgetBefore();
              setRoomId(null);
            }}
          >
            {text('later')}
          </Button>
        </Flex>
      </Flex>
    </Card>
  );
}

function Running({ current }: { readonly current: Current }) {
  const text = useTexts('cure.room');
  const view = useCall(current.call);
  const mayHost = useCan('cure:room:host');
  const [isWide, setWide] = useState(false);
  const isOver = view.phase === 'over';
  useEffect(() => {
    if (!isOver) return;
    const gone = setTimeout(forgetCall, view.end === 'left' ? 0 : 5_000);
    return () => clearTimeout(gone);
  }, [isOver, view.end]);
  if (isOver && view.end === 'left') return null;
  return (
    <Card
      size="small"
      className={isWide ? 'ml-call-wide' : 'ml-call'}
      title={
        <span data-record>
          {text('title')} {view.room?.docNo}
        </span>
      }
      extra={
        <Button
          type="text"
          size="small"
          aria-label={text(isWide ? 'smaller' : 'larger')}
          icon={isWide ? <ShrinkOutlined /> : <ExpandOutlined />}
          onClick={() => setWide(!isWide)}
        />
      }
    >
      {view.room && <StillRequest call={current.call} consultId={view.room.consultId} />}
      <CallPictures
        call={current.call}
        {...(mayHost && {
          onAskStill: (id: number) =>
            void current.call.askStill(id).then(
              () => notify('success', text('stillSent')),
              () => {},
            ),
        })}
        tools={mayHost && view.room && <HostTools call={current.call} room={view.room} />}
      />
    </Card>
  );
}
