import { LoadingOutlined, ReloadOutlined, SafetyCertificateOutlined, SafetyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Captcha } from '#modules/platform/contract/auth/session.ts';
import { captcha } from '../session/first-calls.ts';
import s from './captcha.module.css';
import { DoorField } from './door-field.tsx';

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
  /** What was read from the picture. */
  readonly code: string;
  readonly problem: string | undefined;
  onCode(code: string): void;
}

/** The browser works while the form is sent, so that nobody has to read anything; whoever prefers to reads a picture. */
export function CaptchaField({ box, isWorking, isWorkOnly, ...picture }: CaptchaFieldProps) {
  const t = useT();
  if (box.isPicture && !isWorkOnly) return <Picture box={box} {...picture} />;
  return (
    <div className={s.work}>
      <span className={s.note} role="status">
        {isWorking ? <LoadingOutlined /> : <SafetyCertificateOutlined />}
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

type PictureProps = Pick<CaptchaFieldProps, 'box' | 'code' | 'problem' | 'onCode'>;

function Picture({ box: { given, renew, setPicture }, code, problem, onCode }: PictureProps) {
  const t = useT();
  return (
    <div className={s.item}>
      <DoorField
        name="captchaCode"
        label={t('shell.login.captcha')}
        icon={<SafetyOutlined />}
        value={code}
        problem={problem}
        onChange={onCode}
        autoComplete="off"
        maxLength={8}
      >
        <button type="button" className={s.picture} onClick={renew} title={t('shell.login.captchaRenew')}>
          {given && <img src={given.image} alt={t('shell.login.captchaPicture')} width={132} height={44} />}
        </button>
      </DoorField>
      <div className={s.links}>
        <Button type="link" size="small" icon={<ReloadOutlined />} onClick={renew}>
          {t('shell.login.captchaRenew')}
        </Button>
        <Button type="link" size="small" onClick={() => setPicture(false)}>
          {t('shell.login.pictureToWork')}
        </Button>
      </div>
    </div>
  );
}
