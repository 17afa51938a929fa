import { defineModule } from '#kit/contract/module.ts';
import { animal } from './animal/animal.ts';
import { animalEntry, checkEntry, entryAnimals, registerEntry } from './animal/animal-entry.ts';
import { animalImport, animalImportTemplate } from './animal/animal-import.ts';
import * as life from './animal/animal-life.ts';
import * as photo from './animal/animal-photo.ts';
import { animalTagChange, replaceTagCall } from './animal/animal-tag-change.ts';
import { publicAnimal } from './animal/public-animal.ts';
import { stockBook, stockBookAnimals } from './animal/stock-book.ts';
import { mainFilePrint, mainFileTabs } from './archive/main-file.ts';
import { animalChange, changeLines, changeReceiver, checkChange, submitChange } from './change/animal-change.ts';
import { animalDoors } from './change/doors.ts';
import * as duplicate from './duplicate/duplicate.ts';
import { enclosureTotals, generatePens, hovel, movePen } from './enclosure/hovel.ts';
import { pen } from './enclosure/pen.ts';
import { endDutyCall, grid, gridBoard, gridDuties, gridMap, setDutyCall, splitGrid, vacancies } from './grid/grid.ts';
import { unitOverview } from './home/base.ts';
import { animalMap, enterpriseMap, principalMap } from './map/distribution.ts';
import { changeParent, networkGraph, networkTree } from './map/network.ts';
import { person } from './people/person.ts';
import { staff, staffTotals } from './people/staff.ts';
import { subAdmin, subAdminFunctions } from './people/sub-admin.ts';
import * as enterprise from './principal/enterprise.ts';
import { matchPrincipal, principal, principalTotals } from './principal/principal.ts';
import { documentCounts, principalDocument, remindOwners } from './principal/principal-document.ts';
import * as grants from './principal/principal-grants.ts';
import * as relation from './principal/principal-relation.ts';
import { qualityBoard, qualityDifferences } from './quality/quality.ts';
import { serviceInfo, serviceOffers } from './service/service-info.ts';
import { checkTool, toolInfo, toolLog, toolTotals } from './service/tool-info.ts';
import { variety, varietyGrowth } from './variety/variety.ts';

export const registry = defineModule({
  name: 'registry',
  needs: ['platform'],
  resources: [
    principal,
    hovel,
    pen,
    variety,
    principalDocument,
    person,
    staff,
    subAdmin,
    grid,
    serviceInfo,
    toolInfo,
    animal,
    animalEntry,
    animalChange,
    animalTagChange,
    duplicate.duplicateCandidate,
    duplicate.mergeLog,
  ],
  endpoints: [
    matchPrincipal,
    mainFileTabs,
    mainFilePrint,
    relation.relationList,
    relation.saveRelation,
    relation.endRelation,
    relation.sharingPartners,
    enterprise.enterpriseList,
    enterprise.enterpriseTotals,
    enterprise.enterpriseAnywhere,
    enterprise.enterpriseDetail,
    enterprise.changeShowFlag,
    enterprise.saveEnterprise,
    principalTotals,
    principalMap,
    animalMap,
    enterpriseMap,
    unitOverview,
    networkTree,
    networkGraph,
    changeParent,
    grants.principalRegionsByParent,
    grants.jurisdictionOf,
    grants.assignJurisdiction,
    grants.assignJurisdictionBySuperior,
    grants.principalSystems,
    grants.editPrincipalSystems,
    grants.principalConfigs,
    grants.savePrincipalConfigs,
    generatePens,
    enclosureTotals,
    movePen,
    varietyGrowth,
    documentCounts,
    remindOwners,
    staffTotals,
    subAdminFunctions,
    gridDuties,
    gridMap,
    gridBoard,
    splitGrid,
    setDutyCall,
    endDutyCall,
    vacancies,
    serviceOffers,
    checkTool,
    toolLog,
    toolTotals,
    life.animalByTag,
    life.animalLine,
    life.animalVerify,
    life.animalFamily,
    life.animalTags,
    life.stockCount,
    animalImportTemplate,
    animalImport,
    photo.animalPhotos,
    photo.addAnimalPhotos,
    photo.showAnimalPhoto,
    photo.removeAnimalPhoto,
    photo.publicPhoto,
    checkEntry,
    registerEntry,
    entryAnimals,
    checkChange,
    animalDoors,
    submitChange,
    changeReceiver,
    changeLines,
    replaceTagCall,
    stockBook,
    stockBookAnimals,
    publicAnimal,
    duplicate.comparePair,
    duplicate.requestMerge,
    duplicate.approveMerge,
    duplicate.dismissPair,
    duplicate.duplicateTotals,
    qualityDifferences,
  ],
  reports: [qualityBoard],
});
