import { pages } from '../site/addresses.ts';
import { askQuestions, createSlugQuestion, type GivenFlags } from './ask-questions.ts';
import type { ChangePlan } from './folder-change.ts';
import { type ContentFolder, findSetting } from './read-folder.ts';
import { addItem } from './yaml-edits.ts';

const HEADER = '# Who writes. Each may also have a picture in the folder authors, and links.\n';

/** Adds somebody to `authors.yaml`. */
export async function planAuthor(folder: ContentFolder, given: GivenFlags): Promise<ChangePlan> {
  const file = `${folder.name}/authors.yaml`;
  const [name = ''] = await askQuestions([NAME], given);
  const [slug = '', role, about] = await askQuestions(
    [createSlugQuestion(name, folder.site.language), ROLE, ABOUT],
    given,
  );
  const source = findSetting(folder, 'authors.yaml') ?? { file, text: HEADER };
  const author = { slug, name, ...(role && { role }), ...(about && { about }) };
  return {
    written: new Map([[file, addItem(source, author)]]),
    moved: [],
    copied: [],
    removed: [],
    renamed: [],
    lines: [`${file}: ${slug} added`],
    summary: `Name the author in the front matter of a text: author: ${slug}
Publish with: npm run content -- publish
The articles are then listed at ${pages.author(slug)}.`,
  };
}

const NAME = {
  flag: 'name',
  text: 'Name',
  findProblem: (name: string) =>
    name === '' ? 'is empty; write the name of the author' : undefined,
};
const ROLE = { flag: 'role', text: 'Role, such as Editor, or none', fallback: '' };
const ABOUT = {
  flag: 'about',
  text: 'What they know and did, in some sentences, or nothing',
  fallback: '',
};
