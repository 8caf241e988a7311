import { isDrawnIcon } from '../../site/brand/icons.ts';

/**
 * Icons by the names that react-icons gives them: `BiStore` is "store" of Boxicons, `BiSolidStore`
 * and `BiLogoEtsy` are its filled icons and logos, `SiEtsy` is the logo of Simple Icons. Other sets
 * are unknown. The four icons that the specification names are drawn here, and
 * so is `MdArticle`, a page, which a category has that names no icon.
 */
export type IconResult =
  | { readonly kind: 'found'; readonly body: string }
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
  | { readonly kind: 'class' };

/** Matches a name of any set of react-icons, such as `FaStore`, `MdStore` or `LiaStoreSolid`. */
const REACT_ICON = /^[A-Z][a-z]{1,2}[A-Z0-9][A-Za-z0-9]*$/;

const BUILT_IN: ReadonlyMap<string, string> = new Map([
  [
    'SiGoogle',
    'M21.8 10.2H12v4h5.4a5.8 5.8 0 1 1-1.4-6.5l2.9-2.9A10 10 0 1 0 22 12c0-.6 0-1.2-.2-1.8z',
  ],
  [
    'SiFacebook',
    'M12 2a10 10 0 0 0-1.7 19.85V14.9H7.8V12h2.5V9.8c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.4h-1.2c-1.3 0-1.6.8-1.6 1.6V12h2.7l-.4 2.9h-2.3v6.95A10 10 0 0 0 12 2z',
  ],
  [
    'MdArticle',
    'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm2 4v2h10V7zm0 4v2h10v-2zm0 4v2h6v-2z',
  ],
  ['MdEmail', 'M2 5h20v14H2zm2.2 2 7.8 5.6L19.8 7z'],
  [
    'BiSearch',
    'M10 3a7 7 0 1 0 4.2 12.6l5.1 5.1 1.4-1.4-5.1-5.1A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
  ],
]);

/**
 * Returns the content of an SVG of 24 × 24 units. A name of another form is that of an icon class.
 */
export async function findIcon(name: string): Promise<IconResult> {
  const path = BUILT_IN.get(name);
  if (path !== undefined) {
    return { kind: 'found', body: `<path fill="currentColor" fill-rule="evenodd" d="${path}"/>` };
  }
  if (!REACT_ICON.test(name)) return { kind: 'class' };
  const icons = await readIcons();
  const icon = icons.get(name.toLowerCase());
  if (icon !== undefined && isDrawnIcon(name)) return { kind: 'found', body: icon.body };
  return { kind: 'unknown', names: Array.from(icons.values(), (known) => known.name) };
}

type SetIcon = { readonly name: string; readonly body: string };

let icons: Promise<ReadonlyMap<string, SetIcon>> | undefined;

/**
 * Reads all icons, by name in lower case, when one that is not built in is needed for the first
 * time: they are megabytes.
 */
function readIcons(): Promise<ReadonlyMap<string, SetIcon>> {
  icons ??= Promise.all([import('@iconify-json/bx'), import('@iconify-json/simple-icons')]).then(
    ([boxicons, simpleIcons]) => {
      const list = [
        ...Object.entries(boxicons.icons.icons).map(([key, { body }]) => ({
          name: nameBoxicon(key),
          body,
        })),
        ...Object.entries(simpleIcons.icons.icons).map(([key, { body }]) => ({
          name: `Si${formatPascalCase(key)}`,
          body,
        })),
      ];
      return new Map(list.map((icon) => [icon.name.toLowerCase(), icon]));
    },
  );
  return icons;
}

function nameBoxicon(key: string): string {
  return `Bi${formatPascalCase(key.replace(/^bxs-/, 'solid-').replace(/^bxl-/, 'logo-'))}`;
}

function formatPascalCase(key: string): string {
  return key.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
