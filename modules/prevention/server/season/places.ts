import { regionChildrenOf } from '#modules/platform/server/index.ts';

/** The regions directly below one, in their order. */
export const childCodes = (code: number): number[] => regionChildrenOf(code, []).map((one) => one.code);
