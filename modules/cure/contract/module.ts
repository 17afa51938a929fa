import { defineModule } from '#kit/contract/module.ts';
import * as talk from './consult/case.ts';
import { consult, consultOffer, followUp } from './consult/consult.ts';
import { careStat } from './home/care-stat.ts';
import { careHome } from './home/home.ts';
import { cureTag } from './medicine/cure-tag.ts';
import { drugReference, medicine } from './medicine/medicine.ts';
import { medicineFactory } from './medicine/medicine-factory.ts';
import { dutyRoster, dutySlot } from './people/duty-slot.ts';
import { expert } from './people/expert.ts';
import { practitioner } from './people/practitioner.ts';
import * as sheet from './prescription/prescription.ts';
import { sendSuspect, suspectReport } from './suspect/suspect-report.ts';
import { animalCare } from './treatment/animal-care.ts';
import * as treat from './treatment/treatment.ts';
import { animalWithdrawal, checkWithdrawal } from './withdrawal/animal-withdrawal.ts';

export const cure = defineModule({
  name: 'cure',
  needs: ['platform', 'registry', 'depot', 'prevention', 'device', 'breeding'],
  resources: [
    cureTag,
    medicine,
    drugReference,
    medicineFactory,
    practitioner,
    expert,
    dutySlot,
    sheet.prescription,
    treat.treatment,
    animalWithdrawal,
    consult,
    consultOffer,
    followUp,
    suspectReport,
  ],
  reports: [careStat],
  endpoints: [
    careHome,
    animalCare,
    dutyRoster,
    checkWithdrawal,
    sendSuspect,
    sheet.issuePrescription,
    sheet.checkPrescription,
    sheet.printPrescription,
    sheet.verifyPrescription,
    treat.checkTreatment,
    treat.addTreatment,
    treat.voidTreatment,
    treat.closeTreatmentCase,
    treat.prepareTreatment,
    treat.todaysDoses,
    treat.tickDose,
    treat.treatmentContent,
    talk.prepareAsk,
    talk.askConsult,
    talk.caseOf,
    talk.messagesOf,
    talk.sendMessage,
    talk.recallMessage,
    talk.markRead,
    talk.opine,
    talk.candidatesOf,
    talk.assignConsult,
    talk.dispatchBoard,
  ],
});
