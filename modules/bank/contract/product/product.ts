import { bankProduct, productExample, reviseProduct } from './bank-product.ts';
import { issueMargin, marginLetter, marginNotice } from './margin.ts';
import { priceList, priceListEffect, priceListGrid, priceListMarket } from './price-list.ts';
import {
  creditValue,
  creditValueDay,
  explainValue,
  recomputeValue,
  valueBoard,
  valueHeads,
  whatIfValue,
} from './values.ts';

export const products = {
  resources: [bankProduct, priceList, creditValueDay, marginNotice],
  endpoints: [
    reviseProduct,
    productExample,
    priceListEffect,
    priceListGrid,
    priceListMarket,
    creditValue,
    explainValue,
    recomputeValue,
    whatIfValue,
    valueBoard,
    valueHeads,
    issueMargin,
    marginLetter,
  ],
  reports: [],
};
