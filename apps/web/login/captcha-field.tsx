import { ReloadOutlined, SafetyCertificateOutlined, SafetyOutlined } from '@ant-design/icons';
import { Button, Form, Input, Skeleton, Spin } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Captcha } from '#modules/platform/contract/auth/session.ts';
import { captcha } from '../session/first-calls.ts';
import s from './captcha.module.css';

export interface CaptchaBox {
  readonly given: Captcha | null;
  /** Somebody reads a picture instead of letting the browser work. */
  readonly isPicture: boolean;
  setPicture(isPicture: boolean): void;
  renew(): void;
}

/** The picture while one is wanted; each is good for one attempt and two minutes, then another is fetched. */
export function useCaptcha(): CaptchaBox {
  const [given, setGiven] = useState<Captcha | null>(null);
  const [isPicture, setPicture] = useState(false);
  const [round, setRound] = useState(0);
  const renew = useCallback(() => setRound((old) => old + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks for another picture
  useEffect(() => {
    setGiven(null);
    if (!isPicture) return;
    let isMine = true;
    void call(captcha).then(
      (found) => isMine && setGiven(found),
      () => {},
    );
    return () => {
      isMine = false;
    };
  }, [isPicture, round]);
  useEffect(() => {
    if (!given) return;
    const timer = setTimeout(renew, given.expiresIn * 1000);
    return () => clearTimeout(timer);
  }, [given, renew]);
  return { given, isPicture, setPicture, renew };
}

interface CaptchaFieldProps {
  readonly box: CaptchaBox;
  readonly isWorking: boolean;
  /** So much went wrong from this address that a picture no longer does. */
  readonly isWorkOnly: boolean;
}

/** The browser works while the form is sent, so that nobody has to read anything; whoever prefers to reads a picture. */
export function CaptchaField({ box, isWorking, isWorkOnly }: CaptchaFieldProps) {
  const t = useT();
  if (box.isPicture && !isWorkOnly) return <Picture box={box} />;
  return (
    <div className={s.work}>
      <span className={s.note} role="status">
        {isWorking ? <Spin size="small" /> : <SafetyCertificateOutlined />}
        {t(isWorking ? 'shell.login.workBusy' : 'shell.login.workIdle')}
      </span>
      {!isWorkOnly && !isWorking && (
        <Button type="link" size="small" onClick={() => box.setPicture(true)}>
          {t('shell.login.workToPicture')}
        </Button>
      )}
    </div>
  );
}

function Picture({ box: { given, renew, setPicture } }: { box: CaptchaBox }) {
  const t = useT();
  return (
    <Form.Item label={t('shell.login.captcha')} required className={s.item ?? ''}>
      <div className={s.row}>
        <Form.Item
          name="captchaCode"
          noStyle
          rules={[{ required: true, whitespace: true, message: t('shell.login.captchaRequired') }]}
        >
          <Input prefix={<SafetyOutlined />} autoComplete="off" maxLength={8} aria-label={t('shell.login.captcha')} />
        </Form.Item>
        <button type="button" className={s.picture} onClick={renew} title={t('shell.login.captchaRenew')}>
          {given ? (
            <img src={given.image} alt={t('shell.login.captchaPicture')} width={132} height={44} />
          ) : (
            <Skeleton.Button active block />
          )}
        </button>
      </div>
      <div className={s.links}>
        <Button type="link" size="small" icon={<ReloadOutlined />} onClick={renew}>
          {t('shell.login.captchaRenew')}
        </Button>
        <Button type="link" size="small" onClick={() => setPicture(false)}>
          {t('shell.login.pictureToWork')}
        </Button>
      </div>
    </Form.Item>
  );
}
