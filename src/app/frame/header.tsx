import { useEffect, useRef, useState } from 'react';
import { pages } from '../../site/addresses.ts';
import { CATEGORIES, NEWS } from '../../site/categories.ts';
import { SITE } from '../../site/site-info.ts';
import { fetchCode } from '../fetch-code.ts';
import { useFetchedComponent } from '../use-fetched-component.ts';
import { CategoryMenu, MENU_MARK } from './category-menu.tsx';
import { IconButton } from './icon-button.tsx';
import { Mark } from './mark.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const fetchSearchPanel = async () => (await fetchCode(() => import('./search-panel.tsx'))).SearchPanel;
const fetchMobileMenu = async () => (await fetchCode(() => import('./mobile-menu.tsx'))).MobileMenu;

type HeaderProps = {
  /** Canonical path of the page, for marking where one is. */
  readonly path: string;
  /** Path and query: menus close when it changes. */
  readonly address: string;
};

type OpenPanel = 'none' | 'search' | 'menu';

/** It lies over the page, so that nothing moves when it opens. */
const PANEL = 'absolute inset-x-0 top-full border-y border-line bg-panel shadow-raised';

export function Header({ path, address }: HeaderProps) {
  const [panel, setPanel] = useState<OpenPanel>('none');
  const header = useRef<HTMLElement>(null);
  const SearchPanel = useFetchedComponent(fetchSearchPanel, panel === 'search' ? 1 : 0);
  const MobileMenu = useFetchedComponent(fetchMobileMenu, panel === 'menu' ? 1 : 0);
  const close = () => setPanel('none');
  const toggle = (name: OpenPanel) => setPanel((current) => (current === name ? 'none' : name));
  usePanelClosing({ panel, address, header, close });
  return (
    <header ref={header} className="site-header no-print sticky top-0 z-40 border-b border-line bg-paper">
      <div className="page-width flex min-h-(--header-height) flex-wrap items-center gap-x-2 sm:gap-x-6">
        <a
          href={pages.home()}
          className="flex min-h-11 max-w-max shrink-0 grow basis-[min-content] items-center gap-2.5 font-serif text-base leading-tight font-bold no-underline sm:text-lg sm:whitespace-nowrap"
        >
          <Mark />
          {SITE.name}
        </a>
        <nav aria-label="Main" className="main-menu ml-auto">
          <ul className="flex items-center gap-1 text-sm">
            {CATEGORIES.map((category) => (
              <CategoryMenu key={category.slug} category={category} path={path} />
            ))}
            <li>
              <a
                href={pages.news()}
                aria-current={path === pages.news() ? 'page' : undefined}
                className={`inline-flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken ${path === pages.news() ? MENU_MARK : ''}`}
              >
                {NEWS.menuName}
              </a>
            </li>
          </ul>
        </nav>
        <a href={pages.search()} className="without-scripting py-2 text-sm">
          Search
        </a>
        <div className="needs-scripting ml-auto flex md:ml-0 md:gap-1">
          <ThemeSwitch />
          <IconButton
            label={panel === 'search' ? 'Close search' : 'Open search'}
            icon="search"
            controls="SearchPanel"
            isOpen={panel === 'search'}
            onClick={() => toggle('search')}
          />
          <div className="md:hidden">
            <IconButton
              label={panel === 'menu' ? 'Close menu' : 'Open menu'}
              icon={panel === 'menu' ? 'close' : 'menu'}
              controls="MobileMenu"
              isOpen={panel === 'menu'}
              onClick={() => toggle('menu')}
            />
          </div>
        </div>
      </div>
      <div id="SearchPanel" hidden={panel !== 'search'} className={PANEL}>
        {panel === 'search' && SearchPanel && <SearchPanel onSubmitted={close} />}
      </div>
      <div id="MobileMenu" hidden={panel !== 'menu'} className={`${PANEL} md:hidden`}>
        {panel === 'menu' && <Backdrop onTap={close} />}
        {panel === 'menu' && MobileMenu && (
          <MobileMenu
            path={path}
            onSubmitted={close}
            onFollowed={() => closeToButton(header.current, close)}
          />
        )}
      </div>
    </header>
  );
}

/** A backdrop between the header and the page. It catches a tap outside the menu, which could otherwise also follow a link. */
function Backdrop({ onTap }: { onTap: () => void }) {
  return <div aria-hidden="true" className="fixed inset-0 -z-10" onClick={onTap} />;
}

type PanelClosing = {
  readonly panel: OpenPanel;
  readonly address: string;
  readonly header: React.RefObject<HTMLElement | null>;
  readonly close: () => void;
};

/**
 * Both panels close on a navigation, on Escape, unless something in them takes it, and when the focus goes on to the
 * page that they lie over. A link of the mobile menu closes it too, be it to the page one is on.
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

/** Leaves the focus on the button of the panel, which hides what had it. */
function closeToButton(header: HTMLElement | null, close: () => void): void {
  header?.querySelector<HTMLElement>('button[aria-expanded="true"]')?.focus();
  close();
}
