import * as action from './investigation.ts';
import * as info from './investigation-info.ts';

export const resources = [action.investigationAction, info.investigationInfo];
export const endpoints = [
  action.addAction,
  action.editAction,
  action.investigationChoices,
  action.drawZone,
  action.keepZone,
  action.actionTrace,
  info.saveInfo,
  info.addPoints,
  info.prepareInfo,
];
