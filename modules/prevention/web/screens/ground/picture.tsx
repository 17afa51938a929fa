import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { filePort } from '#kit/web/ui/file-port.ts';
import { playVideoSpot } from '#modules/prevention/contract/settings/video-spot.ts';
import type { ScreenContext } from '../screen-frame.tsx';
import own from './ground.module.css';

const each = 20_000;
const linkHolds = 4 * 60_000;

interface Spot {
  readonly id: number;
  readonly name: string;
  readonly farm: string;
  readonly shown: boolean;
  readonly online: boolean;
}
interface Photo {
  readonly id: number;
  readonly at: string;
  readonly place: string;
  readonly file: number;
}

/** One after the other; it stays while somebody wants to look. */
function useTurn(n: number) {
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || n < 2) return;
    const timer = setInterval(() => setAt((known) => known + 1), each);
    return () => clearInterval(timer);
  }, [isHeld, n]);
  return { at: n > 0 ? at % n : 0, isHeld, hold: () => setHeld((known) => !known) };
}

/** R2: a camera the screens show; while nobody serves its picture, the last pictures of visits. */
export function PicturePanel({ context, at: box }: { readonly context: ScreenContext; readonly at: Box }) {
  const language = useLanguage();
  const spots = context.rows<Spot>('spots').filter((one) => one.shown && one.online);
  // What cannot be shown is passed over.
  const [broken, setBroken] = useState<readonly number[]>([]);
  const photos = context.rows<Photo>('photos').filter((one) => !broken.includes(one.file));
  const { at, isHeld, hold } = useTurn(Math.max(spots.length, photos.length));
  const spot = spots[at % Math.max(1, spots.length)];
  const { data: played } = useQuery({
    queryKey: ['prevention.playVideoSpot', spot?.id],
    queryFn: () => call(playVideoSpot, { query: { id: spot?.id as number }, quiet: true, background: true }),
    enabled: spot !== undefined,
    staleTime: linkHolds,
    retry: false,
  });
  const photo = played?.url ? undefined : photos[at % Math.max(1, photos.length)];
  const { data: picture } = useQuery({
    queryKey: ['prevention.screenPhoto', photo?.file],
    queryFn: () => filePort.current?.link(photo?.file as number) ?? '',
    enabled: photo !== undefined,
    staleTime: linkHolds,
    retry: false,
  });
  const time = (when: string) =>
    new Intl.DateTimeFormat(language.replace('_', '-'), {
      timeZone: 'Asia/Shanghai',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    }).format(new Date(when));
  return (
    <Panel
      id="R2"
      at={box}
      title={context.text('indexNew.video')}
      extra={isHeld ? context.text('indexNew.held') : `${at + 1} / ${Math.max(spots.length, photos.length, 1)}`}
      isEmpty={!played?.url && photos.length === 0}
    >
      <button type="button" className={own.picture} onClick={hold} aria-pressed={isHeld}>
        {played?.url ? (
          <video src={played.url} autoPlay muted loop />
        ) : (
          photo &&
          picture && (
            <img
              src={picture}
              alt={photo.place}
              onError={() => setBroken((known) => [...new Set([...known, photo.file])])}
            />
          )
        )}
        <span className={own.caption}>
          {played?.url && spot
            ? `${spot.name} · ${spot.farm}`
            : photo && context.text('indexNew.photoOf', { place: photo.place, time: time(photo.at) })}
        </span>
      </button>
    </Panel>
  );
}
