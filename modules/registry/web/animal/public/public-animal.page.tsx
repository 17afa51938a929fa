import { PublicAnimal } from './public-animal.tsx';

/** 畜只溯源: what anybody may know, on a phone, without a login. */
export default function PublicAnimalPage() {
  return <PublicAnimal isFramed={false} />;
}
