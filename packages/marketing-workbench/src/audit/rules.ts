/**
 * Rules of the audit: why a finding matters and what to do. Weights go from 1, a hint, to 10, which
 * must not stay.
 */
export const RULES = {
  refused: {
    weight: 10,
    why: 'An error keeps a text, or the whole site, from being published.',
    cure: 'Correct what the message names; npm run content -- check lists the errors first.',
  },
  'page-fails': {
    weight: 10,
    why: 'The page of a published text does not answer with status 200, so nobody can read it.',
    cure: 'Rename the text, or remove the redirect or page that takes its address.',
  },
  'title-missing': {
    weight: 10,
    why: 'Search results need a title, and make up a worse one if there is none.',
    cure: 'Write a title that names the question that the page answers.',
  },
  'redirect-loop': {
    weight: 8,
    why: 'Browsers and search engines give up on redirects that lead in a circle.',
    cure: 'Remove one of the redirects.',
  },
  'link-missing': {
    weight: 8,
    why: 'The link leads to a page that does not exist, is gone or is not published.',
    cure: 'Correct the address, or remove the link.',
  },
  'schema-invalid': {
    weight: 8,
    why: 'Search engines ignore structured data that they cannot parse.',
    cure: 'Remove unusual characters from the fields of the page; report it as a defect if that does not help.',
  },
  'title-duplicate': {
    weight: 7,
    why: 'Two pages with one title compete in search results, and readers cannot tell them apart.',
    cure: 'Give each page its own title, or a seoTitle.',
  },
  'redirect-broken': {
    weight: 7,
    why: 'The redirect ends at an address without a page.',
    cure: 'Let it lead to a page that exists, or answer 410.',
  },
  'canonical-broken': {
    weight: 7,
    why: 'The canonical address names no page of this site, so search engines may drop the text.',
    cure: 'Correct the key canonical, or leave it out.',
  },
  'schema-required': {
    weight: 7,
    why: 'Without a required property Google shows no rich result for the page.',
    cure: 'Fill in the field that the finding names.',
  },
  'description-missing': {
    weight: 6,
    why: 'Without a description of its own, a page shows an arbitrary passage in search results.',
    cure: 'Write a metaDescription of 110 to 160 characters.',
  },
  'h1-count': {
    weight: 6,
    why: 'One main heading tells readers and search engines what the page is about.',
    cure: 'Keep one heading of level 1: the title. Begin the text with level 2.',
  },
  'near-duplicate': {
    weight: 6,
    why: 'Search engines show only one of two texts that are nearly the same.',
    cure: 'Merge the two and redirect one address, or rewrite one of them.',
  },
  'picture-alt-missing': {
    weight: 6,
    why: 'Readers with a screen reader and image search get nothing from a picture without alt text.',
    cure: 'Write what the picture shows.',
  },
  'external-broken': {
    weight: 5,
    why: 'The link leads to a page of another site that is gone.',
    cure: 'Link to the present address or to another source, or remove the link.',
  },
  'description-duplicate': {
    weight: 5,
    why: 'Two pages with one description look the same in search results.',
    cure: 'Write for each page what only it answers.',
  },
  'same-question': {
    weight: 5,
    why: 'Two articles that answer one question take readers and links from each other.',
    cure: 'Merge them, or give each a question of its own and say so in both titles.',
  },
  orphan: {
    weight: 5,
    why: 'No other text links to the page, so search engines take it for unimportant.',
    cure: 'Link to it from a text where it helps.',
  },
  'redirect-chain': {
    weight: 5,
    why: 'Each further redirect costs time, and search engines stop after a few.',
    cure: 'Let the first redirect lead to the last page.',
  },
  'anchor-empty': {
    weight: 5,
    why: 'A link without words can neither be read out nor understood.',
    cure: 'Write words that say where the link leads.',
  },
  'thin-text': {
    weight: 4,
    why: 'A very short text rarely answers a question, and many of them lower the rank of a site.',
    cure: 'Say what is missing, or merge it with another text.',
  },
  'heading-empty': {
    weight: 4,
    why: 'An empty heading confuses screen readers and tables of contents.',
    cure: 'Write the heading, or remove it.',
  },
  'picture-alt-file-name': {
    weight: 4,
    why: 'The name of a file says nothing about what a picture shows.',
    cure: 'Write what the picture shows.',
  },
  'picture-heavy': {
    weight: 4,
    why: 'A heavy picture makes a page slow, above all on phones.',
    cure: 'Save it with fewer pixels or as JPEG, WebP or AVIF; simplify a drawing.',
  },
  'link-insecure': {
    weight: 4,
    why: 'A link with http:// sends readers over a connection that anybody can change.',
    cure: 'Write https://, or only the path for a page of this site.',
  },
  'link-redirected': {
    weight: 3,
    why: 'The link leads to an address that redirects, which costs readers time.',
    cure: 'Write the final address; npm run content -- check --fix does it.',
  },
  'title-cut': {
    weight: 3,
    why: 'Search results cut the title off, measured in pixels of their typeface.',
    cure: 'Shorten the title, or write a shorter seoTitle.',
  },
  'heading-skipped': {
    weight: 3,
    why: 'A skipped level breaks the outline that screen readers offer.',
    cure: 'Use the next level.',
  },
  'anchor-vague': {
    weight: 3,
    why: 'Words such as “click here” tell neither readers nor search engines what they will find.',
    cure: 'Name the subject of the page that the link leads to.',
  },
  'deep-page': {
    weight: 3,
    why: 'Pages more than three clicks from the home page are read and crawled seldom.',
    cure: 'Link to it from a page nearer to the home page.',
  },
  'empty-category': {
    weight: 3,
    why: 'A list without an article disappoints readers, and search engines call it a soft 404.',
    cure: 'Publish an article there, or remove the category from site.yaml.',
  },
  'picture-size-missing': {
    weight: 3,
    why: 'Without width and height the text jumps while the picture loads.',
    cure: 'Save the picture again in a common format.',
  },
  'title-short': {
    weight: 2,
    why: 'A very short title says too little to be chosen in search results.',
    cure: 'Name the question that the text answers.',
  },
  'description-cut': {
    weight: 2,
    why: 'Search results cut the description off, measured in pixels of their typeface.',
    cure: 'Write at most 160 characters, the important words first.',
  },
  'description-short': {
    weight: 2,
    why: 'A very short description wastes the room of a search result.',
    cure: 'Write 110 to 160 characters.',
  },
  'heading-duplicate': {
    weight: 2,
    why: 'Two equal headings cannot be told apart in the table of contents.',
    cure: 'Say in each what its section answers.',
  },
  'anchor-ambiguous': {
    weight: 2,
    why: 'The same words lead to different pages, so readers cannot know which one they get.',
    cure: 'Name the subject of each page.',
  },
  'picture-alt-long': {
    weight: 2,
    why: 'A long alt text cannot be skimmed with a screen reader.',
    cure: 'Say the essential in the alt text, and the rest in the text.',
  },
  'picture-small': {
    weight: 2,
    why: 'A picture with so few pixels is blurred on most screens.',
    cure: 'Save it at least 480 pixels wide.',
  },
  'schema-recommended': {
    weight: 2,
    why: 'A recommended property makes a rich result more likely.',
    cure: 'Fill in the field that the finding names.',
  },
  'check-overdue': {
    weight: 2,
    why: 'The text was last checked long ago, and its page shows readers that date.',
    cure: 'Check the text, and write the day as checkedAt.',
  },
  'author-empty': {
    weight: 2,
    why: 'The page of an author without a text is an empty list.',
    cure: 'Name the author in a text, or remove the entry from authors.yaml.',
  },
  'author-unknown': {
    weight: 2,
    why: 'Readers and search engines cannot judge what an author knows without a word about them.',
    cure: 'Write about in authors.yaml: what the author knows and did.',
  },
  dates: {
    weight: 2,
    why: 'Dates that contradict each other cost trust.',
    cure: 'Correct the date that the finding names.',
  },
  'paragraph-duplicate': {
    weight: 2,
    why: 'The same paragraph in two texts makes both look copied.',
    cure: 'Keep it in one, and link to it from the other.',
  },
  'check-missing': {
    weight: 1,
    why: 'Nobody has said for a long time that the text still holds.',
    cure: 'Check the text, and write the day as checkedAt.',
  },
  'external-moved': {
    weight: 1,
    why: 'The page of another site has moved for good, and its redirect may end.',
    cure: 'Write the new address.',
  },
  'anchor-address': {
    weight: 1,
    why: 'A bare address is hard to read and says little about the page.',
    cure: 'Write words in its place.',
  },
  'hard-to-read': {
    weight: 1,
    why: 'Long words and sentences lose readers who are in a hurry.',
    cure: 'Split long sentences, and use shorter words.',
  },
  'long-read': {
    weight: 1,
    why: 'Few readers finish a text of more than twenty minutes.',
    cure: 'Split it into several texts that link to each other.',
  },
  'link-opportunity': {
    weight: 1,
    why: 'The text names the subject of another text without a link to it.',
    cure: 'Link to it where it is named first.',
  },
} as const satisfies Readonly<Record<string, AuditRuleText>>;

type AuditRuleText = { readonly weight: number; readonly why: string; readonly cure: string };

export type RuleId = keyof typeof RULES;

export type AuditFinding = {
  readonly rule: RuleId;
  /**
   * Path that starts with the content folder's own name; undefined for a page that no file
   * describes.
   */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly address?: string | undefined;
  readonly message: string;
};
