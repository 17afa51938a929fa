import theme from 'vitepress/theme';
import './brand.css';

export default theme;
