import { call } from '#kit/web/api/client.ts';
import { patience } from '#kit/web/field/network.ts';
import { defineOutbox, type Waiting } from '#kit/web/field/outbox.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { submitSurvey } from '#modules/insurance/contract/claim/claim-calls.ts';

export interface QueuedAnimal {
  readonly claimAnimalId: number;
  readonly finding: 'deadSeen' | 'carcassAbsent' | 'alive' | 'tagMismatch' | 'notInsured';
  readonly liabilityCode: string | null;
  readonly weightKg: number | null;
  readonly lengthCm: number | null;
  readonly note: string | null;
  readonly photos: readonly { picture: Picture; angle: string }[];
}
/** A survey as it lies on the device until there is a network. */
export interface QueuedSurvey extends Waiting {
  readonly clientKey: string;
  readonly claimId: number;
  readonly docNo: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly location: { longitude: number; latitude: number } | null;
  readonly remote: boolean;
  readonly witness: string | null;
  readonly headOnSite: number;
  readonly insuredOnSite: number;
  readonly conclusion: string;
  readonly farReason: string | null;
  readonly signature: Picture;
  readonly animals: readonly QueuedAnimal[];
}
export const surveyOutbox = defineOutbox<QueuedSurvey>({
  name: 'survey',
  bizType: 'insurance.insClaim',
  keyOf: (one) => one.clientKey,
  picturesOf: (one) => [...one.animals.flatMap((animal) => animal.photos.map((photo) => photo.picture)), one.signature],
  withPicture: (one, sent) => ({
    ...one,
    signature: one.signature.key === sent.key ? sent : one.signature,
    animals: one.animals.map((animal) => ({
      ...animal,
      photos: animal.photos.map((photo) => (photo.picture.key === sent.key ? { ...photo, picture: sent } : photo)),
    })),
  }),
  send: async ({ animals, signature, clientKey, docNo: _no, queuedAt: _at, state: _state, ...one }) => {
    await call(submitSurvey, {
      body: {
        clientKey,
        claimId: one.claimId,
        startedAt: one.startedAt,
        endedAt: one.endedAt,
        location: one.location,
        remote: one.remote,
        witness: one.witness,
        headOnSite: one.headOnSite,
        insuredOnSite: one.insuredOnSite,
        conclusion: one.conclusion,
        farReason: one.farReason,
        signFile: signature.fileId ?? 0,
        animals: animals.map(({ photos, ...animal }) => ({
          ...animal,
          photos: photos.flatMap(({ picture, angle }) => (picture.fileId ? [{ fileId: picture.fileId, angle }] : [])),
        })),
      },
      idempotencyKey: clientKey,
      quiet: true,
      signal: AbortSignal.timeout(patience),
    });
    return {};
  },
});
