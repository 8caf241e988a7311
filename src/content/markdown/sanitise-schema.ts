import type { Options } from 'rehype-sanitize';
import { PLAYER_ADDRESS } from '../../site/video-players.ts';

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];
const CELL = [['className', 'align-right', 'align-center']] satisfies [string, ...string[]][];

/** The elements and attributes that a text may contain; all others are dropped. */
export const SANITISE_SCHEMA: Options = {
  tagNames: [
    ...HEADINGS,
    ...['p', 'a', 'strong', 'em', 'del', 'code', 'br', 'sup', 'pre', 'blockquote', 'hr', 'ul', 'ol', 'li'],
    ...['div', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['figure', 'picture', 'source', 'img', 'figcaption', 'aside', 'input', 'label', 'section', 'span'],
  ],
  attributes: {
    ...Object.fromEntries(HEADINGS.map((heading) => [heading, ['id']])),
    a: [
      'href',
      'id',
      ['rel', 'noopener', 'external'],
      'dataFootnoteRef',
      'dataFootnoteBackref',
      'ariaDescribedBy',
      'ariaLabel',
      ['dataPlayer', PLAYER_ADDRESS],
    ],
    aside: [
      ['className', 'callout', /^callout-/],
      ['role', 'note'],
    ],
    code: [['className', /^language-[a-z]+$/]],
    div: [['className', 'table-scroll'], ['tabIndex', 0], ['role', 'region'], 'ariaLabel'],
    figure: [['className', 'video']],
    img: [
      ...['src', 'alt', 'width', 'height'],
      ['loading', 'lazy', 'eager'],
      ['fetchPriority', 'high'],
      ['decoding', 'async'],
    ],
    source: ['type', 'srcSet', 'sizes', 'media', 'width', 'height'],
    input: [['type', 'checkbox'], ['disabled', true], 'checked'],
    li: ['id'],
    ol: ['start', ['className', 'checklist']],
    p: [['className', 'callout-title']],
    pre: [['tabIndex', 0], ['role', 'group'], 'ariaLabel'],
    section: ['dataFootnotes', ['className', 'footnotes']],
    span: [['className', /^(?:code|video)-[a-z]+$/]],
    td: CELL,
    th: [...CELL, ['scope', 'col']],
    ul: [['className', 'checklist']],
  },
  protocols: { href: ['https', 'http', 'mailto'] },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: { tr: ['table'], td: ['table'], th: ['table'], thead: ['table'], tbody: ['table'] },
  clobber: [],
  clobberPrefix: '',
  strip: ['script'],
  allowComments: false,
  allowDoctypes: false,
};
