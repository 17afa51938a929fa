import { call } from '#kit/web/api/client.ts';
import { download } from '#kit/web/api/download.ts';
import { accessDesk } from '#kit/web/guard/access-desk.ts';
import { historyDesk } from '#kit/web/history/history-desk.ts';
import { jobDesk } from '#kit/web/jobs/job-desk.ts';
import { fileDesk } from '#kit/web/ui/file-desk.ts';
import { viewDesk } from '#kit/web/views/view-desk.ts';
import {
  listSavedViews,
  markSavedView,
  removeSavedView,
  saveSavedView,
} from '#modules/platform/contract/account/sys-saved-view.ts';
import { fileLink, uploadFile } from '#modules/platform/contract/file/files.ts';
import { cancelJob, getJob, jobErrors, jobFile, listJobs } from '#modules/platform/contract/file/jobs.ts';

/** Jobs are looked after by the clock, not by the user. */
const unasked = { background: true, quiet: true };

/** Gives the kit the platform's jobs, histories, files and saved views. */
export function connectDesks(): void {
  jobDesk.connect({
    list: () => call(listJobs, { query: { pageSize: 10 }, ...unasked }),
    get: (id) => call(getJob, { params: { id }, ...unasked }),
    errors: (id) => call(jobErrors, { params: { id } }),
    cancel: (id) => call(cancelJob, { body: { id } }),
    save: (id, which) => download(jobFile, { params: { id }, query: { which } }),
  });
  accessDesk.connect(() => import('../role/ask-access.tsx'));
  historyDesk.connect(async (entity, id) => {
    // Few records are asked for their past: the call is no part of a list's first load.
    const { listHistory } = await import('#modules/platform/contract/audit/history.ts');
    return call(listHistory, { query: { entity, id }, quiet: true });
  });
  fileDesk.connect({
    send: (file, bizType) => call(uploadFile, { body: { bizType }, file }),
    link: async (fileId) => (await call(fileLink, { params: { fileId }, quiet: true })).url,
  });
  viewDesk.connect({
    list: (list) => call(listSavedViews, { query: { list }, quiet: true }),
    save: (view) => call(saveSavedView, { body: view }),
    mark: (id, marks) => call(markSavedView, { body: { id, ...marks } }),
    remove: (id) => call(removeSavedView, { body: { id } }),
  });
}
