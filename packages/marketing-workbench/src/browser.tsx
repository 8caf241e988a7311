import { hydratePage } from './app/hydrate-page.tsx';
import { stopScripting } from './app/part-boundary.tsx';
import './ui/styles/styles.css';

hydratePage(document).catch((error: unknown) => {
  stopScripting();
  throw error;
});
