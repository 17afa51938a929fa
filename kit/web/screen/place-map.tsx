import { type MouseEvent, useMemo, useState } from 'react';
import { levelOf, within } from '#kit/contract/region.ts';
import type { Boundaries } from '#kit/web/lookups/lookups.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { NoOutlines } from '../map/no-outlines.tsx';
import type { Box } from './panel.tsx';
import css from './screen.module.css';
import { around, type Frame, frameOf, type Shape, type Spot, scattered, shapesOf, spotOf } from './shapes.ts';
import { useScale } from './stage.tsx';

export interface MapPlace {
  readonly code: number;
  readonly name: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly fill: string;
  /** Stands below the name. */
  readonly text: string;
  /** 0 … 1, of the area of a bubble; and how high a shape stands where the map is tilted. */
  readonly size: number;
  /** Something is missing here: hatched. */
  readonly isHatched?: boolean;
  readonly rim?: string | undefined;
  /** What the card tells when the pointer is there. */
  readonly card: readonly { readonly name: string; readonly text: string }[];
}

export interface MapPulse {
  readonly key: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly colour: string;
  readonly n: number;
}

/** Something that lies at a point for as long as it is true. */
export interface MapMark {
  readonly key: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly colour: string;
  readonly label?: string | undefined;
  /** Told where the pointer rests on the dot. */
  readonly name?: string | undefined;
  /** Drawn as a ring of so many kilometres instead of a dot. */
  readonly km?: number | undefined;
}

interface PlaceMapProps {
  readonly width: number;
  readonly height: number;
  readonly boundaries: Boundaries | undefined;
  /** The place whose parts are shown. */
  readonly focus: number;
  readonly places: readonly MapPlace[];
  readonly pulses?: readonly MapPulse[];
  readonly marks?: readonly MapMark[];
  /** Looked at from the side, shapes as high as their figure. */
  readonly isTilted?: boolean;
  /** The part of it that nothing lies upon: what is looked at is fitted into it. */
  readonly clear?: Box;
  readonly label: string;
  onPick(code: number): void;
  onUp(): void;
}

const room = 28;
/** What the legend takes at the foot. */
const legendRoom = 30;
/** So many names at most are of places that have nothing to tell. */
const mostIdle = 12;
/** Bubbles reach beyond their points, and their names stand below them. */
const bubbleRoom = 64;
const squeezed = 0.8;
const highest = 46;
const steps = 8;
const layers = Array.from({ length: steps }, (_, at) => at);
const kmPerDegree = 111.32;

const radiusOf = ({ size }: MapPlace): number => (size > 0 ? 8 + 24 * Math.sqrt(size) : 4);

