// The development server's way into the page: React's refresh has to be there before React is.
import '@vitejs/plugin-react/preamble';
import { hydratePage } from './app/hydrate-page.tsx';
import './ui/styles/styles.css';

void hydratePage(document);
