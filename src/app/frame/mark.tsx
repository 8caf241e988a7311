/** The site's mark: a bench with what is being worked on. */
export function Mark() {
  return (
    <svg viewBox="0 0 64 64" className="mark size-8 shrink-0" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="14" className="fill-accent" />
      <path d="M10 25h44v8H10zM15 33h7v19h-7zM42 33h7v19h-7z" className="fill-paper" />
      <path d="M17 23V12h7v11zM29 23v-6h7v6zM41 23V8h7v15z" className="fill-mark" />
    </svg>
  );
}