interface View {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

function viewOf({ left, right, top, bottom }: Frame, [x, y, width, height]: Box, free: number): View {
  const k = Math.min(
    (width - 2 * free) / Math.max(right - left, 1e-6),
    (height - 2 * free - legendRoom) / Math.max(bottom - top, 1e-6),
  );
  return {
    k,
    x: x + width / 2 - ((left + right) / 2) * k,
    y: y + (height - legendRoom) / 2 - ((top + bottom) / 2) * k,
  };
}

/** Areas and bubbles of a place's parts; a click goes into one, a right click back out. No tiles, no map service. */
export function PlaceMap(props: PlaceMapProps) {
  const { width, height, boundaries, focus, places, pulses = [], marks = [], isTilted = false, label } = props;
  const scale = useScale();
  const squeeze = isTilted ? squeezed : 1;
  const [hovered, setHovered] = useState<{ code: number; x: number; y: number } | null>(null);
  const shapes = useMemo(() => shapesOf(boundaries, squeeze), [boundaries, squeeze]);
  const outer = shapes.find((one) => within(focus, one.code));
  const byCode = useMemo(() => new Map(shapes.map((one) => [one.code, one])), [shapes]);
  const frame = useMemo(() => frameFor(focus, places, shapes, squeeze), [focus, places, shapes, squeeze]);
  const view = viewOf(frame, props.clear ?? [0, 0, width, height], levelOf(focus) >= 4 ? bubbleRoom : room);
  const at = ({ x, y }: Spot) => ({ x: x * view.k + view.x, y: y * view.k + view.y });
  const spots = useMemo(() => spotsOf(places, byCode, outer, frame, squeeze), [places, byCode, outer, frame, squeeze]);
  const tell = (code: number) => (event: MouseEvent<SVGElement>) => {
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (box) setHovered({ code, x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale });
  };
  const hand = (code: number) => ({
    onMouseMove: tell(code),
    onMouseLeave: () => setHovered(null),
    onClick: () => {
      setHovered(null);
      props.onPick(code);
    },
  });
  const card = hovered && places.find((one) => one.code === hovered.code);
  const areas = places.filter((one) => byCode.has(one.code));
  // Without outlines and without positions, names and bubbles would stand just anywhere.
  const isPlaced = shapes.length > 0 || places.some((one) => one.longitude !== null);
  const bubbles = isPlaced ? places.filter((one) => !byCode.has(one.code)) : [];
  const liftOf = (one: MapPlace) => (isTilted ? (6 + highest * one.size) / view.k : 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the path in the header does the same by keyboard
    <div
      style={{ position: 'absolute', inset: 0 }}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onUp();
      }}
    >
      <svg className={css.map} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <defs>
          <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="8" height="8" fill={screen.bad} fillOpacity="0.25" />
            <line x1="0" y1="0" x2="0" y2="8" stroke={screen.bad} strokeWidth="3" />
          </pattern>
        </defs>
        <g className={css.mapShapes} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.k})` }}>
          {areas.length === 0 &&
            shapes.map((one) => (
              <path
                key={one.code}
                d={one.path}
                fill={one.code === outer?.code ? '#10294a' : screen.raised}
                stroke={screen.steel}
                strokeWidth={one.code === outer?.code ? 2 : 1}
              />
            ))}
          {areas
            .toSorted((a, b) => (byCode.get(a.code)?.centre.y ?? 0) - (byCode.get(b.code)?.centre.y ?? 0))
            .map((one) => (
              <Area
                key={one.code}
                place={one}
                shape={byCode.get(one.code) as Shape}
                lift={liftOf(one)}
                {...hand(one.code)}
              />
            ))}
        </g>
        <g className={css.mapLabels} key={`${focus} ${places.length}`}>
          {bubbles
            .toSorted((a, b) => a.size - b.size)
            .map((one) => {
              const spot = at(spots.get(one.code) ?? { x: 0, y: 0 });
              return (
                <circle
                  key={one.code}
                  className={css.area}
                  data-place={one.code}
                  cx={spot.x}
                  cy={spot.y}
                  r={radiusOf(one)}
                  fill={one.isHatched ? 'url(#hatch)' : one.fill}
                  fillOpacity={one.size > 0 ? 0.85 : 0.5}
                  stroke={one.rim ?? screen.ground}
                  strokeWidth={one.rim ? 3 : 1.5}
                  {...hand(one.code)}
                />
              );
            })}
          {marks.map((one) => {
            const spot = at(spotOf(one.longitude, one.latitude, squeeze));
            return <Mark key={one.key} mark={one} spot={spot} k={view.k} />;
          })}
          <Names
            places={isPlaced ? places : []}
            mayStep={(one) => byCode.has(one.code)}
            at={(one) => {
              const shape = byCode.get(one.code);
              const spot = at(shape ? shape.centre : (spots.get(one.code) ?? { x: 0, y: 0 }));
              return shape
                ? { x: spot.x, y: spot.y - liftOf(one) * view.k }
                : { x: spot.x, y: spot.y + 16 + radiusOf(one) };
            }}
          />
        </g>
        {pulses.map((one) => {
          const spot = at(spotOf(one.longitude, one.latitude, squeeze));
          return (
            <g key={one.key} pointerEvents="none">
              <circle
                className={css.pulse}
                cx={spot.x}
                cy={spot.y}
                r={12}
                fill="none"
                stroke={one.colour}
                strokeWidth={3}
              />
              <circle className={css.pulse} cx={spot.x} cy={spot.y} r={5} fill={one.colour} />
              {one.n > 1 && (
                <text x={spot.x + 12} y={spot.y - 8} fill={one.colour} fontSize={14}>
                  ×{one.n}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <NoOutlines boundaries={boundaries} />
      {card && hovered && (
        <div
          className={css.card}
          style={{
            left: Math.min(hovered.x + 16, width - 230),
            top: Math.min(hovered.y + 12, height - 40 - 24 * card.card.length),
          }}
        >
          <b>{card.name}</b>
          {card.card.map((one) => (
            <div key={one.name} className={css.cardRow}>
              <span className={css.soft}>{one.name}</span>
              <span>{one.text}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface AreaProps {
  readonly place: MapPlace;
  readonly shape: Shape;
  readonly lift: number;
  onMouseMove(event: MouseEvent<SVGElement>): void;
  onMouseLeave(): void;
  onClick(): void;
}

function Area({ place, shape, lift, ...hand }: AreaProps) {
  const fill = place.isHatched ? 'url(#hatch)' : place.fill;
  return (
    <g>
      {lift > 0 &&
        layers.map((step) => (
          <path
            key={step}
            d={shape.path}
            fill={fill}
            style={{ filter: 'brightness(0.45)' }}
            transform={`translate(0 ${(-lift * step) / steps})`}
          />
        ))}
      <path
        className={css.area}
        data-place={place.code}
        d={shape.path}
        transform={lift > 0 ? `translate(0 ${-lift})` : undefined}
        fill={fill}
        fillOpacity={0.82}
        stroke={place.rim ?? '#bcd7f5'}
        strokeOpacity={place.rim ? 1 : 0.55}
        strokeWidth={place.rim ? 3 : 1.2}
        {...hand}
      />
    </g>
  );
}

function Mark({ mark, spot, k }: { readonly mark: MapMark; readonly spot: Spot; readonly k: number }) {
  const radius = mark.km
    ? Math.max(8, (mark.km / kmPerDegree / Math.cos((mark.latitude * Math.PI) / 180) / 360) * 100_000 * k)
    : 5;
  return (
    <g pointerEvents={mark.name ? undefined : 'none'}>
      {mark.name && <title>{mark.name}</title>}
      <circle
        cx={spot.x}
        cy={spot.y}
        r={radius}
        fill={mark.colour}
        fillOpacity={mark.km ? 0.15 : 1}
        stroke={mark.km ? mark.colour : screen.black}
        strokeWidth={2}
      />
      {mark.label && (
        <text
          x={spot.x + radius + 4}
          y={spot.y + 5}
          fill={screen.white}
          fontSize={14}
          style={{ paintOrder: 'stroke' }}
          stroke={screen.ink}
          strokeWidth={3}
          strokeOpacity={0.75}
        >
          {mark.label}
        </text>
      )}
    </g>
  );
}

const nameSize = 16;

/** Inside an area a name may stand a little higher or lower to find room. */
const stepsAside = [0, 20, -20, 38, -38];

interface NamesProps {
  readonly places: readonly MapPlace[];
  mayStep(place: MapPlace): boolean;
  at(place: MapPlace): Spot;
}

/** Names where they do not cover each other; the largest have the first word. */
function Names({ places, mayStep, at }: NamesProps) {
  const taken: { x: number; y: number; w: number; h: number }[] = [];
  const idle = places.filter((one) => one.size === 0).length;
  return places
    .filter((one) => one.size > 0 || idle <= mostIdle)
    .toSorted((a, b) => b.size - a.size)
    .map((one) => {
      const { x, y } = at(one);
      const w = Math.max(one.name.length, one.text.length * 0.6) * nameSize + 6;
      const boxAt = (aside: number) => ({ x: x - w / 2, y: y + aside - nameSize, w, h: nameSize * 2.3 });
      const isFree = (aside: number) => {
        const box = boxAt(aside);
        return taken.every(
          (other) =>
            box.x > other.x + other.w ||
            box.x + box.w < other.x ||
            box.y > other.y + other.h ||
            box.y + box.h < other.y,
        );
      };
      const aside = (mayStep(one) ? stepsAside : [0]).find(isFree);
      if (aside === undefined) return null;
      taken.push(boxAt(aside));
      const spot = { x, y: y + aside };
      return (
        <text
          key={one.code}
          textAnchor="middle"
          pointerEvents="none"
          style={{ paintOrder: 'stroke' }}
          stroke={screen.ink}
          strokeWidth={3}
          strokeOpacity={0.75}
        >
          <tspan x={spot.x} y={spot.y} fill="#f2f8ff" fontSize={nameSize}>
            {one.name}
          </tspan>
          <tspan x={spot.x} y={spot.y + 19} fill="#dbe9f8" fontSize={15}>
            {one.text}
          </tspan>
        </text>
      );
    });
}

/** What the map shows: the shapes of the parts, else the shape of the place, else where the parts lie. */
function frameFor(focus: number, places: readonly MapPlace[], shapes: readonly Shape[], squeeze: number): Frame {
  const own = shapes.filter((one) => places.some(({ code }) => code === one.code));
  if (own.length > 0) return around(own.map((one) => one.frame));
  const shape = shapes.find((one) => within(focus, one.code));
  const points = places.flatMap(({ longitude, latitude }) =>
    longitude === null || latitude === null ? [] : [spotOf(longitude, latitude, squeeze)],
  );
  if (levelOf(focus) <= 3 && shape) return shape.frame;
  const busy = places.flatMap(({ longitude, latitude, size }) =>
    longitude === null || latitude === null || size === 0 ? [] : [spotOf(longitude, latitude, squeeze)],
  );
  if (points.length > 1) return frameOf(busy.length > 1 ? busy : points);
  const [centre] = points;
  if (centre) return { left: centre.x - 40, right: centre.x + 40, top: centre.y - 40, bottom: centre.y + 40 };
  return shape?.frame ?? { left: 0, right: 100, top: 0, bottom: 100 };
}

function spotsOf(
  places: readonly MapPlace[],
  byCode: ReadonlyMap<number, Shape>,
  shape: Shape | undefined,
  frame: Frame,
  squeeze: number,
): ReadonlyMap<number, Spot> {
  const spots = new Map<number, Spot>();
  const lost: MapPlace[] = [];
  for (const one of places) {
    if (byCode.has(one.code)) continue;
    if (one.longitude === null || one.latitude === null) lost.push(one);
    else spots.set(one.code, spotOf(one.longitude, one.latitude, squeeze));
  }
  const centre = { x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2 };
  const radius = Math.hypot(frame.right - frame.left, frame.bottom - frame.top) / 2;
  for (const [at, spot] of scattered(lost.length, shape, centre, radius).entries())
    spots.set((lost[at] as MapPlace).code, spot);
  return spots;
}
