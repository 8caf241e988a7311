import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { files, ICON_NAMES, machineFiles, pages } from '../../site/addresses.ts';
import { type Brand, DEFAULT_BRAND } from '../../site/brand/brand.ts';
import { paintLogo } from '../../site/brand/logo.ts';
import { formatTheme } from '../../site/brand/theme.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import type { SiteSettings } from '../../site/settings.ts';
import { findDirection } from '../../site/site.ts';
import { createMediaOpener, type OpenMedia } from '../../store/media/open-media.ts';
import { findMedia } from '../../store/media/stored-media.ts';
import { findKnownSite, readBrand, readSite } from '../../store/pages/known-site.ts';
import type { Store } from '../../store/store.ts';
import { encodeAnswer } from '../cache/encoded-answer.ts';
import { type Respond, sendAnswer, sendEncoded } from '../cache/responder.ts';
import { formatFailureAnswer, type HttpAnswer } from '../http-answer.ts';
import { EMBEDDABLE } from '../security-headers.ts';

type KnownLook = { readonly site: SiteSettings; readonly brand: Brand };

/** Returns the style sheet, the icons and the manifest of the site's own look. */
export function registerBrandRoutes(
  app: FastifyInstance,
  { store, respond }: { readonly store: Store; readonly respond: Respond },
): void {
  const openMedia = createMediaOpener(store);
  app.get(
    files.theme(HASH),
    createStyleHandler(store, ({ site, brand }) => ({
      address: files.theme(site.brandHash),
      format: () => formatTheme(brand),
    })),
  );
  app.get(
    machineFiles.ownStyle(HASH),
    createStyleHandler(
      store,
      ({ brand: { style } }) =>
        style && { address: machineFiles.ownStyle(style.hash), format: () => style.css },
    ),
  );
  for (const name of ICON_NAMES) {
    app.get(files.icon(name), (request: FastifyRequest, reply: FastifyReply) =>
      respond(request, reply, { answer: () => findBrandIcon(store, openMedia, name) }),
    );
  }
  app.get(files.faviconSvg(), (request, reply) =>
    sendAnswer(request, reply, drawFavicon(findLook(store).brand)),
  );
  app.get(files.manifest(), (request, reply) =>
    respond(request, reply, { answer: () => createManifest(readSite(store), readBrand(store)) }),
  );
}

const HASH = ':hash(^[0-9a-z]+)';

type StyleSheet = { readonly address: string; readonly format: () => string };

/**
 * Answers a style sheet of the site's look. Error pages need it even if the index can't be read, and
 * pages from a shared cache may name a former address. It is compressed once for each look.
 */
function createStyleHandler(store: Store, findStyle: (look: KnownLook) => StyleSheet | undefined) {
  const answers = new WeakMap<Brand, ReturnType<typeof encodeAnswer>>();
  return (request: FastifyRequest<{ Params: { hash: string } }>, reply: FastifyReply) => {
    const look = findLook(store);
    const { brand } = look;
    const style = findStyle(look);
    if (style === undefined)
      return sendAnswer(request, reply, formatFailureAnswer(404, 'There is no such style sheet.'));
    const isCurrent = request.url.startsWith(style.address);
    const type = 'text/css; charset=utf-8';
    const known = isCurrent ? answers.get(brand) : undefined;
    const answer =
      known ??
      encodeAnswer({
        status: 200,
        type,
        body: style.format(),
        caching: isCurrent ? 'forever' : 'revalidate',
      });
    if (isCurrent) answers.set(brand, answer);
    return sendEncoded(request, reply, answer);
  };
}

/** Returns the built-in look while the index can't be read. */
function findLook(store: Store): KnownLook {
  return findKnownSite(store) ?? { site: DEFAULT_SITE, brand: DEFAULT_BRAND };
}

function drawFavicon({ logo, palette }: Brand): HttpAnswer {
  const body = paintLogo(logo, palette);
  return { ...PICTURE, type: 'image/svg+xml', body };
}

async function findBrandIcon(
  store: Store,
  openMedia: OpenMedia,
  name: string,
): Promise<HttpAnswer> {
  const media = findMedia(store, readBrand(store).icons[name] ?? '');
  const file = media && (await openMedia(media));
  if (file === undefined) return formatFailureAnswer(404, 'There is no such picture.');
  const body = await file.readFile().finally(() => file.close());
  return { ...PICTURE, type: media?.type ?? '', body };
}

const PICTURE = { status: 200, caching: 'revalidate', headers: EMBEDDABLE } as const;

/** Creates the W3C Web Application Manifest. */
function createManifest(
  { name, description, language }: SiteSettings,
  { palette }: Brand,
): HttpAnswer {
  const icon = (file: string, size: number, purpose: string) => ({
    src: files.icon(file),
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose,
  });
  const colour = palette.colours.paper.light;
  const manifest = {
    name,
    short_name: name,
    description,
    lang: language,
    dir: findDirection(language),
    id: pages.home(),
    start_url: pages.home(),
    scope: pages.home(),
    display: 'minimal-ui',
    theme_color: colour,
    background_color: colour,
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable.png', 512, 'maskable'),
    ],
  };
  return {
    status: 200,
    type: 'application/manifest+json',
    body: JSON.stringify(manifest),
    caching: 'revalidate',
  };
}
