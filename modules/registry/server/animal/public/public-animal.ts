import type { DataOf } from '#kit/contract/endpoint.ts';
import { AppError, refusal, tooOften } from '#kit/contract/errors.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type FrameOrigins, originsIn } from '#kit/server/http/framed.ts';
import { countVisit, type Visit } from '#kit/server/http/visitors.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import { publicConfig, takeCaptcha, takeVisitorWork } from '#modules/platform/server/index.ts';
import { publicAnimal } from '#modules/registry/contract/animal/public-animal.ts';
import { protectionOf } from '../../extension-points.ts';
import { configDefault } from '../../principal/grants/principal-config.ts';
import { publicPhotoUrl } from '../animal-photo.ts';
import { readChain } from '../life/animal-event.ts';

/** R60. */
const mostAMinute = 30;
const mostUnknown = 10;

interface Found {
  tenant_no: number;
  animal_id: number;
  animal_uid: string;
  principal_id: number;
  tag_no: string;
  tag_replaced: boolean;
  species: string;
  breed: string;
  sex: string;
  birth_month: string;
  stage: string;
  status: string;
  county: number;
  origin_county: number | null;
  holder_name: string | null;
}

interface PublicEvent {
  seq: number;
  pub: { kind: string; month: string; county: number; s?: Record<string, string | undefined> };
  unit: string | null;
  source_id: number;
}

const nobody = systemScope(0, 'publicAnimal');

async function find(database: Database, { c, tag }: { c?: string | undefined; tag?: string | undefined }) {
  const [[found]] = await database.read<[Found]>(nobody, {
    text: 'select p.*, a.animal_uid from registry.public_animal($1, $2) p cross join lateral registry.uid_of(p.tenant_no, p.animal_id) a(animal_uid) where kit.is_here(p.tenant_no)',
    values: [c?.toLowerCase() ?? null, tag ?? null],
  });
  return found;
}

type Answer = DataOf<typeof publicAnimal>;

/** R60: whoever tries numbers shows first that somebody is there; having shown it, they begin anew. */
async function admitVisitor(call: Call<typeof publicAnimal>): Promise<Visit> {
  const visit = await countVisit(call.database, 'registry.publicAnimal', call.ip);
  if (visit.asked > mostAMinute) throw tooOften(1);
  if (visit.unknown < mostUnknown) return visit;
  const { captchaId, captchaCode, work } = call.query;
  const isShown = work ? await takeVisitorWork(call, captchaId, work) : await takeCaptcha(call, captchaId, captchaCode);
  if (!isShown)
    throw refusal(
      'needCaptcha',
      captchaId ? 'registry.publicAnimal.captchaWrong' : 'registry.publicAnimal.needCaptcha',
    );
  await visit.forgive();
  return visit;
}

export const publicAnimalRoutes = (): Route[] => [
  serve('registry', publicAnimal, async (call) => {
    // Another cell is asked only after home, which has counted the visitor already.
    const [[cell]] = await call.database.read<[{ isHome: boolean }]>(nobody, {
      text: 'select kit.is_here(0) as "isHome"',
      values: [],
    });
    const visit = cell?.isHome ? await admitVisitor(call) : null;
    const found = await find(call.database, call.query);
    if (found || cell?.isHome)
      await call.database.transaction(systemScope(found?.tenant_no ?? 0, 'publicAnimal'), (tx) =>
        tx.query('select registry.count_answer($1, $2, $3, $4)', [
          found?.tenant_no ?? 0,
          found ? found.county * 1e6 : 0,
          found?.species ?? '',
          found !== undefined,
        ]),
      );
    if (!found) await visit?.miss();
    // The gate asks the next cell on 404.
    if (!found) throw new AppError(404, 'registry.publicAnimal.unknown');
    return tell(call, found);
  }),
];

async function tell(call: Call<typeof publicAnimal>, found: Found): Promise<Answer> {
  const { tenant_no: tenantNo, animal_id: id, species } = found;
  const { events, holding, chain } = await call.database.transaction(
    systemScope(tenantNo, 'publicAnimal'),
    async (tx) => ({
      events: await tx.query<PublicEvent>('select * from registry.public_line($1, $2)', [tenantNo, id]),
      holding: await protectionOf(tx, id, today()),
      chain: await readChain(tx, id),
    }),
  );
  const label = (dict: string, value: string) => lookups().dictLabel(dict, value, tenantNo, call.language) ?? value;
  const countyName = (county: number | null) =>
    county === null ? null : lookups().regionName(county * 1e6, call.language);
  const last = (kind: string) => events.findLast(({ pub }) => pub.kind === kind);
  const paper = last('quarantineIssued');
  const end = last('slaughtered');
  const config = await publicConfig(call.database, tenantNo);
  const configured = (code: string) => config.find((one) => one.configCode === code);
  return {
    tagNo: found.tag_no,
    tagReplaced: found.tag_replaced,
    species: label('species', species),
    breedName: label(`breed_${species}`, found.breed),
    sexName: label('animal_sex', found.sex),
    birthMonth: found.birth_month,
    stageName: label('stage', found.stage),
    state: found.status === 'inStock' ? 'inStock' : found.status === 'slaughtered' ? 'slaughtered' : 'left',
    countyName: countyName(found.county) ?? '',
    originCountyName: countyName(found.origin_county),
    holderName: found.holder_name,
    photoUrl: await publicPhotoUrl(call.database, found.animal_uid),
    immunities: events
      .filter(({ pub }) => pub.kind === 'immunised')
      .map(({ pub, source_id: record }) => ({
        vaccineName: pub.s?.vaccine ?? '',
        month: pub.month,
        valid: holding.has(Number(record)),
      })),
    quarantine: paper
      ? { month: paper.pub.month, validUntil: paper.pub.s?.validUntil ?? '', certTail: paper.pub.s?.certTail ?? '' }
      : null,
    slaughter: end ? { month: end.pub.month, plantName: end.unit } : null,
    line: events.map(({ pub }) => ({
      kind: pub.kind,
      kindName: label('animal_event_kind', pub.kind),
      month: pub.month,
      countyName: countyName(pub.county) ?? '',
    })),
    chain: { ok: chain.ok, count: chain.count },
    tenantTitle: configured('sys_title')?.names?.[call.language] ?? '',
    tenantLogo: configured('sys_logo')?.url ?? null,
  };
}

/** Who may show the embedded page in a frame, by the word of the animal's holder or whoever stands above it; without one, only the own site. */
export const frameOrigins: FrameOrigins = async (database, query) => {
  const found = await find(database, query);
  if (!found) return [];
  const [[row]] = await database.read<[{ value: string | null }]>(nobody, {
    text: `select registry.public_config($1, $2, 'iframe_allowed_origins') as value`,
    values: [found.tenant_no, found.principal_id],
  });
  return originsIn(row?.value ?? configDefault('iframe_allowed_origins'));
};
