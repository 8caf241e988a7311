export type Meaning = (typeof TABLE)[number]['meaning'];

/**
 * A `tag` is a shortcode of Hugo, a tag of Jekyll or Eleventy, or a directive. An `element` is HTML
 * within MDX. Components of MDX and includes of Jekyll are looked up by the names of tags, too;
 * their patterns add further names.
 */
export type NameKind = 'tag' | 'component' | 'include' | 'element' | 'wordpress';

type ElementNames = {
  readonly meaning: string;
  readonly tag?: string;
  readonly wordpress?: string;
  readonly component?: RegExp;
  readonly element?: RegExp;
  readonly include?: RegExp;
};

/**
 * This table lists what the elements of other programs mean, by their names. If a name has several
 * meanings, the first one that its arguments allow is written.
 */
const TABLE = [
  {
    meaning: 'youtube',
    tag: 'youtube youtube-lite youtube_lite youtubelite yt lite-youtube youtube-enhanced',
    component: /You[Tt]ube/,
    include: /youtube|^yt/i,
    wordpress: 'youtube embedyt youtube_sc',
  },
  {
    meaning: 'vimeo',
    tag: 'vimeo vimeo_simple',
    component: /Vimeo/,
    include: /vimeo/i,
    wordpress: 'vimeo',
  },
  {
    meaning: 'media',
    tag: 'video audio mp4 embed iframe oembed bilibili soundcloud spotify codepen codesandbox asciinema',
    wordpress: 'embed video audio wpvideo',
  },
  {
    meaning: 'picture',
    tag: 'figure img image imgproc picture img-responsive fig photo lazyimg rimg resize asset_img imgcap thumbnail bundle-image',
    component: /^(?:\w*Image|Img|Picture|Figure|Zoom\w*|Screenshot|Photo)$/,
    element: /^img$/,
    include: /fig|image|img|picture|photo/i,
  },
  { meaning: 'card', tag: 'card' },
  {
    meaning: 'button',
    tag: 'button btn link-button buttonlink linkbutton button-primary',
    component: /(?:Link|Button|LinkCard|DocCard)$/,
    element: /^a$/,
    wordpress: 'button btn su_button vc_btn maxbutton',
  },
  {
    meaning: 'titled',
    tag: 'details expand collapse collapsible spoiler accordion accordion-item accordionitem toggle tab tabitem codetab tab-item fold step',
    component: /^(?:TabPanel|Accordion\w*)$/,
    element: /^details$/,
    wordpress:
      'tab accordion_item accordion-item toggle su_spoiler su_tab vc_tta_section et_pb_toggle et_pb_tab',
  },
  {
    meaning: 'layout',
    component:
      /^(?:Card|Link)?(?:Grid|Cards|Steps|Columns?|Row|Col|Container|Box|Flex|Stack|Frame|Section|Wrapper|FileTree|TOCInline)$|^(?:Layout|Tooltip|Highlight|Center|Translate|BrowserWindow|Fragment)$/,
    element: /^(?:div|section|center|article|main|header|footer|aside|span|p|hgroup|font)?$/,
  },
  {
    meaning: 'inner',
    tag: 'tabs tab-set tabpane codetabs code-group tabgroup columns column cols col row rows grid gridcol grid-item center centered left right div section container group wrap wrapper steps cards card-grid gallery block rawhtml html unsafe lead timeline accordions markdown md panelgroup',
    wordpress:
      'column columns row col one_half one_third two_third one_fourth three_fourth one_half_last one_third_last section container box highlight dropcap lead tabs accordion center clear spacer divider more',
  },
  {
    meaning: 'code',
    tag: 'highlight code codeblock code_block code-toggle output terminal prism',
    wordpress: 'code sourcecode cc php css html js javascript python bash sql xml json java ruby',
  },
  {
    meaning: 'quote',
    tag: 'quote blockquote pullquote cq cquote',
    wordpress: 'quote pullquote blockquote su_quote',
  },
  {
    meaning: 'drawing',
    tag: 'mermaid math katex chart plantuml diagram graphviz goat markmap echarts tex latex',
  },
  { meaning: 'post', tag: 'tweet twitter twitter_simple x x_simple' },
  { meaning: 'instagram', tag: 'instagram instagram_simple' },
  { meaning: 'gist', tag: 'gist' },
  {
    meaning: 'words',
    tag: 'badge kbd small mark span abbr strong underline color tag sup sub nowrap',
  },
  { meaning: 'footnote', wordpress: 'ref fn footnote efn_note note' },
  {
    meaning: 'dropped',
    tag: 'toc table_of_contents table-of-contents clear clearfix br hr_space spacer newpage comment',
    include: /^toc/i,
    wordpress: 'toc ez-toc vc_empty_space',
  },
  {
    meaning: 'note',
    tag: 'notice alert admonition callout hint panel message box note tip warning info caution danger important success error example question attention aside',
  },
] as const satisfies readonly ElementNames[];

type MeaningRow = { readonly meaning: Meaning } & Omit<ElementNames, 'meaning'>;
const ROWS: readonly MeaningRow[] = TABLE;

const BY_NAME = { tag: groupByName('tag'), wordpress: groupByName('wordpress') };

function groupByName(kind: 'tag' | 'wordpress'): ReadonlyMap<string, Meaning> {
  return new Map(
    ROWS.flatMap((row) => row[kind]?.split(' ').map((name) => [name, row.meaning] as const) ?? []),
  );
}

/** Returns what a name can mean, in the order in which the meanings are tried. */
export function listMeanings(name: string, kind: NameKind): readonly Meaning[] {
  const plain = name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/\.html$/, '');
  const named =
    kind === 'element' ? undefined : BY_NAME[kind === 'wordpress' ? kind : 'tag'].get(plain);
  if (kind === 'wordpress' || kind === 'tag') return named === undefined ? [] : [named];
  return ROWS.filter((row) => row.meaning === named || row[kind]?.test(name)).map(
    ({ meaning }) => meaning,
  );
}

/** Returns true for code and drawings, whose content must not be parsed. */
export function isLiteralTag(name: string): boolean {
  const [meaning] = listMeanings(name, 'tag');
  return meaning === 'code' || meaning === 'drawing' || /^(?:raw|comment|rawhtml)$/i.test(name);
}
