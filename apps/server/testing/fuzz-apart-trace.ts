import type { Apart } from './fuzz-apart.ts';

const partners: Apart = { why: 'a session is no partner’s token', neverRight: true, rules: { endsSession: true } };
const icar = ['animals', 'births', 'deaths', 'arrivals', 'departures', 'weights', 'inseminations', 'pregnancy-checks'];
const icarRoutes = [
  'GET icar/locations',
  'GET icar/locations/:scheme/:id/animals/:animalScheme/:animalId',
  ...[...icar, 'parturitions', 'treatments'].map((name) => `GET icar/locations/:scheme/:id/${name}`),
  ...['births', 'weights'].map((name) => `POST icar/locations/:scheme/:id/${name}`),
];

/** Codes, photos and papers under way are seldom met by chance. */
export const traceApart: Record<string, Apart> = {
  ...Object.fromEntries(icarRoutes.map((route) => [route, partners])),
  'POST open/trace/third': partners,
  'POST trace/registration/add': { why: 'a registration wants photos that are the asker’s own', neverRight: true },
  'POST trace/registration/edit': { why: 'a registration wants photos that are the asker’s own', neverRight: true },
  'POST trace/registration/verify': {
    why: 'random registrations are seldom submitted at their right version',
    neverRight: true,
  },
  'POST trace/certificate/replace': {
    why: 'random certificates are seldom valid at their right version',
    neverRight: true,
  },
  'GET trace/certificate/byNo': { why: 'random text is no number of a certificate', neverRight: true },
  'POST trace/movement/arrive': { why: 'random movements are seldom under way to the asker', neverRight: true },
  'POST trace/code/bind': { why: 'random text is no code', neverRight: true },
  'POST trace/codeBatch/void': { why: 'random batches are seldom open at their right version', neverRight: true },
  'POST trace/disposal/add': { why: 'a carcass wants photos that are the asker’s own', neverRight: true },
  'POST trace/disposal/edit': { why: 'a carcass wants photos that are the asker’s own', neverRight: true },
  'GET public/trace/proof': { why: 'random text is no code, and few tries are allowed', neverRight: true },
  'GET public/trace/code': { why: 'random text is no code, and few tries are allowed', neverRight: true },
  'POST public/trace/feedback': { why: 'random text answers no captcha', neverRight: true },
};
