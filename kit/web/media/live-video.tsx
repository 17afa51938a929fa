import { useEffect, useRef, useState } from 'react';
import { paper } from '../ui/palette.ts';

interface Props {
  /** Asked again before an address runs out; null when there is no picture. */
  address(): Promise<string | null>;
  readonly label: string;
  readonly watermark?: string;
  /** Said while there is no picture yet, and when there is none. */
  readonly words: { readonly loading: string; readonly failed: string };
}

const everyMs = 60_000;
const signedPart = /\/api\/media\/[^/]+\/[^/]+\/[^/]+\/[^/]+\//;

/** A live picture. Its address is renewed while it plays: pieces are always asked for under the newest one. */
export function LiveVideo({ address, label, watermark, words }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'loading' | 'playing' | 'failed'>('loading');
  const ask = useRef(address);
  ask.current = address;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let isGone = false;
    let stop = () => {};
    let newest = '';
    const begin = async () => {
      const url = await ask.current().catch(() => null);
      if (isGone) return;
      if (!url) return setState('failed');
      newest = signedPart.exec(url)?.[0] ?? '';
      const { default: Hls } = await import('hls.js');
      if (isGone) return;
      if (!Hls.isSupported()) {
        element.src = url;
        return;
      }
      const hls = new Hls({
        liveSyncDurationCount: 2,
        maxBufferLength: 20,
        xhrSetup: (request, wanted) => request.open('GET', wanted.replace(signedPart, newest), true),
      });
      hls.loadSource(url);
      hls.attachMedia(element);
      hls.on(Hls.Events.FRAG_BUFFERED, () => setState('playing'));
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && setState('failed'));
      const timer = setInterval(async () => {
        const next = await ask.current().catch(() => null);
        if (next) newest = signedPart.exec(next)?.[0] ?? newest;
        else {
          hls.stopLoad();
          setState('failed');
        }
      }, everyMs);
      stop = () => {
        clearInterval(timer);
        hls.destroy();
      };
    };
    void begin();
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return (
    <div
      data-record
      style={{ position: 'relative', background: paper.black, aspectRatio: '16 / 9', overflow: 'hidden' }}
    >
      <video
        ref={video}
        muted
        autoPlay
        playsInline
        aria-label={label}
        style={{ width: '100%', height: '100%', objectFit: 'cover' }}
      />
      <span style={{ ...over, insetInlineStart: 8, top: 6 }}>{label}</span>
      {watermark && <span style={{ ...over, insetInlineEnd: 8, bottom: 6, opacity: 0.75 }}>{watermark}</span>}
      {state !== 'playing' && (
        <span style={{ ...over, inset: 0, display: 'grid', placeItems: 'center' }}>{words[state]}</span>
      )}
    </div>
  );
}

const over = {
  position: 'absolute',
  color: paper.white,
  textShadow: `0 0 4px ${paper.black}`,
  fontSize: 13,
  pointerEvents: 'none',
} as const;
