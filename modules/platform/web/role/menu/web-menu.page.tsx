import { MenuTreePage } from './menu-tree-page.tsx';

export default () => <MenuTreePage terminal="web" />;
