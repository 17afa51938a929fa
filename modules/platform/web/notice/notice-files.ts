import { attachmentBytes, maxAttachments } from '#modules/platform/contract/notice/sys-notice.ts';

/** What may hang on a notice or a task. */
export const noticeFiles = { bizType: 'platform.sysNotice', most: maxAttachments, largest: attachmentBytes } as const;
