/** A part of a whole in percent, cut down, so that a hundred is only said of all of it. */
export const wholePercent = (part: number, whole: number): number =>
  whole > 0 ? Math.floor((part / whole) * 100) : 100;
