import { useEffect, useRef, useState } from 'react';
import { usePageContext } from '../screens/page-head.tsx';
import { pages } from '../site/addresses.ts';
import type { MenuEntry } from '../site/settings.ts';
import { formatRelation } from '../site/site.ts';
import { importWithRetry, useLazyComponent } from '../ui/import-with-retry.ts';
import { PartBoundary } from './part-boundary.tsx';

const loadSearchPanel = async () =>
  (await importWithRetry(() => import('./search-panel.tsx'))).SearchPanel;
const loadMobileMenu = async () =>
  (await importWithRetry(() => import('./mobile-menu.tsx'))).MobileMenu;

type HeaderProps = {
  /** Canonical path of the page, which the menu marks. */
  readonly path: string;
  /** Path and query: menus close when it changes. */
  readonly address: string;
};

type OpenPanel = 'none' | 'search' | 'menu';

/** Panels overlay the page, so that nothing shifts when one opens. */
const PANEL = 'absolute inset-x-0 top-full border-y border-line bg-panel shadow-raised';

export function Header({ path, address }: HeaderProps) {
  const { name, navigation } = usePageContext().site;
  const [panel, setPanel] = useState<OpenPanel>('none');
  const header = useRef<HTMLElement>(null);
  const SearchPanel = useLazyComponent(loadSearchPanel, panel === 'search' ? 1 : 0);
  const MobileMenu = useLazyComponent(loadMobileMenu, panel === 'menu' ? 1 : 0);
  const close = () => setPanel('none');
  const toggle = (name: OpenPanel) => setPanel((current) => (current === name ? 'none' : name));
  usePanelClosing({ panel, address, header, close });
  return (
    <header
      ref={header}
      className="site-header no-print sticky top-0 z-40 border-b border-line bg-paper"
    >
      <div className="page-width flex min-h-(--header-height) flex-wrap items-center gap-x-2 sm:gap-x-6">
        <a
          href={pages.home()}
          className="flex min-h-11 max-w-max min-w-0 grow basis-[min-content] items-center gap-2.5 font-serif text-base leading-tight font-bold no-underline sm:basis-[max-content] sm:text-lg"
        >
          <LogoMark />
          <span className="min-w-0">{name}</span>
        </a>
        <nav aria-label="Main" className="main-menu ms-auto">
          <ul className="flex flex-wrap items-center justify-end gap-1 text-sm">
            {navigation.map((entry) => (
              <MenuItem key={entry.to} entry={entry} path={path} />
            ))}
          </ul>
        </nav>
        <a href={pages.search()} className="without-scripting py-2 text-sm">
          Search
        </a>
        <div className="needs-scripting ms-auto flex md:ms-0 md:gap-1">
          <ThemeSwitch />
          <PanelButton name="search" controls="SearchPanel" panel={panel} onToggle={toggle} />
          <div className="md:hidden">
            <PanelButton name="menu" controls="MobileMenu" panel={panel} onToggle={toggle} />
          </div>
        </div>
      </div>
      <div id="SearchPanel" hidden={panel !== 'search'} className={PANEL}>
        <PartBoundary
          key={panel}
          note={<a href={pages.search()}>This failed; open the search page</a>}
        >
          {panel === 'search' && SearchPanel && <SearchPanel onSubmitted={close} />}
        </PartBoundary>
      </div>
      <div id="MobileMenu" hidden={panel !== 'menu'} className={`${PANEL} md:hidden`}>
        {panel === 'menu' && (
          <>
            {/* Catches a tap outside the menu, which could otherwise follow a link of the page. */}
            <div aria-hidden="true" className="fixed inset-0 -z-10" onClick={close} />
            <PartBoundary note={<a href={pages.siteMap()}>This failed; open the site map</a>}>
              {MobileMenu && (
                <MobileMenu
                  path={path}
                  onSubmitted={close}
                  onFollowed={() => closeToButton(header.current, close)}
                />
              )}
            </PartBoundary>
          </>
        )}
      </div>
    </header>
  );
}

type PanelClosing = {
  readonly panel: OpenPanel;
  readonly address: string;
  readonly header: React.RefObject<HTMLElement | null>;
  readonly close: () => void;
};

/**
 * Closes the open panel on a navigation, on Escape unless the panel handles that key, and when the
 * focus moves to the page.
 */
