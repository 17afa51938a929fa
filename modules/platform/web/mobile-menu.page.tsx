import { MenuTreePage } from './functions/menu-tree-page.tsx';

export default () => <MenuTreePage terminal="mobile" />;
