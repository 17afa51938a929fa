import dayjs from 'dayjs';
import type { InsProductVersion } from '#modules/insurance/contract/product/product.ts';
import { farmer } from '#modules/insurance/contract/product/version-parts.ts';

/** What the first version of a product begins with; later ones begin with a copy. */
export const blankVersion = (): InsProductVersion =>
  ({
    id: 0,
    version: 0,
    saleFrom: dayjs().format('YYYY-MM-DD'),
    saleTo: null,
    sumInsured: 0,
    ratePpm: 0,
    terms: [{ months: 12, num: 1, den: 1 }],
    payers: [{ payerCode: farmer, bp: 10_000 }],
    waitingDays: 0,
    ageMinDays: null,
    ageMaxDays: null,
    requireImmunity: null,
    mustInsureAll: true,
    averageClause: false,
    deductibleBp: 0,
    payout: { kind: 'fixed' },
    refundRule: 'proRata',
    checkMode: 'full',
    sampleBp: null,
    publicityDays: 3,
    liabilities: [],
    exclusions: [],
    documents: [],
    photos: [],
    docFiles: null,
    status: 'draft',
  }) as unknown as InsProductVersion;
