import { answerHash } from '#modules/platform/server/captcha.ts';
import type { World } from './world.ts';

/** A captcha whose answer is known: nobody can read it back from the table, so the test writes its own there. */
export async function solvedCaptcha(world: World): Promise<{ captchaId: string; captchaCode: string }> {
  const { data } = await world.person('').get('sys/auth/captcha');
  await world.sql('update platform.sys_captcha set answer_hash = $2 where captcha_id = $1', [
    data.captchaId,
    answerHash(data.captchaId, 'KNWN'),
  ]);
  return { captchaId: data.captchaId, captchaCode: 'knwn' };
}
