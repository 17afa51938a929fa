import { arrivals } from './arrival/stock-in.ts';
import { farmBoard, ownFarms } from './board/board.ts';
import { feed } from './feed/feed.ts';
import * as cycle from './herd/cycle-scheme.ts';
import { farmAnimal, farmGroup } from './herd/farm-animal.ts';
import * as moves from './herd/moves.ts';
import { linked } from './linked/linked.ts';
import { pens } from './pen/pens.ts';
import { reminders } from './remind/remind.ts';
import { animalReport } from './report/animal-report.ts';
import { rounds } from './round/inspection.ts';
import { farmSettings } from './setting/config.ts';

export const work = {
  resources: [
    farmAnimal,
    farmGroup,
    cycle.cycleScheme,
    ...pens.resources,
    ...feed.resources,
    ...rounds.resources,
    ...arrivals.resources,
    ...reminders.resources,
    ...linked,
  ],
  endpoints: [
    farmBoard,
    ownFarms,
    cycle.cycleBoard,
    cycle.setStage,
    cycle.copyScheme,
    cycle.weanCalves,
    moves.turntable,
    moves.checkMove,
    moves.submitMove,
    moves.suggestMoves,
    moves.takeMoves,
    moves.checkChips,
    moves.submitChips,
    moves.animalCard,
    ...pens.endpoints,
    ...feed.endpoints,
    ...rounds.endpoints,
    ...arrivals.endpoints,
    ...reminders.endpoints,
    farmSettings,
  ],
  reports: [animalReport],
};
