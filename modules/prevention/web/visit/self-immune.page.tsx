import { VisitList } from './visit-list.tsx';

const columns = [
  'docNo',
  'visitedOn',
  'principalId',
  'regionCode',
  'cattle',
  'sheep',
  'goat',
  'vaccines',
  'proofs',
  'photos',
  'flags',
  'subsidy',
  'status',
] as const;

/** 先打后补: what farms gave with vaccine they bought, and what they get back for it. */
export default function SelfImmunePage() {
  return <VisitList modes="self" columns={columns} isSelf />;
}
