import type { useAppProps } from 'antd/es/app/context';
import { setApiPorts } from '#kit/web/api/ports.ts';
import { type Ending, onSessionEnded } from '#kit/web/api/token.ts';
import { t } from '#kit/web/i18n/i18n.ts';
import { placeOf, reloginAddress } from '../routing/paths.ts';
import { keepForReturn, leaveNothing } from './resume.ts';
import { loginIdKey, useSessionStore } from './session-store.ts';

// Chinese in this file: one prescribed message has no code and is recognised by its text.

const silentBizCode = 'noOngoingSeason';
// The same refusal by its text, for answers without a bizCode.
const silentTexts = new Set([
  '当前没有正在进行的防疫活动',
  '目前沒有正在進行的防疫活動',
  'There is currently no ongoing prevention activity',
]);

/** Logged out, here or in another tab. */
export function leave(): void {
  leaveNothing();
  toLogin('left');
}

function toLogin(how: Ending): void {
  useSessionStore.getState().end(reloginAddress(localStorage.getItem(loginIdKey)), how);
}

/** Ended in another tab: what was typed or waits here is dropped only where somebody left on purpose. */
function follow(how: Ending): void {
  if (how === 'left') leaveNothing();
  else keepForReturn(location.hash.slice(1));
  toLogin(how);
}

/** Gives the API client its voice and its way out. */
export function connectApi(
  { message, modal }: Pick<useAppProps, 'message' | 'modal'>,
  currentPath: () => string,
): void {
  setApiPorts({
    toast: (kind, text) => void message.open({ type: kind, content: text }),
    isAtRoot: () => !['inner', 'screen'].includes(placeOf(currentPath())),
    isSilent: ({ code, msg, bizCode }) => code === 500 && (bizCode === silentBizCode || silentTexts.has(msg)),
    permissionsChanged: () => void useSessionStore.getState().refresh(),
    currentPath,
    sessionExpired(text) {
      keepForReturn(location.hash.slice(1));
      if (text === null) return toLogin('ranOut');
      modal.warning({
        title: t('shell.expired.title'),
        content: text,
        okText: t('shell.expired.again'),
        keyboard: false,
        mask: { closable: false },
        onOk: () => toLogin('ranOut'),
      });
    },
  });
  onSessionEnded(follow);
}
