import { immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import { VisitList } from './visit-list.tsx';

const columns = [...immunisationVisit.list.columns, 'photos'] as const;

/** 集中免疫记录. */
export default function VisitLogsPage() {
  return <VisitList modes="season,emergency" also="routine,self" columns={columns} />;
}
