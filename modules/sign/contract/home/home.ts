import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const next = z.object({
  categoryId: idSchema,
  category: z.string(),
  code: z.number(),
  shown: z.string(),
  left: z.number(),
});
const todo = z.object({ kind: z.string(), n: z.number(), link: z.string(), isLate: z.boolean() });
const home = z.object({
  role: z.enum(['worker', 'station', 'area', 'plant', 'supplier', 'farm']),
  place: z.string(),
  todos: z.array(todo),
  worker: z
    .object({
      hand: z.array(z.object({ category: z.string(), n: z.number() })),
      toSign: z.array(
        z.object({
          id: idSchema,
          docNo: z.string(),
          from: z.string(),
          count: z.number(),
          dueOn: z.string(),
          isLate: z.boolean(),
        }),
      ),
      next: z.array(next),
      untagged: z.number(),
      worn30: z.number(),
    })
    .nullable(),
  station: z
    .object({
      stock: z.array(z.object({ category: z.string(), n: z.number() })),
      workers: z.array(
        z.object({
          staffId: idSchema,
          name: z.string(),
          hand: z.number(),
          worn30: z.number(),
          idleDays: z.number().nullable(),
          toSign: z.number(),
        }),
      ),
    })
    .nullable(),
  area: z
    .object({
      pipe: z.array(z.object({ place: z.string(), level: z.string(), n: z.number(), link: z.string() })),
      cover: z.array(
        z.object({
          category: z.string(),
          categoryId: idSchema,
          usable: z.number(),
          perMonth: z.number(),
          months: z.number().nullable(),
          isLow: z.boolean(),
        }),
      ),
      children: z.array(
        z.object({
          regionCode: z.number(),
          name: z.string(),
          stock: z.number(),
          untagged: z.number(),
          hand: z.number(),
          cover: z.number().nullable(),
        }),
      ),
      line: z.array(z.object({ month: z.string(), received: z.number(), worn: z.number() })),
    })
    .nullable(),
  plant: z
    .object({ ended: z.number(), inBag: z.number(), overdue: z.number(), rate: z.number().nullable() })
    .nullable(),
  supplier: z
    .object({
      orders: z.array(
        z.object({
          id: idSchema,
          docNo: z.string(),
          status: z.string(),
          approved: z.number(),
          produced: z.number(),
          shipped: z.number(),
          needBy: z.string(),
        }),
      ),
    })
    .nullable(),
  alerts: z.array(z.object({ kind: z.string(), kindName: z.string(), level: z.string(), n: z.number() })),
});
export type SignHome = z.output<typeof home>;
/** 标识首页: how many are left, how long they last, who sits on them; for each what is his to do. */
export const homeSummary = endpoint({
  method: 'GET',
  path: 'sign/home/summary',
  access: needs('sign:home:view'),
  data: home,
});
