import * as census from './census.ts';
import * as stat from './census-stat.ts';

export const resources = [census.censusRound, census.censusSheet];
export const endpoints = [
  census.prepareSheet,
  census.countSheet,
  census.checkSheets,
  census.emptySheets,
  stat.censusStat,
  stat.liveHerds,
  stat.raisedStat,
];
