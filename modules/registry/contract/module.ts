import { defineModule } from '#kit/contract/module.ts';
import { animal } from './animal.ts';
import { animalChange, changeLines, changeReceiver, checkChange, submitChange } from './animal-change.ts';
import { animalEntry, checkEntry, entryAnimals, registerEntry } from './animal-entry.ts';
import { animalImport, animalImportTemplate } from './animal-import.ts';
import * as life from './animal-life.ts';
import * as photo from './animal-photo.ts';
import { animalTagChange, replaceTagCall } from './animal-tag-change.ts';
import { unitOverview } from './base.ts';
import { animalMap, enterpriseMap, principalMap } from './distribution.ts';
import * as duplicate from './duplicate.ts';
import * as enterprise from './enterprise.ts';
import { endDutyCall, grid, gridBoard, gridDuties, gridMap, setDutyCall, splitGrid, vacancies } from './grid.ts';
import { enclosureTotals, generatePens, hovel, movePen } from './hovel.ts';
import { mainFilePrint, mainFileTabs } from './main-file.ts';
import { changeParent, networkGraph, networkTree } from './network.ts';
import { pen } from './pen.ts';
import { person } from './person.ts';
import { matchPrincipal, principal, principalTotals } from './principal.ts';
import { documentCounts, principalDocument, remindOwners } from './principal-document.ts';
import * as grants from './principal-grants.ts';
import * as relation from './principal-relation.ts';
import { publicAnimal } from './public-animal.ts';
import { qualityBoard, qualityDifferences } from './quality.ts';
import { serviceInfo, serviceOffers } from './service-info.ts';
import { staff, staffTotals } from './staff.ts';
import { stockBook, stockBookAnimals } from './stock-book.ts';
import { subAdmin, subAdminFunctions } from './sub-admin.ts';
import { checkTool, toolInfo, toolLog, toolTotals } from './tool-info.ts';
import { variety, varietyGrowth } from './variety.ts';

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
