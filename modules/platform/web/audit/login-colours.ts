const colours: Readonly<Record<string, string>> = {
  ok: 'success',
  logout: 'default',
  kicked: 'default',
  wrongPassword: 'error',
  captchaWrong: 'warning',
  mfaWrong: 'warning',
  locked: 'volcano',
  ipLimited: 'magenta',
};

/** Nobody reads by colour alone: it stands behind the word. */
export const colourOf = (result: string): string => colours[result] ?? 'orange';

const strokes: Readonly<Record<string, string>> = {
  ok: '#3FA66B',
  wrongPassword: '#E5484D',
  captchaWrong: '#F5A524',
  locked: '#B3261E',
  ipLimited: '#7A1FA2',
  mfaWrong: '#D97706',
};
export const strokeOf = (result: string): string => strokes[result] ?? '#8A8F98';
