import { BulbOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { beep } from './beep.ts';
import { openDecoder } from './decoder.ts';
import { RunningCounter } from './running-counter.tsx';
import { seenCodes } from './seen-codes.ts';
import './field.css';

interface Props {
  onScan(text: string): void;
  onClose(): void;
}

const pause = 120;
type Trouble = 'cameraRefused' | 'cameraNone' | 'decoderAway';

const troubleOf = (error: unknown): Trouble => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'cameraRefused';
  return name === 'NotFoundError' || name === 'NotReadableError' || name === 'OverconstrainedError'
    ? 'cameraNone'
    : 'decoderAway';
};

/** The camera in a window of its own. */
export default function CameraView({ onScan, onClose }: Props) {
  const text = useTexts('field');
  return (
    <Modal open title={text('camera')} footer={null} onCancel={onClose} width={520}>
      <Live onScan={onScan} onClose={onClose} />
    </Modal>
  );
}

/** The camera at work: code after code without another touch, each heard, shown and counted. Drawn inside the window, so that its picture is there when it begins. */
function Live({ onScan, onClose }: Props) {
  const text = useTexts('field');
  const video = useRef<HTMLVideoElement>(null);
  const told = useRef(onScan);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [scans, setScans] = useState<readonly string[]>([]);
  const [isLit, setLit] = useState(false);
  useEffect(() => {
    told.current = onScan;
  });
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const fresh = seenCodes();
    const watch = async () => {
      const picture = video.current;
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
      });
      if (isOver || !picture) return stop();
      setTrack(stream.getVideoTracks()[0] ?? null);
      picture.srcObject = stream;
      await picture.play();
      const decode = await openDecoder();
      while (!isOver) {
        const codes = fresh(await decode(picture));
        if (codes.length > 0 && !isOver) {
          beep(true);
          navigator.vibrate?.(60);
          for (const one of codes) told.current(one);
          setScans((old) => [...codes.toReversed(), ...old]);
        }
        await new Promise((done) => setTimeout(done, pause));
      }
    };
    const stop = () => {
      for (const one of stream?.getTracks() ?? []) one.stop();
    };
    watch().catch((error: unknown) => !isOver && setTrouble(troubleOf(error)));
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  // Browsers tell of the lamp in a word the standard's types do not have.
  const hasLamp = Boolean((track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch);
  const light = () => {
    setLit(!isLit);
    void track?.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] }).catch(() => {});
  };
  if (trouble) return <Alert type="warning" showIcon title={text(trouble)} description={text('typeInstead')} />;
  return (
    <Flex vertical gap={12}>
      <div className="ml-camera-view">
        <video ref={video} muted playsInline aria-label={text('camera')} />
        <span className="ml-camera-aim" aria-hidden />
        {hasLamp && (
          <Button
            shape="circle"
            icon={<BulbOutlined />}
            aria-label={text('lamp')}
            aria-pressed={isLit}
            type={isLit ? 'primary' : 'default'}
            onClick={light}
          />
        )}
      </div>
      <Flex justify="space-between" align="center" gap={12}>
        <RunningCounter n={scans.length} label={text('scanned')} last={scans[0] ?? text('aim')} />
        <Button type="primary" size="large" onClick={onClose}>
          {text('finish')}
        </Button>
      </Flex>
    </Flex>
  );
}
