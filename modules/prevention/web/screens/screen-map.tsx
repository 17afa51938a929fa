import { levelOf } from '#kit/contract/region.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Box } from '#kit/web/screen/panel.tsx';
import { type MapMark, type MapPlace, PlaceMap } from '#kit/web/screen/place-map.tsx';
import css from '#kit/web/screen/screen.module.css';
import type { ScreenChild } from '#modules/prevention/contract/screens/screen.ts';
import { HoldersSheet } from './holders-sheet.tsx';
import type { ScreenContext } from './screen-frame.tsx';
import { useOutlines } from './use-screen.ts';

/** How one part looks on the map. */
export type Drawn = Pick<MapPlace, 'fill' | 'text' | 'card'> & Partial<Pick<MapPlace, 'isHatched' | 'rim'>>;

interface ScreenMapProps {
  readonly context: ScreenContext;
  readonly width: number;
  readonly height: number;
  /** What a bubble's area, and the height of a tilted shape, is measured by. */
  sizeOf(child: ScreenChild): number;
  draw(child: ScreenChild): Drawn;
  readonly legend: readonly { readonly colour: string; readonly text: string }[];
  readonly marks?: readonly MapMark[];
  readonly isTilted?: boolean;
  readonly clear?: Box;
  /** A village's holders are listed beside the map, by the page itself. */
  readonly hasOwnSheet?: boolean;
}

/** The parts of the place on its map; a village opens the sheet of its holders. */
export function ScreenMap({
  context,
  width,
  height,
  sizeOf,
  draw,
  legend,
  marks,
  isTilted = false,
  clear,
  hasOwnSheet = false,
}: ScreenMapProps) {
  const t = useT();
  const { data } = context;
  const boundaries = useOutlines(data.region.code);
  const isVillage = levelOf(data.region.code) === 5;
  const shown: readonly ScreenChild[] = isVillage ? [{ ...data.region, values: data.values }] : data.region.children;
  const largest = Math.max(1, ...shown.map(sizeOf));
  const ranked = shown.toSorted((a, b) => sizeOf(b) - sizeOf(a)).map((one) => one.code);
  return (
    <>
      <PlaceMap
        width={width}
        height={height}
        boundaries={boundaries}
        focus={data.region.code}
        places={shown.map((child) => {
          const drawn = draw(child);
          return {
            code: child.code,
            name: child.name,
            longitude: child.longitude,
            latitude: child.latitude,
            size: sizeOf(child) / largest,
            ...drawn,
            card: [
              ...drawn.card,
              {
                name: t('prevention.screen.rank'),
                text: `${ranked.indexOf(child.code) + 1} / ${ranked.length}`,
              },
            ],
          };
        })}
        pulses={context.pulses}
        {...(marks && { marks })}
        isTilted={isTilted}
        {...(clear && { clear })}
        label={t('prevention.screen.mapOf', { place: data.region.name })}
        onPick={(code) => !isVillage && context.go(code)}
        onUp={context.up}
      />
      <div className={css.legend}>
        {legend.map(({ colour, text }) => (
          <span key={text}>
            <i style={{ background: colour }} />
            {text}
          </span>
        ))}
      </div>
      {isVillage && !hasOwnSheet && <HoldersSheet context={context} />}
    </>
  );
}
