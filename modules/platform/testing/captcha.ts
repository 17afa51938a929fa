import type { World } from '#apps/server/testing/world.ts';
import { answerHash } from '#modules/platform/server/auth/login/captcha.ts';

/** A captcha whose answer is known: nobody can read it back from the table, so the test writes its own there. */
export async function solvedCaptcha(world: World): Promise<{ captchaId: string; captchaCode: string }> {
  const { data } = await world.person('').get('sys/auth/captcha');
  await world.sql('update platform.sys_captcha set answer_hash = $2 where captcha_id = $1', [
    data.captchaId,
    answerHash(data.captchaId, 'KNWN'),
  ]);
  return { captchaId: data.captchaId, captchaCode: 'knwn' };
}
