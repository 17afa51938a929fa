/** What is called good, behind or dangerous: colours and headlines take it from here, so that they cannot disagree. */

export const coverageBounds = [0.5, 0.7, 0.9, 1] as const;
export type CoverageBand = 'bad' | 'poor' | 'fair' | 'good' | 'whole';
const coverageBands: readonly CoverageBand[] = ['bad', 'poor', 'fair', 'good', 'whole'];
/** None where nothing is due. */
export const coverageBand = (share: number | null | undefined): CoverageBand | null =>
  share === null || share === undefined
    ? null
    : (coverageBands[coverageBounds.filter((bound) => share >= bound).length] ?? null);

export const riskBounds = [20, 50] as const;
export type RiskBand = 'low' | 'watch' | 'high';
export const riskBand = (risk: number): RiskBand =>
  risk < riskBounds[0] ? 'low' : risk < riskBounds[1] ? 'watch' : 'high';

interface Judged {
  readonly risk?: number | null | undefined;
  readonly 'imm.coverage'?: number | null | undefined;
}

/** Red on some map of the screens. */
export const isRed = (values: Judged): boolean =>
  riskBand(values.risk ?? 0) === 'high' || coverageBand(values['imm.coverage']) === 'bad';
/** Orange on some map of the screens. */
export const isWatched = (values: Judged): boolean =>
  riskBand(values.risk ?? 0) === 'watch' || coverageBand(values['imm.coverage']) === 'poor';
