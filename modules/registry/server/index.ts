import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import {
  registerAlarmKinds,
  registerCounter,
  registerDirectory,
  registerRefHint,
} from '#modules/platform/server/index.ts';
import { registry } from '#modules/registry/contract/module.ts';
import { registryAlarmKinds } from '#modules/registry/contract/principal/alarm-kinds.ts';
import { animalPhotoRoutes } from './animal/animal-photo.ts';
import { animalRoutes } from './animal/animals.ts';
import { animalImportRoutes, registerAnimalImportJob } from './animal/entry/animal-import.ts';
import { entryRoutes } from './animal/entry/entries.ts';
import { frameOrigins, publicAnimalRoutes } from './animal/public/public-animal.ts';
import { registerHeld } from './animal/stake/held.ts';
import { stockBookRoutes } from './animal/stock/stock-book.ts';
import { mainFileRoutes } from './archive/main-file.ts';
import { registerOwnParts } from './archive/own-parts.ts';
import { changeRoutes } from './change/changes.ts';
import { doorRoutes } from './change/doors.ts';
import { registryNightly } from './common/nightly.ts';
import { principalHint } from './common/principal-hint.ts';
import { duplicateRoutes } from './duplicate/routes.ts';
import { enclosureRoutes } from './enclosure/enclosures.ts';
import { registerSubAdminClip } from './extension-points.ts';
import { gridRoutes } from './grid/grid.ts';
import { baseRoutes } from './home/base.ts';
import { distributionRoutes } from './map/distribution.ts';
import { networkRoutes } from './map/network.ts';
import { personRoutes } from './people/persons.ts';
import { staffRoutes } from './people/staff.ts';
import { clipSubAdminRegions, subAdminRoutes } from './people/sub-admin.ts';
import { enterpriseRoutes } from './principal/enterprise/enterprises.ts';
import { grantRoutes } from './principal/grants/routes.ts';
import { named, nameSql, organisations } from './principal/organisations.ts';
import { createRoot, find, places, principalRoutes } from './principal/principal.ts';
import { principalDocumentRoutes } from './principal/principal-document.ts';
import { relationRoutes } from './principal/principal-relation.ts';
import { reach, reachOf } from './principal/reach.ts';
import { countPrincipals, countStock, line, principalCounts, tenantPrincipals } from './principal/tenant-principals.ts';
import { qualityRoutes } from './quality/board.ts';
import { serviceInfoRoutes } from './service/service-info.ts';
import { toolInfoRoutes } from './service/tool-info.ts';
import { varietyRoutes } from './variety/variety.ts';

export { isSale } from '#modules/registry/contract/animal/animal-rules.ts';
export { type AnimalState, lockAnimals } from './animal/animal.rows.ts';
export { breedMatch, tagMatch } from './animal/animals.ts';
export { entryOfRequest } from './animal/entry/animal-entry.ts';
export { checkBirths } from './animal/entry/check-animals.ts';
export { type Readmission, readmitAnimals } from './animal/entry/readmit-animals.ts';
export {
  mostAnimals,
  previewAnimals,
  type Registered,
  type RegisterInput,
  registerAnimals,
} from './animal/entry/register-animals.ts';
export { type LifeEvent, readChain, writeEvent, writeEvents, writeOnce } from './animal/life/animal-event.ts';
export { type ChainedEvent, chain, firstHash, hashOf, type Json, verify } from './animal/life/life-chain.ts';
export { type ToldEvent, toldChain, toldEvent } from './animal/life/told-chain.ts';
export { setFacts } from './animal/stake/animal.parties.ts';
export { type Consent, type ConsentAct, giveConsent, withoutConsent } from './animal/stake/animal-consent.ts';
export { type Flag, setFlag } from './animal/stake/animal-flag.ts';
export { setOwner, setParty } from './animal/stake/animal-party.ts';
export { type Stake, setStake } from './animal/stake/set-stake.ts';
export {
  dropHerdCounts,
  type HerdCount,
  holderStock,
  recordHerdCount,
  type StockOfHolder,
} from './animal/stock/herd-count.ts';
export { replaceTag, type TagReplacement } from './animal/tag/animal-tag-change.ts';
export { animalsByTags, type TaggedAnimal } from './animal/tag/animals-by-tags.ts';
export { type EnrolRow, enrolExtract } from './archive/enrol-extract.ts';
export { type HolderProfile, holderProfile } from './archive/holder-profile.ts';
export { type ArchiveAsk, type ArchivePart, registerArchiveCount, registerArchivePart } from './archive/parts.ts';
export { type ExtractInput, type ExtractRow, registerExtract } from './archive/register-extract.ts';
export { type Wondering, wouldRefuse } from './change/blocks.ts';
export { acceptChange, type Changed, type ChangeInput, cancelChange, changeAnimals } from './change/change-animals.ts';
export { ofUnit } from './duplicate/of-unit.ts';
export * from './extension-points.ts';
export { type DutyInput, endDuty, type Responsible, responsibleStaff, setDuty } from './grid/grid-duty.ts';
export { householdsIn } from './grid/households-of-villages.ts';
export { distribution, type Placed } from './map/distribution.ts';
export { ownStaff } from './people/own-staff.ts';
export {
  approveStaff,
  type Leaving,
  leaveStaff,
  openStaffAccount,
  type StaffInput,
  saveStaff,
} from './people/staff.ts';
export { placedEnterprises } from './principal/enterprise/enterprises.ts';
export { hasSystem } from './principal/grants/has-system.ts';
export { configOf } from './principal/grants/principal-config.ts';
export { nameMatch } from './principal/keyword.ts';
export { pinyinOf } from './principal/principal.ts';
export { documentsValid, documentsValidOf, type PaperOwner } from './principal/principal-document.ts';
export { isSharedWith, setRelation, sharedBy } from './principal/principal-relation.ts';

export function registryServer(): ServerModule {
  let night: Database | null = null;
  return {
    nightly: async () => {
      if (night) await registryNightly(night);
    },
    contract: registry,
    frames: { '/iframe/animal': frameOrigins },
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
      ...doorRoutes(),
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
      registerRefHint('registry.principal', principalHint);
      registerCounter('principals', { all: countPrincipals });
      registerCounter('animals', { all: (tx) => countStock(tx, null), since: countStock });
      registerAlarmKinds('registry', registryAlarmKinds);
    },
  };
}
