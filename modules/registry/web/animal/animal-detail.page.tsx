import { AnimalOfAddress } from './animal-of-address.tsx';
import { AnimalView } from './animal-view.tsx';

export default function AnimalDetailPage() {
  return <AnimalOfAddress view={AnimalView} list="/pri/animal/info" />;
}
