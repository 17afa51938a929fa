import { randomBytes, randomInt } from 'node:crypto';
import { hashToken } from '#kit/server/auth/token.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/session.ts';
import { captchaLetters, drawCaptcha } from './captcha-picture.ts';
import { ask, type DoorCall } from './door.ts';

const lifetime = 120;

/** Bound to its captcha, so that equal answers do not look equal; case and spaces are ignored. */
export const answerHash = (captchaId: string, answer: string): string =>
  hashToken(`${captchaId}:${answer.replace(/\s/g, '').toUpperCase()}`);

/** One attempt, right or wrong: afterwards it is gone, in whichever process it was drawn. */
export async function takeCaptcha(call: DoorCall, captchaId = '', code = ''): Promise<boolean> {
  const [taken] = await ask<{ right: boolean }>(call, 'select platform.door_take_captcha($1, $2) as right', [
    captchaId,
    answerHash(captchaId, code),
  ]);
  return taken?.right ?? false;
}

/** For whoever cannot see the picture: a small sum, told in words, which a screen reader reads aloud. */
function newSum(call: DoorCall): { question: string; answer: string } {
  const [a, b] = [randomInt(2, 13), randomInt(2, 10)];
  const word = (n: number) => call.say(`auth.numbers.${n}`);
  const plus = randomInt(2) === 0 || a <= b;
  return plus
    ? { question: call.say('auth.sumPlus', { a: word(a), b: word(b) }), answer: String(a + b) }
    : { question: call.say('auth.sumMinus', { a: word(a), b: word(b) }), answer: String(a - b) };
}

async function newCaptcha(call: DoorCall, kind: 'picture' | 'question') {
  const captchaId = randomBytes(16).toString('base64url');
  const sum = kind === 'question' ? newSum(call) : null;
  const letters = Array.from({ length: 4 }, () => captchaLetters[randomInt(captchaLetters.length)]).join('');
  await ask(call, 'select platform.door_put_captcha($1, $2, $3)', [
    captchaId,
    answerHash(captchaId, sum?.answer ?? letters),
    lifetime,
  ]);
  const image = sum ? null : await drawCaptcha(letters);
  return { captchaId, image, question: sum?.question ?? null, expiresIn: lifetime };
}

export const captchaRoutes = (): Route[] => [
  serve('platform', contract.captcha, (call) => newCaptcha(call, call.query.kind)),
];
