import dayjs, { type Dayjs } from 'dayjs';

/** A service while it is typed. */
export interface Draft {
  readonly servedAt: Dayjs;
  readonly straws: number;
  readonly wasted: number;
  readonly wasteReason: 'broken' | 'thawFail' | 'other' | null;
  readonly heatSeen: boolean;
  readonly intervalReason: string;
  readonly secondSireReason: string;
  readonly feeYuan: number | null;
  readonly remark: string;
  readonly ack: readonly string[];
}
export const fresh = (): Draft => ({
  servedAt: dayjs(),
  straws: 1,
  wasted: 0,
  wasteReason: null,
  heatSeen: true,
  intervalReason: '',
  secondSireReason: '',
  feeYuan: null,
  remark: '',
  ack: [],
});
