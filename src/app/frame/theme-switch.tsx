import { useEffect, useState } from 'react';

const STORAGE_KEY = 'theme';
const DARK_SYSTEM = '(prefers-color-scheme: dark)';

type Theme = 'light' | 'dark';

/** Switches between light and dark. What the system has is not stored, so that the page goes on following it. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>();
  useEffect(() => {
    const system = matchMedia(DARK_SYSTEM);
    const follow = () => setTheme(readTheme());
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);
  const toggle = () => {
    applyTheme(readTheme() === 'dark' ? 'light' : 'dark');
    setTheme(readTheme());
  };
  return (
    <button
      type="button"
      aria-label="Dark mode"
      aria-pressed={theme === undefined ? undefined : theme === 'dark'}
      onClick={toggle}
      className="needs-scripting inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
    >
      <svg viewBox="0 0 24 24" className="size-5 fill-current" aria-hidden="true" focusable="false">
        <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 2v14a7 7 0 0 1 0-14Z" />
      </svg>
    </button>
  );
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia(DARK_SYSTEM).matches ? 'dark' : 'light';
}

function applyTheme(theme: Theme): void {
  const isSystem = (theme === 'dark') === matchMedia(DARK_SYSTEM).matches;
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (isSystem) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // A browser that keeps nothing still switches this page.
  }
}
