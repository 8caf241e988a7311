import type { z } from 'zod';
import { createSettingsSchemas } from '../../content/compile-settings.ts';
import { TOP_LEVEL_FILES } from '../../content/sort-files.ts';
import { FRONT_MATTER } from '../../content/texts/text-keys.ts';
import { type ArticlePlace, pages } from '../../site/addresses.ts';
import type { News, SiteSettings } from '../../site/settings.ts';
import { createFormFields, type FormField, formatLabel } from './form-fields.ts';

type CollectionFolder = {
  readonly label: string;
  /** Path below the content folder. */
  readonly folder: string;
  readonly schema: z.ZodType;
  /** Address of a text, with `SLUG` for its name or `{{key}}` for a key of its front matter. */
  readonly address: string;
  readonly icon: string;
  /** Whether it is the first folder of a group in the menu. */
  readonly isFirst?: boolean;
};

const SLUG = 'slug-of-the-text';

/** Field for YAML. The field for code would empty the file. */
const YAML: FormField = { name: 'body', label: 'YAML', widget: 'text' };

const BODY: FormField = {
  name: 'body',
  label: 'Text',
  // The field of editor-page/markdown-field.ts.
  widget: 'markdown-text',
  required: false,
  hint: 'Markdown. Headings begin with ##, a callout with > [!TIP]. docs/writing.md shows how to write pictures and the rest.',
};

/**
 * Returns the configuration of the editor (https://sveltiacms.app/en/docs/config-basics), and the
 * folder of each collection.
 */
export function createEditorConfig(site: SiteSettings, previewOrigin: string) {
  const folders = listCollectionFolders(site);
  return {
    load_config_file: false,
    // Kept in the browser's private file system, where editor-page/content-directory.ts puts the
    // content folder.
    backend: { name: 'test-repo' },
    app_title: `Editor of ${site.name}`,
    site_url: previewOrigin,
    show_preview_links: false,
    media_folder: 'articles',
    output: { omit_empty_optional_fields: true },
    slug: { encoding: 'ascii', clean_accents: true },
    // An uploaded file gets a name that is simple in an address, too.
    media_libraries: { default: { config: { slugify_filename: true } } },
    collections: folders.flatMap((folder) => [
      ...(folder.isFirst === true ? [{ divider: true }] : []),
      createCollection(folder),
    ]),
    singletons: listSettings(site),
    folders: Object.fromEntries(folders.map((one) => [nameCollection(one), one.folder])),
  };
}

function listCollectionFolders({ categories, news }: SiteSettings): readonly CollectionFolder[] {
  const sections = categories.flatMap(({ slug: category, name, subcategories }) => {
    const all = news?.category === category ? [...subcategories, news] : subcategories;
    const below = all.map(
      ({ slug, name }): CollectionFolder => ({
        ...createSection({ category, subcategory: slug }, news),
        label: name,
      }),
    );
    return [
      { ...createSection({ category }, news), label: name, icon: 'folder', isFirst: true },
      ...below,
    ];
  });
  const guides = {
    folder: 'guides',
    schema: FRONT_MATTER.guide,
    address: `/${SLUG}`,
    icon: 'menu_book',
  };
  const own = { folder: 'pages', schema: FRONT_MATTER.page, address: `/${SLUG}`, icon: 'info' };
  const old = {
    folder: 'legacy',
    schema: FRONT_MATTER.legacy,
    address: '{{legacyUrl}}',
    icon: 'history',
  };
  return [
    ...sections,
    { ...guides, label: 'Guides', isFirst: true },
    { ...own, label: 'Pages' },
    { ...old, label: 'Old posts' },
  ];
}

function createSection(place: Omit<ArticlePlace, 'slug'>, news: News | undefined) {
  const folder = ['articles', place.category, place.subcategory].filter(Boolean).join('/');
  const address = pages.article({ ...place, slug: SLUG }, news);
  return { folder, address, schema: FRONT_MATTER.article, icon: 'article' };
}

function nameCollection({ folder }: CollectionFolder): string {
  return folder.replaceAll('/', '--');
}

/** Keys that every text needs, shown above its body; the others are below. */
const FIRST: ReadonlySet<string> = new Set([
  'title',
  'legacyUrl',
  'excerpt',
  'metaDescription',
  'publishedAt',
  'draft',
]);

function createCollection(folder: CollectionFolder) {
  const fields = createFormFields(folder.schema).filter(({ name }) => name !== 'aliases');
  const isFirst = ({ name }: FormField) => FIRST.has(name);
  return {
    name: nameCollection(folder),
    label: folder.label,
    label_singular: 'text',
    icon: folder.icon,
    folder: folder.folder,
    extension: 'md',
    format: 'yaml-frontmatter',
    // Pictures are beside the text and named without a folder.
    media_folder: `/${folder.folder}`,
    public_folder: '',
    slug: {
      template: '{{title}}',
      editable: true,
      hint: 'The last part of the address, and the name of the file.',
    },
    // A text that gets another slug keeps its old address as an alias, which the editor writes if
    // the form has no field for it.
    preview_path: folder.address.replace(SLUG, '{{slug}}'),
    fields: [
      ...fields.filter(isFirst),
      { ...BODY, text_folder: folder.folder },
      ...fields.filter((field) => !isFirst(field)),
    ],
  };
}

/**
 * Lists the settings files: with a form if their schema is known here, otherwise with their text.
 */
function listSettings(site: SiteSettings) {
  const schemas = createSettingsSchemas(site);
  const files = [...TOP_LEVEL_FILES].filter((file) => file.endsWith('.yaml'));
  return files.map((file) => {
    const schema = schemas[file];
    const form = schema && { format: 'yaml', fields: createFormFields(schema) };
    return { ...describeSettings(file), ...(form ?? { format: 'raw', fields: [YAML] }) };
  });
}

function describeSettings(file: string) {
  const name = file.replace('.yaml', '');
  return { name, label: formatLabel(name), icon: 'settings', file };
}
