// The entry of the development server. React's refresh has to be loaded before React.
import '@vitejs/plugin-react/preamble';
import { hydratePage } from './app/hydrate-page.tsx';
import './ui/styles/styles.css';

void hydratePage(document);
