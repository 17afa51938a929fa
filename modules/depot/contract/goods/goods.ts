import { z } from 'zod';
import { idSchema } from '#kit/contract/envelope.ts';

/** A quantity in base units, as people may send it. */
export const qtySchema = z.number().min(0).max(9_999_999_999);

/** What a line must say of its material, so that its quantity can be shown in packs as well. */
export const goodsShape = {
  materialId: idSchema,
  name: z.string(),
  spec: z.string(),
  kind: z.string(),
  baseUnit: z.string(),
  decimals: z.number(),
  packs: z.array(z.object({ unit: z.string(), factor: z.number(), name: z.string().nullish() })),
} as const;
export const goodsSchema = z.object(goodsShape);
export type Goods = z.output<typeof goodsSchema>;
