// The script of each page of the development server, built by `scripts/build-desk.ts`.
import { reloadOnChange } from './reload-on-change.ts';
import { updateNotes } from './update-notes.ts';

updateNotes();
reloadOnChange();
