/** Keeps the notes in the browser up to date, and opens files in the editor. */
export function updateNotes(): void {
  // Dispatched by wouter after a navigation in place.
  for (const event of ['pushState', 'replaceState', 'popstate']) addEventListener(event, showNotes);
  addEventListener('click', openInEditor);
}

/** Takes the notes of the current page from its HTML. */
async function showNotes(): Promise<void> {
  const { pathname } = location;
  const html = await (await fetch(location.href)).text();
  if (location.pathname !== pathname) return;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const notes = page.querySelector('dev-notes template')?.innerHTML ?? '';
  const shown = document.querySelector('dev-notes') ?? document.createElement('dev-notes');
  document.body.append(shown);
  const shadow = shown.shadowRoot ?? shown.attachShadow({ mode: 'open' });
  shadow.innerHTML = notes;
}

/** Requests the link without following it: its answer is empty, and the page should stay. */
function openInEditor(event: Event): void {
  const [link] = event.composedPath();
  if (!(link instanceof HTMLAnchorElement) || link.dataset.open === undefined) return;
  event.preventDefault();
  void fetch(link.href);
}
