import { hydratePage } from './app/hydrate-page.tsx';
import './ui/styles/styles.css';

void hydratePage(document);
