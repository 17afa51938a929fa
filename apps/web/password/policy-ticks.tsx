import { CheckCircleFilled, InfoCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { passwordPolicy } from '../session/first-calls.ts';
import s from './password.module.css';
import { type Policy, policyTicks, usualPolicy } from './policy.ts';

/** The password policy, each condition ticked off while it is typed. */
export function PolicyTicks({ password, username }: { password: string; username: string }) {
  const t = useT();
  const [policy, setPolicy] = useState<Policy>(usualPolicy);
  useEffect(() => {
    void call(passwordPolicy, { quiet: true }).then(setPolicy, () => {});
  }, []);
  const met = policyTicks(password, username, policy);
  return (
    <ul className={s.ticks}>
      <Tick met={met.length}>{t('shell.change.length', { min: policy.minLength, max: policy.maxLength })}</Tick>
      <Tick met={met.classes}>{t('shell.change.classes', { n: policy.classes })}</Tick>
      <Tick met={met.containsName}>{t('shell.change.containsName')}</Tick>
      <Tick>{t('shell.change.common')}</Tick>
      <Tick>{t('shell.change.history', { n: policy.history })}</Tick>
    </ul>
  );
}

function Tick({ met, children }: { met?: boolean; children: string }) {
  const icon = met === undefined ? <InfoCircleOutlined /> : met ? <CheckCircleFilled /> : <MinusCircleOutlined />;
  return (
    <li data-met={met}>
      {icon}
      {children}
    </li>
  );
}
