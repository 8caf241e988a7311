// The entry of the development server. React's refresh has to be loaded before React.
import '@vitejs/plugin-react/preamble';
import { hydratePage } from './app/hydrate-page.tsx';
import { updateNotes } from './dev/update-notes.ts';
import './ui/styles/styles.css';

updateNotes();
void hydratePage(document);
