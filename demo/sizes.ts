export const sizes = {
  small: { households: 140, farms: 8, cooperatives: 3, townships: 8, herds: 60 },
  medium: { households: 4_400, farms: 80, cooperatives: 20, townships: 48, herds: 1_200 },
  large: { households: 300_000, farms: 8_000, cooperatives: 1_000, townships: 143, herds: 4_000 },
} as const;
export type DemoSize = keyof typeof sizes;
