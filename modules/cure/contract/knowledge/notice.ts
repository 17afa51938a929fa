import { field } from '#kit/contract/field.ts';
import { enableDisable, enabledStatus, stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 公告类型: how loud an announcement is, whether it is reviewed and whether everybody may read it. */
export const cureNoticeType = defineResource({
  module: 'cure',
  name: 'cureNoticeType',
  path: 'cure/noticeType',
  screen: '/cure/sys/noticeType',
  permission: 'cure:noticeType',
  actions: { list: 'edit', add: 'edit', remove: 'edit', export: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    code: field.text({ max: 20, pattern: /^[a-zA-Z0-9]+$/ }),
    nameZh: field.text({ max: 40 }),
    nameTw: field.text({ max: 40, optional: true }),
    nameEn: field.text({ max: 60 }),
    color: field.color({ optional: true }),
    level: field.dict('notice_level'),
    reviewNeeded: field.bool(),
    publicAllowed: field.bool(),
    uses: field.int({ derived: true }),
    status: enabledStatus,
    ...stamps,
  },
  title: 'nameZh',
  list: {
    columns: ['nameZh', 'nameEn', 'code', 'level', 'color', 'reviewNeeded', 'publicAllowed', 'uses', 'status'],
    filters: ['level', 'reviewNeeded', 'publicAllowed', 'status'],
    search: ['nameZh', 'nameEn', 'code'],
    sort: 'id',
  },
  form: ['code', 'nameZh', 'nameTw', 'nameEn', 'color', 'level', 'reviewNeeded', 'publicAllowed'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable({ remark: false }),
});

/** 公告: handed to the platform's notices when it is published; public ones stand on the encyclopedia too. */
export const cureNotice = defineResource({
  module: 'cure',
  name: 'cureNotice',
  path: 'cure/notice',
  screen: '/cure/knowledge/notice',
  permission: 'cure:notice',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    typeId: field.ref('cure.cureNoticeType', { where: { status: 'enabled' } }),
    title: field.text({ min: 4, max: 60 }),
    content: field.longText({ max: 8000 }),
    attachments: field.files({ optional: true, max: 5 }),
    /** Whom it is for: everybody unless narrowed. */
    audienceRegion: field.region({ optional: true }),
    audienceRoles: field.dicts('cure_audience'),
    publicFlag: field.bool(),
    validTo: field.date({ optional: true }),
    receivers: field.int({ derived: true }),
    publishedAt: field.dateTime({ derived: true, optional: true }),
    status: field.state('cure_notice_status', 'draft', 'pendingReview', 'published', 'withdrawn', 'ended'),
    ...stamps,
  },
  title: 'title',
  list: {
    columns: [
      'docNo',
      'typeId',
      'title',
      'audienceRegion',
      'audienceRoles',
      'receivers',
      'publicFlag',
      'publishedAt',
      'validTo',
      'status',
    ],
    filters: ['status', 'typeId', 'publicFlag', 'publishedAt', 'validTo'],
    search: ['docNo', 'title'],
    sorts: ['publishedAt'],
  },
  form: ['typeId', 'title', 'content', 'attachments', 'audienceRegion', 'audienceRoles', 'publicFlag', 'validTo'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'pendingReview', permission: 'edit' },
    giveBack: { from: ['pendingReview'], to: 'draft', permission: 'publish', remark: true },
    publish: { from: ['draft', 'pendingReview'], to: 'published' },
    withdraw: { from: ['published'], to: 'withdrawn', permission: 'publish', remark: true, danger: true },
  },
});
export type CureNotice = RowOf<typeof cureNotice>;
