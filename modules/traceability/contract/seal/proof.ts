import { z } from 'zod';

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
/** A part is told with its salt, or only its digest is. */
const part = z.union([z.object({ value: z.json(), salt: hex(16) }), z.object({ digest: hex(32) })]);

export const provedEvent = z.object({ seq: z.number().int(), pub: part, org: part, priv: part, hash: hex(32) });
export const sealSchema = z.object({
  sealNo: z.number().int(),
  cutAt: z.string(),
  leafCount: z.number().int(),
  root: hex(32),
  prevSealHash: hex(32),
  sealHash: hex(32),
  signature: z.string(),
  publicKey: z.string(),
});

/** What a consumer's phone needs to compute by itself that a life was not rewritten. */
export const proofSchema = z.object({
  animalUid: z.string(),
  events: z.array(provedEvent),
  /** The last event that stands in a seal, and its way to the root. */
  sealed: z
    .object({ seq: z.number().int(), index: z.number().int(), path: z.array(hex(32)), seal: sealSchema })
    .nullable(),
});
export type Proof = z.output<typeof proofSchema>;
export type Seal = z.output<typeof sealSchema>;

export { firstHash, sealHashOf, type Verified, verifyProof } from './verify.ts';
