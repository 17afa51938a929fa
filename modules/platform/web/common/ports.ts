import { call } from '#kit/web/api/client.ts';
import { download } from '#kit/web/api/download.ts';
import { calcPort } from '#kit/web/calc/calc-port.ts';
import { accessPort } from '#kit/web/guard/access-port.ts';
import { historyPort } from '#kit/web/history/history-port.ts';
import { jobPort } from '#kit/web/jobs/job-port.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { viewsPort } from '#kit/web/views/views-port.ts';
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
export function connectPorts(): void {
  jobPort.connect({
    list: () => call(listJobs, { query: { pageSize: 10 }, ...unasked }),
    get: (id) => call(getJob, { params: { id }, ...unasked }),
    errors: (id) => call(jobErrors, { params: { id } }),
    cancel: (id) => call(cancelJob, { body: { id } }),
    save: (id, which) => download(jobFile, { params: { id }, query: { which } }),
  });
  accessPort.connect(() => import('../role/ask-access.tsx'));
  historyPort.connect(async (entity, id) => {
    // Few records are asked for their past: the call is no part of a list's first load.
    const { listHistory } = await import('#modules/platform/contract/audit/history.ts');
    return call(listHistory, { query: { entity, id }, quiet: true });
  });
  calcPort.connect(async (entity, id) => {
    const { listCalcs } = await import('#modules/platform/contract/audit/calc.ts');
    return call(listCalcs, { query: { entity, id }, quiet: true });
  });
  filePort.connect({
    send: (file, bizType) => call(uploadFile, { body: { bizType }, file }),
    link: async (fileId) => (await call(fileLink, { params: { fileId }, quiet: true })).url,
  });
  viewsPort.connect({
    list: (list) => call(listSavedViews, { query: { list }, quiet: true }),
    save: (view) => call(saveSavedView, { body: view }),
    mark: (id, marks) => call(markSavedView, { body: { id, ...marks } }),
    remove: (id) => call(removeSavedView, { body: { id } }),
  });
}
