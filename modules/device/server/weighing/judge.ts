/** What is known of the animal on the scale. */
export interface Weighed {
  animalId: number;
  earTag: string;
  principalId: number;
  status: string;
  species: string;
  birthDate: string;
  weight: number | null;
  weightOn: string | null;
}

/** R45: kilograms a day beyond which a weight asks for a second look. */
const gains: Record<string, readonly [least: number, most: number]> = {
  cattle: [-2, 3],
  sheep: [-0.4, 0.6],
  goat: [-0.4, 0.6],
};
/** The heaviest there is, where no earlier weight says more. */
const heaviest: Record<string, number> = { cattle: 1400, sheep: 180, goat: 150 };

const dayMs = 86_400_000;

export interface Judgement {
  marks: string[];
  accepted: boolean;
  prevKg: number | null;
  prevOn: string | null;
  gainKg: number | null;
  adgKg: number | null;
}

export function judgeWeight(
  kg: number,
  on: string,
  species: string,
  holderId: number,
  animal: Weighed | null,
  tag: string | null,
): Judgement {
  const none = { prevKg: null, prevOn: null, gainKg: null, adgKg: null };
  if (!tag) return { ...none, marks: ['noTag'], accepted: false };
  if (!animal) return { ...none, marks: ['unknownTag'], accepted: false };
  // R46: what is not this holder's, or not here any more, is never posted.
  if (animal.principalId !== holderId) return { ...none, marks: ['otherHolder'], accepted: false };
  if (animal.status !== 'inStock') return { ...none, marks: ['notInStock'], accepted: false };
  const days = animal.weightOn ? Math.round((Date.parse(on) - Date.parse(animal.weightOn)) / dayMs) : 0;
  const gainKg = animal.weight === null ? null : Math.round((kg - animal.weight) * 100) / 100;
  const adgKg = gainKg !== null && days > 0 ? Math.round((gainKg / days) * 1000) / 1000 : null;
  const [least, most] = gains[species] ?? [-2, 3];
  const odd = (adgKg !== null && (adgKg < least || adgKg > most)) || kg > (heaviest[species] ?? 2000);
  return {
    marks: odd ? ['outlier'] : [],
    accepted: !odd,
    prevKg: animal.weight,
    prevOn: animal.weightOn,
    gainKg,
    adgKg,
  };
}
