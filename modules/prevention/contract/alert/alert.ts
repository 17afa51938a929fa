import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { alertCalls, alertColumns, alertFields } from '#modules/platform/contract/alarm/alert-view.ts';

/** 防疫预警: the platform's alarms that prevention, breeding and cure have raised, as these people work on them. */
export const antAlert = defineResource({
  module: 'prevention',
  name: 'antAlert',
  path: 'ant/alert',
  screen: '/ant/preventionMange/alert',
  permission: 'ant:alert',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: alertFields,
  title: 'title',
  list: {
    columns: alertColumns,
    filters: ['kind', 'level', 'source', 'isOpen', 'status', 'regionCode', 'openedAt'],
    sorts: ['openedAt', 'isOpen'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type AntAlert = RowOf<typeof antAlert>;

export const antAlertCalls = alertCalls('ant/alert', { view: 'ant:alert:list', handle: 'ant:alert:close' });

export const resources = [antAlert];
export const endpoints = Object.values(antAlertCalls);
