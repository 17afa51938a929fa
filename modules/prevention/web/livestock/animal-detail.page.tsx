import { AnimalOfAddress } from '#modules/registry/web/index.ts';
import { AnimalFile } from './animal-file.tsx';

/** 动物详情: opened from the list of animals or from the header's search. */
export default function AnimalDetailPage() {
  return <AnimalOfAddress view={AnimalFile} list="/ant/animalProtection/management" />;
}
