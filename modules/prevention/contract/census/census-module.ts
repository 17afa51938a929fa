import * as census from './census.ts';
import * as file from './census-import.ts';
import * as stat from './census-stat.ts';

export const resources = [census.censusRound, census.censusSheet];
export const endpoints = [
  census.prepareSheet,
  census.countSheet,
  census.checkSheets,
  census.emptySheets,
  file.importSheets,
  file.sheetTemplate,
];
export const reports = [stat.censusStat, stat.liveHerds, stat.raisedStat];
