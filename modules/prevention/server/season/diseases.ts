import type { Language } from '#kit/contract/envelope.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface DiseaseName {
  code: string;
  name: string;
  species: string[];
  compulsory: boolean;
}

const nameColumn: Readonly<Record<Language, string>> = {
  zh_CN: 'd.name_zh',
  zh_TW: 'coalesce(d.name_tw, d.name_zh)',
  en: 'coalesce(d.name_en, d.name_zh)',
};

/** Diseases in the reader's language, in their order; of one season where it is named. */
export const diseasesIn = (tx: Tx, language: Language, seasonId?: number): Promise<DiseaseName[]> =>
  tx.query<DiseaseName>(
    `select d.code, ${nameColumn[language]} as name, d.species, d.compulsory from prevention.ant_disease d where d.tenant_no = kit.tenant()
       and ($1::bigint is null or d.code in (select i.disease_code from prevention.prevention_season_item i where i.tenant_no = kit.tenant() and i.season_id = $1))
     order by d.order_num`,
    [seasonId ?? null],
  );
