import path from 'node:path';
import type { Element } from 'hast';
import { formatSize } from '../content/content-folder.ts';
import { visitElements } from '../content/markdown/elements.ts';
import { files } from '../site/addresses.ts';
import { type AuditedSite, findInText } from './audited-site.ts';
import { listPagePictures, type PagePicture, parsePageHtml } from './read-page.ts';
import type { AuditedText } from './read-text.ts';
import type { AuditFinding, RuleId } from './rules.ts';
import { shortenTitle } from './titles.ts';

/** Limits in bytes for what browsers load, and for the file in the content folder. */
const SHOWN_BYTES_MAX = 300_000;
const FILE_BYTES_MAX = 2_000_000;
const WIDTH_MIN = 480;
/** Limits in characters. A diagram needs more words than a photograph. */
const ALT_MAX = 200;
const DRAWING_ALT_MAX = 500;

export function checkPictures(site: AuditedSite): readonly AuditFinding[] {
  return site.texts.flatMap((text) => [
    ...checkBodyPictures(text, site),
    ...checkCoverPicture(text, site),
  ]);
}

function checkBodyPictures(text: AuditedText, site: AuditedSite): readonly AuditFinding[] {
  const shown = readPictures(text.record.content);
  const isSameOrder = shown.length === text.pictures.length;
  return text.pictures.flatMap(({ source, line, text: alt }, index) =>
    checkPicture(
      { source, alt, shown: isSameOrder ? shown[index] : undefined },
      { text, site, report: (rule, message) => findInText(rule, text, line, message) },
    ),
  );
}

function checkCoverPicture(text: AuditedText, site: AuditedSite): readonly AuditFinding[] {
  const { record } = text;
  if (record.kind !== 'post' || record.cover === undefined) return [];
  const { cover } = text.keys;
  const source =
    typeof cover === 'object' && cover !== null && 'src' in cover ? String(cover.src) : '';
  return checkPicture(
    { source, alt: record.cover.alt, shown: readPictures(record.cover.html)[0] },
    { text, site, report: (rule, message) => findInText(rule, text, 'cover', message) },
  );
}

function readPictures(html: string): readonly PagePicture[] {
  const elements: Element[] = [];
  visitElements(parsePageHtml(html), (element) => {
    elements.push(element);
    return undefined;
  });
  return listPagePictures(elements);
}

type CheckedPicture = {
  readonly source: string;
  readonly alt: string;
  readonly shown: PagePicture | undefined;
};
type PictureContext = {
  readonly text: AuditedText;
  readonly site: AuditedSite;
  readonly report: (rule: RuleId, message: string) => AuditFinding;
};

function checkPicture(
  { source, alt, shown }: CheckedPicture,
  { text, site, report }: PictureContext,
): readonly AuditFinding[] {
  const found: AuditFinding[] = [];
  const isDrawing = source.endsWith('.svg');
  const max = isDrawing ? DRAWING_ALT_MAX : ALT_MAX;
  if (alt === '') found.push(report('picture-alt-missing', `${source} has no alt text`));
  else if (isFileName(alt, source))
    found.push(
      report('picture-alt-file-name', `the alt text of ${source} is “${shortenTitle(alt)}”`),
    );
  else if (alt.length > max)
    found.push(
      report(
        'picture-alt-long',
        `the alt text of ${source} has ${alt.length} characters, over ${max}`,
      ),
    );
  const name = (shown?.src ?? '').slice(files.media('').length);
  const bytes = site.fileSizes.get(name) ?? 0;
  const fileBytes = site.sizeOf(path.posix.join(path.posix.dirname(text.file), source)) ?? 0;
  if (bytes > SHOWN_BYTES_MAX)
    found.push(report('picture-heavy', `readers load ${formatSize(bytes)} for ${source}`));
  else if (fileBytes > FILE_BYTES_MAX)
    found.push(report('picture-heavy', `the file ${source} is ${formatSize(fileBytes)}`));
  if (shown === undefined) return found;
  if (shown.width === undefined || shown.height === undefined)
    found.push(report('picture-size-missing', `${source} has no width and height`));
  else if (!isDrawing && shown.width < WIDTH_MIN)
    found.push(report('picture-small', `${source} is only ${shown.width} pixels wide`));
  return found;
}

/**
 * Returns whether an alt text is a file name: `IMG_1234.jpg`, `screenshot-2`, `image`, or the name
 * of the file itself.
 */
function isFileName(alt: string, source: string): boolean {
  const stem = path.posix.parse(source).name;
  const plain = alt.toLowerCase();
  return (
    /^\S+\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i.test(alt) ||
    /^(?:img|image|dsc[nf]?|photo|picture|pic|screenshot|screen shot|untitled|bild|foto)(?:[\s_-]?\d+)*$/i.test(
      alt,
    ) ||
    (plain === stem && /[-_\d]/.test(stem)) ||
    /^\w+(?:[-_]\w+){2,}$/.test(alt)
  );
}