function usePanelClosing({ panel, address, header, close }: PanelClosing): void {
  const closeNow = useRef(close);
  closeNow.current = close;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for the address alone
  useEffect(() => closeNow.current(), [address]);

  useEffect(() => {
    if (panel === 'none') return;
    const listening = new AbortController();
    const { signal } = listening;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      closeToButton(header.current, closeNow.current);
    };
    document.addEventListener('keydown', onKey, { signal });
    const closeBehind = ({ target }: Event) => {
      if (target instanceof Node && !header.current?.contains(target)) closeNow.current();
    };
    document.addEventListener('focusin', closeBehind, { signal });
    return () => listening.abort();
  }, [panel, header]);
}

/** Moves the focus to the button of the panel before the panel is hidden. */
function closeToButton(header: HTMLElement | null, close: () => void): void {
  header?.querySelector<HTMLElement>('button[aria-expanded="true"]')?.focus();
  close();
}

/** Marks the entry of the current page. Bold text would be wider and shift the menu. */
const MENU_MARK = 'underline decoration-accent decoration-[3px] underline-offset-8';

/**
 * A link with a dropdown of others, such as a category's subcategories, which opens on hover and
 * focus. After Escape or a click on a link it stays closed until the pointer or the focus returns.
 */
function MenuItem({ entry: { label, to, links }, path }: { entry: MenuEntry; path: string }) {
  const [isDismissed, setDismissed] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setDismissed(true);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const isHere = [{ to }, ...links].some(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <li
      className="dropdown relative"
      data-dismissed={isDismissed || undefined}
      onKeyDown={(event) => event.key === 'Escape' && link.current?.focus()}
      onClick={() => setDismissed(true)}
      onPointerEnter={() => setDismissed(false)}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setDismissed(false);
      }}
    >
      <a
        ref={link}
        href={to}
        rel={formatRelation(to)}
        aria-current={path === to ? 'page' : undefined}
        className={`inline-flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken ${isHere ? MENU_MARK : ''}`}
      >
        {label}
      </a>
      {links.length > 0 && (
        <ul className="dropdown-list absolute top-full start-0 z-10 w-52 rounded-sm border border-line bg-panel py-2 shadow-raised">
          {links.map(({ label, to }) => (
            <li key={to}>
              <a
                href={to}
                rel={formatRelation(to)}
                aria-current={path === to ? 'page' : undefined}
                className="flex min-h-11 items-center px-4 no-underline hover:bg-sunken aria-[current]:font-semibold"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const PATHS = {
  search:
    'M10.5 4a6.5 6.5 0 1 0 4 11.6l5 5 1.4-1.4-5-5A6.5 6.5 0 0 0 10.5 4Zm0 2a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z',
  menu: 'M3 6h18v2H3V6Zm0 5h18v2H3v-2Zm0 5h18v2H3v-2Z',
  close:
    'm6.4 5 5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4 6.4 5Z',
} as const;

type PanelButtonProps = {
  readonly name: 'search' | 'menu';
  /** Id of the panel. */
  readonly controls: string;
  /** The open panel. */
  readonly panel: OpenPanel;
  readonly onToggle: (name: OpenPanel) => void;
};

function PanelButton({ name, controls, panel, onToggle }: PanelButtonProps) {
  const isOpen = panel === name;
  return (
    <button
      type="button"
      aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={() => onToggle(name)}
      className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
    >
      <svg viewBox="0 0 24 24" className="size-6 fill-current" aria-hidden="true" focusable="false">
        <path d={PATHS[isOpen && name === 'menu' ? 'close' : name]} />
      </svg>
    </button>
  );
}

const STORAGE_KEY = 'theme';
const DARK_SYSTEM = '(prefers-color-scheme: dark)';

type Theme = 'light' | 'dark';

/**
 * Switches between light and dark. The system's scheme is not stored, so that the page keeps
 * following it.
 */
function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>();
  useEffect(() => {
    const system = matchMedia(DARK_SYSTEM);
    const follow = () => setTheme(readTheme());
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);
  const toggle = () => {
    chooseTheme(readTheme() === 'dark' ? 'light' : 'dark');
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

function chooseTheme(theme: Theme): void {
  const isSystem = (theme === 'dark') === matchMedia(DARK_SYSTEM).matches;
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (isSystem) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the choice lasts for this page.
  }
}

/** Shows the logo, which the theme of the site draws. */
export function LogoMark() {
  return <span className="mark size-8 shrink-0" aria-hidden="true" />;
}
