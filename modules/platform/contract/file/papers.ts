import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';

/** What a paper's holder may know of it. A code or a file that no paper has is answered with 404. */
export const verifyPaper = endpoint({
  method: 'GET',
  path: 'public/paper/verify',
  // Public: whoever holds a paper may ask whether it is genuine, thirty times a minute. The file itself stays with them: only its hash is sent.
  access: 'public',
  query: z.object({
    code: z.string().max(40).optional(),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  data: z.object({
    /** `issued`: asked by its code alone, so its bytes are not known. */
    state: z.enum(['genuine', 'changed', 'issued']),
    title: z.string(),
    docNo: z.string(),
    code: z.string(),
    /** As it is printed at the foot. */
    contentHash: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    issuedAt: z.iso.datetime({ offset: true }),
    voidedAt: z.iso.datetime({ offset: true }).nullable(),
    voidReason: z.string().nullable(),
    tenantTitle: z.string(),
  }),
});
