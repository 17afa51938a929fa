import { defineModule } from '#kit/contract/module.ts';
import { traceLabelTemplate } from './code/label-template.ts';
import * as code from './code/trace-code-batch.ts';
import { disposalByAnimal, disposalRecord } from './disposal/disposal-record.ts';
import * as icar from './icar/icar.ts';
import * as inquiry from './inquiry/inquiry.ts';
import * as lot from './lot/trace-lot.ts';
import * as road from './movement/movement.ts';
import { movementBan, previewBan } from './movement/movement-ban.ts';
import * as oversight from './oversight/oversight.ts';
import * as live from './oversight/trace-animal.ts';
import * as paper from './quarantine/quarantine-certificate.ts';
import * as sheet from './quarantine/quarantine-declaration.ts';
import { farmerRegistration, verifyRegistration } from './registration/farmer-registration.ts';
import * as seal from './seal/trace-seal.ts';
import './setting/params.ts';
import * as subject from './subject/trace-subject.ts';
import { openThird, thirdPartyBatch } from './third/third-party-batch.ts';

export const traceability = defineModule({
  name: 'traceability',
  needs: ['platform', 'registry', 'depot', 'prevention', 'sign', 'device', 'breeding', 'cure', 'farm'],
  resources: [
    subject.breedingSubject,
    subject.businessEntity,
    subject.integratedSubject,
    subject.traceVehicle,
    farmerRegistration,
    sheet.quarantineDeclaration,
    paper.quarantineCertificate,
    road.movement,
    movementBan,
    disposalRecord,
    thirdPartyBatch,
    code.traceCodeBatch,
    code.traceCode,
    traceLabelTemplate,
    lot.traceProcessDef,
    lot.traceLot,
    live.traceAnimal,
    oversight.traceEquipment,
    oversight.traceInspection,
    oversight.traceFeedback,
    oversight.traceScan,
    seal.traceSeal,
    seal.traceVerifyRun,
  ],
  endpoints: [
    subject.subjectFile,
    subject.fileFarms,
    verifyRegistration,
    sheet.checkQuarantine,
    sheet.declarationFile,
    sheet.declarable,
    sheet.destinations,
    paper.replaceCertificate,
    paper.certificateByNo,
    paper.certificateCoversCall,
    paper.printCertificate,
    road.arriveMovement,
    road.movementAnimals,
    road.onRoad,
    previewBan,
    disposalByAnimal,
    openThird,
    icar.icarLocations,
    ...Object.values(icar.icarReads),
    icar.icarAnimal,
    icar.icarAddWeight,
    icar.icarAddBirth,
    code.printCodes,
    code.bindCode,
    code.voidCodes,
    code.codesForAnimals,
    lot.recordNode,
    lot.splitLot,
    lot.traceGraph,
    lot.lotFile,
    live.animalFile,
    live.verifyChains,
    seal.publicProof,
    seal.publicSeals,
    seal.publicCode,
    seal.publicFeedback,
    inquiry.inquire,
    inquiry.contacts,
    inquiry.traceBoard,
  ],
});
