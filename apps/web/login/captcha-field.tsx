import { ReloadOutlined, SafetyOutlined } from '@ant-design/icons';
import { Button, Form, Input, Skeleton } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import type { Captcha } from '#modules/platform/contract/session.ts';
import { captcha } from '../session/first-calls.ts';
import s from './captcha.module.css';

export interface CaptchaBox {
  readonly given: Captcha | null;
  readonly isQuestion: boolean;
  setQuestion(isQuestion: boolean): void;
  renew(): void;
}

/** A captcha while one is wanted; each is good for one attempt and two minutes, then another is fetched. */
export function useCaptcha(wanted: boolean): CaptchaBox {
  const language = useLanguage();
  const [given, setGiven] = useState<Captcha | null>(null);
  const [isQuestion, setQuestion] = useState(false);
  const [round, setRound] = useState(0);
  const renew = useCallback(() => setRound((old) => old + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round or another language asks for another captcha
  useEffect(() => {
    if (!wanted) return;
    let isMine = true;
    setGiven(null);
    void call(captcha, { query: { kind: isQuestion ? 'question' : 'picture' } }).then(
      (found) => isMine && setGiven(found),
      () => {},
    );
    return () => {
      isMine = false;
    };
  }, [wanted, isQuestion, round, language]);
  useEffect(() => {
    if (!given) return;
    const timer = setTimeout(renew, given.expiresIn * 1000);
    return () => clearTimeout(timer);
  }, [given, renew]);
  return { given, isQuestion, setQuestion, renew };
}

/** The letters of a picture, or for those who cannot read it the answer to a small sum. */
export function CaptchaField({ box }: { box: CaptchaBox }) {
  const t = useT();
  const { given, isQuestion, setQuestion, renew } = box;
  return (
    <Form.Item label={t('shell.login.captcha')} required className={s.item ?? ''}>
      <div className={s.row}>
        <Form.Item
          name="captchaCode"
          noStyle
          rules={[{ required: true, whitespace: true, message: t('shell.login.captchaRequired') }]}
        >
          <Input
            prefix={<SafetyOutlined />}
            autoComplete="off"
            maxLength={8}
            aria-label={isQuestion && given?.question ? given.question : t('shell.login.captcha')}
            inputMode={isQuestion ? 'numeric' : 'text'}
          />
        </Form.Item>
        {isQuestion ? (
          <span className={s.question} role="status">
            {given?.question ?? '…'}
          </span>
        ) : (
          <button type="button" className={s.picture} onClick={renew} title={t('shell.login.captchaRenew')}>
            {given?.image ? (
              <img src={given.image} alt={t('shell.login.captchaPicture')} width={132} height={44} />
            ) : (
              <Skeleton.Button active block />
            )}
          </button>
        )}
      </div>
      <div className={s.links}>
        <Button type="link" size="small" icon={<ReloadOutlined />} onClick={renew}>
          {t('shell.login.captchaRenew')}
        </Button>
        <Button type="link" size="small" onClick={() => setQuestion(!isQuestion)}>
          {t(isQuestion ? 'shell.login.captchaToPicture' : 'shell.login.captchaToQuestion')}
        </Button>
      </div>
    </Form.Item>
  );
}
