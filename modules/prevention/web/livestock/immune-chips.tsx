import { useQuery } from '@tanstack/react-query';
import { Space, Tag, Tooltip } from 'antd';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { diseaseNames, type ImmuneState } from '#modules/prevention/contract/livestock/immunity.ts';

/** Green is safe, amber soon is not, red is not, grey is nobody's fault. */
export const stateColours: Readonly<Record<ImmuneState, string>> = {
  protected: 'success',
  lapsing: 'warning',
  lapsed: 'error',
  never: 'error',
  tooYoung: 'default',
  exempt: 'default',
};

export type Disease = DataOf<typeof diseaseNames>[number];

export function useDiseases(): readonly Disease[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['lookup', 'prevention.diseases', language],
    queryFn: () => call(diseaseNames, { quiet: true }),
    staleTime: 600_000,
  });
  return data ?? [];
}

export function useStateName(): (state: string) => string {
  const { options } = useDict('animal_immunity_state');
  return (state) => options.find((one) => one.dictValue === state)?.dictLabel ?? state;
}

export function StateTag({ state }: { readonly state: ImmuneState }) {
  const nameOf = useStateName();
  return <Tag color={stateColours[state]}>{nameOf(state)}</Tag>;
}

/** A chip for each compulsory disease, in the order of the programme. */
export function ImmuneChips({ states }: { readonly states: Readonly<Record<string, ImmuneState>> }) {
  const nameOf = useStateName();
  const diseases = useDiseases().filter((one) => one.code in states);
  return (
    <Space size={4} wrap>
      {diseases.map(({ code, name }) => {
        const state = states[code] as ImmuneState;
        return (
          <Tooltip key={code} title={`${name}: ${nameOf(state)}`}>
            <Tag color={stateColours[state]} style={{ margin: 0 }}>
              {name}
            </Tag>
          </Tooltip>
        );
      })}
    </Space>
  );
}
