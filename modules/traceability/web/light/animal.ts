import type { DataOf } from '#kit/contract/endpoint.ts';
import type { publicAnimal } from '#modules/registry/contract/animal/public-animal.ts';
import type { ProofFacts } from '#modules/traceability/contract/seal/verify.ts';
import { ask } from './ask.ts';
import { card, el, facts, line } from './dom.ts';
import { proofOf } from './proof.ts';
import { ofLabel, ofAnimal as text } from './texts.ts';

export type Animal = DataOf<typeof publicAnimal>;

export const askAnimal = (c: string, tag: string): Promise<Animal> =>
  ask<Animal>('public/animal/detail', { ...(c && { c }), ...(tag && { tag }) });

/** Who it is, where it has been, and whether its ledger is as it was written. */
export function animalOf(told: Animal, c: string, search: URLSearchParams): readonly HTMLElement[] {
  const proof = card(el('h2', {}, ofLabel('title')), el('span', { role: 'status' }, ofLabel('computing')));
  ask<ProofFacts>('public/trace/proof', c ? { c } : { tag: told.tagNo }).then(
    (found) => proof.lastChild?.replaceWith(proofOf(found, search.get('h'))),
    () => proof.lastChild?.replaceWith(el('small', {}, ofLabel('noProof'))),
  );
  return [
    card(
      told.photoUrl !== null && el('img', { class: 'photo', src: told.photoUrl, alt: text('photo') }),
      el('h1', { class: 'number' }, told.tagNo.slice(0, -4), el('b', {}, told.tagNo.slice(-4))),
      el('span', { class: 'tag' }, text(`state.${told.state}`)),
      told.tagReplaced && el('span', { class: 'tag' }, text('tagReplaced')),
      ...told.immunities.map((one) =>
        el(
          'span',
          { class: one.valid ? 'tag good' : 'tag' },
          [`${one.vaccineName} ${one.month}`, one.valid && text('protects')].filter(Boolean).join(' · '),
        ),
      ),
      facts([
        [text('species'), told.species],
        [text('breed'), told.breedName],
        [text('sex'), told.sexName],
        [text('birthMonth'), told.birthMonth],
        [text('stage'), told.stageName],
        [text('county'), told.countyName],
        [text('origin'), told.originCountyName],
        [text('holder'), told.holderName],
        [text('quarantine'), told.quarantine && `${told.quarantine.month} · …${told.quarantine.certTail}`],
        [
          text('slaughter'),
          told.slaughter && [told.slaughter.month, told.slaughter.plantName].filter(Boolean).join(' · '),
        ],
      ]),
    ),
    card(
      el('h2', {}, text('journey')),
      line(told.line.toReversed()),
      el(
        'p',
        { class: told.chain.ok ? 'proof ok' : 'proof broken', role: 'status' },
        text(told.chain.ok ? 'chainOk' : 'chainBroken', { n: told.chain.count }),
      ),
    ),
    proof,
  ];
}
