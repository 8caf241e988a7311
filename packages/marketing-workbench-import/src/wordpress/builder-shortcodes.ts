import { decodePercent } from 'marketing-workbench/site/addresses';
import { escapeHtmlOnce, HTML } from '../vocabulary/html-blocks.ts';
import type { NamedAttributes } from './shortcode-attributes.ts';

type FindAttachment = (id: string) => string | undefined;

/** Shortcodes of page builders. */
export const LAYOUT =
  /^(?:vc_|et_pb_|fusion_|av_|mk_|fl_|cs_|cmsms_|tatsu_|nectar_|image_with_animation|su_(?:row|column|box|note|list|heading))/;

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]\S*)?$/i;
const VIDEO_PAGE = /^https?:\/\/(?:www\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//;

/**
 * Writes what an element of a page builder shows: its title, picture, video, enclosed text and
 * button. Attributes must be HTML.
 */
export function writeLayout(
  attributes: NamedAttributes,
  content: string,
  findAttachment: FindAttachment,
): string {
  const { title, heading, subtitle, subhead, text, alt } = attributes;
  const words = [title, heading, subtitle, subhead, content === '' ? text : undefined]
    .filter((line) => line?.trim())
    .map((line = '') => HTML.writeTitled(line, '').text);
  const pictures = listLayoutPictures(attributes, content, findAttachment).map(
    (src) => HTML.writeFigure({ src, alt }).text,
  );
  const video = [attributes.src, attributes.link, attributes.video].find((one) =>
    VIDEO_PAGE.test(one ?? ''),
  );
  const player = video === undefined ? '' : `\n\n<p>${video}</p>\n\n`;
  const body = PICTURE.test(content.trim()) && !content.includes('<') ? '' : content;
  return words.join('') + pictures.join('') + player + body + writeLayoutButton(attributes);
}

/** Lists the addresses of pictures that are named by address or by the id of an attachment. */
function listLayoutPictures(
  attributes: NamedAttributes,
  content: string,
  findAttachment: FindAttachment,
): string[] {
  const { src, image, images, gallery_ids: gallery, background_image: background } = attributes;
  const values = [src, image, background, content.trim()].filter((one) => one !== undefined);
  const addresses = values.filter((one) => PICTURE.test(one) && !/[<\s]/.test(one));
  const ids = [image, images, gallery].flatMap((one) =>
    /^[\d, ]+$/.test(one ?? '') ? (one ?? '').split(',') : [],
  );
  return [...addresses, ...ids.flatMap((id) => findAttachment(id.trim()) ?? [])];
}

function writeLayoutButton(attributes: NamedAttributes): string {
  const { button_text: text, button_url: url, link, link_url: linkUrl, url: own } = attributes;
  // WPBakery writes `url:https%3A%2F%2Fx.example|title:Words`.
  const packed = new Map(
    (link ?? '')
      .split('|')
      .map((part) => [part.split(':', 1)[0], decodePercent(part.replace(/^[^:]*:/, ''))]),
  );
  const href = url ?? linkUrl ?? own ?? escapeHtmlOnce(packed.get('url') ?? link ?? '');
  const words = text ?? attributes.label ?? escapeHtmlOnce(packed.get('title') ?? '');
  if (words === '') return '';
  return /^(?:https?:|\/|#|mailto:)/.test(href)
    ? HTML.writeButton(words, href).text
    : `\n\n<p>${words}</p>\n\n`;
}
