import {
  AudioMutedOutlined,
  AudioOutlined,
  CameraOutlined,
  PhoneOutlined,
  SwapOutlined,
  VideoCameraAddOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { Alert, Button, Flex, Tag, Tooltip, Typography } from 'antd';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { Call, CallView as View } from './call.ts';
import './room.css';

/** One picture; without one the name alone. */
function Picture({
  stream,
  name,
  note,
  isOwn,
  onAskStill,
}: {
  readonly stream: MediaStream | null;
  readonly name: string;
  readonly note?: string | undefined;
  readonly isOwn: boolean;
  onAskStill?: (() => void) | undefined;
}) {
  const text = useTexts('cure.room');
  const video = useRef<HTMLVideoElement>(null);
  const hasPicture = (stream?.getVideoTracks().length ?? 0) > 0;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className="ml-call-one" data-own={isOwn}>
      {!hasPicture && <VideoCameraOutlined style={{ fontSize: 28, opacity: 0.5 }} />}
      {/* Voices need an element as well, so it is there without a picture, too. */}
      <video ref={video} autoPlay playsInline muted={isOwn} hidden={!hasPicture} aria-label={name} />
      <span className="ml-call-name" data-record>
        {name} {note}
      </span>
      {onAskStill && (
        <Button
          className="ml-call-still"
          size="small"
          icon={<CameraOutlined />}
          aria-label={text('askStill', { name })}
          onClick={onAskStill}
        />
      )}
    </div>
  );
}

export const useCall = (call: Call): View => useSyncExternalStore(call.watch, call.view);

interface Props {
  readonly call: Call;
  /** What hosts do beside: links, guests who wait. */
  readonly tools?: ReactNode;
  /** R34: asks for a still of somebody's camera; only users can, since the picture goes into the case. */
  onAskStill?(participantId: number): void;
}

/** Everybody in a call with what one can do about oneself; the same for users and guests. */
export function CallPictures({ call, tools, onAskStill }: Props) {
  const text = useTexts('cure.room');
  const view = useCall(call);
  const { room } = view;
  if (view.phase === 'over') return <Typography.Text>{text.any(`end.${view.end ?? 'left'}`)}</Typography.Text>;
  if (view.phase === 'joining' || !room) return <Typography.Text>{text('joining')}</Typography.Text>;
  const isAlone = view.phase === 'in' && view.others.length === 0;
  return (
    <Flex vertical gap={8}>
      {view.missing && <Alert type="warning" showIcon title={text.any(`missing.${view.missing}`)} />}
      {view.isPoor && <Alert type="warning" showIcon title={text('poor')} />}
      {view.phase === 'lobby' && <Alert type="info" showIcon title={text('lobby')} />}
      <div className="ml-call-grid">
        {view.others.map((one) => (
          <Picture
            key={one.id}
            stream={one.stream}
            name={one.name}
            note={one.connection === 'connected' ? undefined : text('connecting')}
            isOwn={false}
            onAskStill={
              onAskStill && one.userId !== null && one.media === 'video' ? () => onAskStill(one.id) : undefined
            }
          />
        ))}
        <Picture stream={view.isCameraOn ? view.local : null} name={text('me')} isOwn />
      </div>
      {isAlone && <Typography.Text type="secondary">{text('alone')}</Typography.Text>}
      <Flex gap={8} wrap align="center">
        <Tooltip title={text(view.isMuted ? 'unmute' : 'mute')}>
          <Button
            aria-label={text(view.isMuted ? 'unmute' : 'mute')}
            icon={view.isMuted ? <AudioMutedOutlined /> : <AudioOutlined />}
            disabled={!view.local}
            onClick={() => call.mute(!view.isMuted)}
          />
        </Tooltip>
        <Tooltip title={text(view.isCameraOn ? 'cameraOff' : 'cameraOn')}>
          <Button
            aria-label={text(view.isCameraOn ? 'cameraOff' : 'cameraOn')}
            icon={view.isCameraOn ? <VideoCameraOutlined /> : <VideoCameraAddOutlined />}
            disabled={!view.hasCamera}
            onClick={() => call.showCamera(!view.isCameraOn)}
          />
        </Tooltip>
        <Tooltip title={text('switchCamera')}>
          <Button
            aria-label={text('switchCamera')}
            icon={view.hasCamera ? <SwapOutlined /> : <CameraOutlined />}
            disabled={!view.hasCamera}
            onClick={() => void call.switchCamera().catch(() => {})}
          />
        </Tooltip>
        {tools}
        <Button danger type="primary" icon={<PhoneOutlined rotate={225} />} onClick={() => call.hangUp()}>
          {text('hangUp')}
        </Button>
        {room.status === 'live' && <Tag color="success">{text('live')}</Tag>}
      </Flex>
    </Flex>
  );
}
