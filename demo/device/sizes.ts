import type { DemoSize } from '../sizes.ts';

export interface DeviceCounts {
  gateway: number;
  earTag: number;
  collar: number;
  beacon: number;
  envSensor: number;
  scale: number;
  camera: number;
  /** Units that have devices, the story farm first. */
  units: number;
  trailDays: number;
  readingDays: number;
}

const medium: DeviceCounts = {
  gateway: 60,
  earTag: 700,
  collar: 220,
  beacon: 40,
  envSensor: 80,
  scale: 12,
  camera: 60,
  units: 48,
  trailDays: 90,
  readingDays: 30,
};

export const deviceSizes: Readonly<Record<DemoSize, DeviceCounts>> = {
  small: {
    gateway: 6,
    earTag: 60,
    collar: 24,
    beacon: 6,
    envSensor: 10,
    scale: 4,
    camera: 10,
    units: 6,
    trailDays: 15,
    readingDays: 15,
  },
  medium,
  large: medium,
};
