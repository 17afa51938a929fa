import type { Box } from '#kit/web/screen/panel.tsx';
import type { ScreenChild } from '#modules/prevention/contract/screens/screen.ts';
import type { ScreenContext } from '../screen-frame.tsx';

const [top, bottom, gutter] = [104, 1056, 16];

/** Panels of a column share its height; those the reader may not see leave theirs to the others. */
export function column(x: number, width: number, panels: readonly string[]): ReadonlyMap<string, Box> {
  const height = (bottom - top - gutter * (panels.length - 1)) / Math.max(1, panels.length);
  return new Map(panels.map((panel, at) => [panel, [x, top + at * (height + gutter), width, height] as const]));
}

const [head, foot] = [42, 12];
/** What a panel has left for its content. */
export const roomIn = ([, , , height]: Box): number => height - head - foot;

/** The parts of a place; a village has none and stands for itself. */
export function partsOf({ data: { region, values } }: ScreenContext): readonly ScreenChild[] {
  const { code, name, level, longitude, latitude, children } = region;
  return children.length > 0 ? children : [{ code, name, level, longitude, latitude, values }];
}
