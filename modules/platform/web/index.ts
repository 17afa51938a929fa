/** What other modules' pages may take. */

export { default as SlipSheet } from './account/slip-sheet.tsx';
export { default as AlarmPage } from './alarm/alarm.page.tsx';
export { AlertList, type AlertRow } from './alarm/alert-list.tsx';
export { ReceiverList } from './alarm/rule/receiver-list.tsx';
export { NoticeBody } from './notice/notice-body.tsx';
/** Only who writes pays for the editor. */
export const loadEditor = async () => (await import('./notice/notice-editor.tsx')).default;
