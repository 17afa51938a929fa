import { Checkbox, Form, Switch } from 'antd';
import { callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { updateReminders } from '#modules/platform/contract/account/profile.ts';
import { noticeTypes, type Reminders } from '#modules/platform/contract/auth/session.ts';
import { playChime } from '../bell/play-chime.ts';
import { useSessionStore } from '../session/session-store.ts';
import { useUser } from '../session/use-user.ts';

/** Which notices come forward by themselves; every change holds at once. */
export function RemindersTab() {
  const t = useT();
  const { reminders } = useUser();
  const save = async (change: Partial<Reminders>) => {
    const next = { ...reminders, ...change };
    useSessionStore.getState().setUser({ reminders: next });
    try {
      const { msg } = await callEnvelope(updateReminders, { body: next });
      notify('success', msg);
    } catch {
      useSessionStore.getState().setUser({ reminders });
    }
  };
  return (
    <Form layout="vertical" style={{ maxWidth: 520 }}>
      <Form.Item label={t('shell.profile.popTypes')} extra={t('shell.profile.popHelp')}>
        <Checkbox.Group
          value={[...reminders.popTypes]}
          options={noticeTypes.map((value) => ({ value, label: t(`shell.profile.noticeTypes.${value}`) }))}
          onChange={(popTypes) => void save({ popTypes })}
        />
      </Form.Item>
      <Form.Item label={t('shell.profile.sound')} htmlFor="remind-sound">
        <Switch
          id="remind-sound"
          checked={reminders.sound}
          onChange={(sound) => {
            if (sound) playChime();
            void save({ sound });
          }}
        />
      </Form.Item>
    </Form>
  );
}
