import { AnimalOfAddress } from './animal/animal-of-address.tsx';
import { AnimalView } from './animal/animal-view.tsx';

export default function AnimalDetailPage() {
  return <AnimalOfAddress view={AnimalView} list="/pri/animal/info" />;
}
