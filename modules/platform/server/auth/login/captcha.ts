import { randomBytes, randomInt } from 'node:crypto';
import { hashToken } from '#kit/server/auth/token.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/auth/session.ts';
import { captchaLetters, drawCaptcha } from './captcha-picture.ts';
import { ask, type DoorCall } from './door.ts';
import { newWork, solvedLevel } from './work.ts';

const lifetime = 120;

/** Bound to its captcha, so that equal answers do not look equal; case and spaces are ignored. */
export const answerHash = (captchaId: string, answer: string): string =>
  hashToken(`${captchaId}:${answer.replace(/\s/g, '').toUpperCase()}`);

/** Challenges lie in the same table as pictures; by this mark one never passes for the other. */
const challengeMark = 'c.';

/** One attempt, right or wrong: afterwards it is gone, in whichever process it was drawn. */
async function take(call: DoorCall, id: string, answer: string): Promise<boolean> {
  const [taken] = await ask<{ right: boolean }>(call, 'select platform.door_take_captcha($1, $2) as right', [
    id,
    answerHash(id, answer),
  ]);
  return taken?.right ?? false;
}

export const takeCaptcha = async (call: DoorCall, captchaId = '', code = ''): Promise<boolean> =>
  !captchaId.startsWith(challengeMark) && take(call, captchaId, code);

/** The challenge was asked for by this name, and is taken for the first time. */
export const takeChallenge = async (call: DoorCall, challenge: string, username: string): Promise<boolean> =>
  challenge.startsWith(challengeMark) && take(call, challenge, username);

async function newCaptcha(call: DoorCall) {
  const captchaId = randomBytes(16).toString('base64url');
  const letters = Array.from({ length: 4 }, () => captchaLetters[randomInt(captchaLetters.length)]).join('');
  await put(call, captchaId, letters, lifetime);
  return { captchaId, image: await drawCaptcha(letters), expiresIn: lifetime };
}

const put = (call: DoorCall, id: string, answer: string, seconds: number) =>
  ask(call, 'select platform.door_put_captcha($1, $2, $3)', [id, answerHash(id, answer), seconds]);

const challengeSeconds = 300;

/** One per login attempt and name, kept in the same table as captchas: taken once, by whichever process. */
async function newChallenge(call: Call<typeof contract.challenge>) {
  const { username, work } = call.body;
  const challenge = `${challengeMark}${randomBytes(16).toString('base64url')}`;
  await put(call, challenge, username, challengeSeconds);
  // Whoever asks for work gets it, so that the answer tells nothing about the name.
  return {
    challenge,
    work: work > 0 ? await newWork(challenge, work === 2 ? 2 : 1, challengeSeconds) : null,
    expiresIn: challengeSeconds,
  };
}

/** A visitor who is nobody in particular solved the work of this challenge. */
export async function takeVisitorWork(call: DoorCall, challenge = '', work?: string): Promise<boolean> {
  return (await takeChallenge(call, challenge, '')) && (await solvedLevel(challenge, work)) > 0;
}

export const captchaRoutes = (): Route[] => [
  serve('platform', contract.captcha, newCaptcha),
  serve('platform', contract.challenge, newChallenge),
];
