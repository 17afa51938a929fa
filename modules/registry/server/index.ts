import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { registerAlarmKinds, registerCounter, registerDirectory } from '#modules/platform/server/index.ts';
import { registryAlarmKinds } from '#modules/registry/contract/alarm-kinds.ts';
import { registry } from '#modules/registry/contract/module.ts';
import { registerHeld } from './animal/held.ts';
import { animalImportRoutes, registerAnimalImportJob } from './animal-import.ts';
import { animalPhotoRoutes } from './animal-photo.ts';
import { animalRoutes } from './animals.ts';
import { mainFileRoutes } from './archive/main-file.ts';
import { registerOwnParts } from './archive/own-parts.ts';
import { baseRoutes } from './base.ts';
import { changeRoutes } from './changes.ts';
import { distributionRoutes } from './distribution.ts';
import { duplicateRoutes } from './duplicate/routes.ts';
import { enclosureRoutes } from './enclosures.ts';
import { enterpriseRoutes } from './enterprises.ts';
import { entryRoutes } from './entries.ts';
import { grantRoutes } from './grants/routes.ts';
import { gridRoutes } from './grid.ts';
import { networkRoutes } from './network.ts';
import { registryNightly } from './nightly.ts';
import { named, nameSql, organisations } from './organisations.ts';
import { personRoutes } from './persons.ts';
import { createRoot, find, places, principalRoutes } from './principal.ts';
import { principalDocumentRoutes } from './principal-document.ts';
import { relationRoutes } from './principal-relation.ts';
import { publicAnimalRoutes } from './public-animal.ts';
import { registerSubAdminClip } from './published.ts';
import { qualityRoutes } from './quality/board.ts';
import { reach, reachOf } from './reach.ts';
import { serviceInfoRoutes } from './service-info.ts';
import { staffRoutes } from './staff.ts';
import { stockBookRoutes } from './stock-book.ts';
import { clipSubAdminRegions, subAdminRoutes } from './sub-admin.ts';
import { countPrincipals, countStock, line, principalCounts, tenantPrincipals } from './tenant-principals.ts';
import { toolInfoRoutes } from './tool-info.ts';
import { varietyRoutes } from './variety.ts';

export { setFacts } from './animal/parties.ts';
export { type LifeEvent, readChain, writeEvent, writeEvents } from './animal-event.ts';
export { type Flag, setFlag } from './animal-flag.ts';
export { setOwner, setParty } from './animal-party.ts';
export { replaceTag, type TagReplacement } from './animal-tag-change.ts';
export { breedMatch, tagMatch } from './animals.ts';
export { type ArchiveAsk, type ArchivePart, registerArchiveCount, registerArchivePart } from './archive/parts.ts';
export { acceptChange, type Changed, type ChangeInput, cancelChange, changeAnimals } from './change-animals.ts';
export { distribution, type Placed } from './distribution.ts';
export { ofUnit } from './duplicate/of-unit.ts';
export { placedEnterprises } from './enterprises.ts';
export { type DutyInput, endDuty, type Responsible, responsibleStaff, setDuty } from './grid-duty.ts';
export { dropHerdCounts, type HerdCount, holderStock, recordHerdCount, type StockOfHolder } from './herd-count.ts';
export { nameMatch } from './principal/keyword.ts';
export { pinyinOf } from './principal.ts';
export { configOf } from './principal-config.ts';
export { documentsValid } from './principal-document.ts';
export { setRelation } from './principal-relation.ts';
export { frameOrigins } from './public-animal.ts';
export * from './published.ts';
export { mostAnimals, type RegisterInput, registerAnimals } from './register-animals.ts';
export { type ExtractInput, type ExtractRow, registerExtract } from './register-extract.ts';
export { approveStaff, type Leaving, leaveStaff, openStaffAccount, type StaffInput, saveStaff } from './staff.ts';

export function registryServer(): ServerModule {
  let night: Database | null = null;
  return {
    nightly: async () => {
      if (night) await registryNightly(night);
    },
    contract: registry,
    routes: () => [
      ...principalRoutes(),
      ...mainFileRoutes(),
      ...distributionRoutes(),
      ...baseRoutes(),
      ...networkRoutes(),
      ...grantRoutes(),
      ...enterpriseRoutes(),
      ...relationRoutes(),
      ...enclosureRoutes(),
      ...varietyRoutes(),
      ...principalDocumentRoutes(),
      ...personRoutes(),
      ...staffRoutes(),
      ...subAdminRoutes(),
      ...gridRoutes(),
      ...serviceInfoRoutes(),
      ...toolInfoRoutes(),
      ...animalRoutes(),
      ...animalImportRoutes(),
      ...animalPhotoRoutes(),
      ...entryRoutes(),
      ...changeRoutes(),
      ...stockBookRoutes(),
      ...publicAnimalRoutes(),
      ...duplicateRoutes(),
      ...qualityRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerHeld();
      registerDirectory({
        reach,
        reachOf,
        find,
        places,
        nameSql,
        named,
        organisations,
        createRoot,
        line,
        tenantPrincipals,
        principalCounts,
      });
      registerAnimalImportJob();
      registerOwnParts();
      registerSubAdminClip(clipSubAdminRegions);
      registerCounter('principals', { all: countPrincipals });
      registerCounter('animals', { all: (tx) => countStock(tx, null), since: countStock });
      registerAlarmKinds('registry', registryAlarmKinds);
    },
  };
}
