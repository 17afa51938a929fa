import { PublicAnimal } from './public-animal.tsx';

/** The same inside somebody else's page. */
export default function FramedAnimalPage() {
  return <PublicAnimal isFramed />;
}
