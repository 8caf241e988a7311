import { existsSync } from 'node:fs';
import type { CommandRun } from '../../command/create-command.ts';
import type { Config } from '../../config.ts';
import { formatCount } from '../../content/format-count.ts';
import { compileWithCaches } from '../../publishing/compile-with-caches.ts';
import { readCounts } from '../../publishing/read-counts.ts';
import { searchTemporarySite } from '../../publishing/temporary-site.ts';
import { DEFAULT_COUNTING } from '../../site/settings.ts';
import { findLocalDay } from '../../site/time/time-zones.ts';
import { DeskError } from '../desk-error.ts';
import { applyPlan } from '../folder-change.ts';
import { listFrequentSearches } from '../frequent-searches.ts';
import { type ContentFolder, type FolderText, readFolder, requireText } from '../read-folder.ts';
import { addQuestions } from './answer-edits.ts';
import { type ProposedQuestions, proposeQuestions } from './proposed-questions.ts';

export const answers: CommandRun = async (
  config,
  { positionals: [wanted], flags: { write = false } },
) => {
  const folder = readFolder(config.contentDir);
  const text = wanted === undefined ? undefined : requireText(folder, wanted);
  if (text?.place.kind === 'legacy')
    throw new DeskError(
      `${text.file} is a post of the old site, which has no answers; name another text.`,
    );
  const asked = await listAskedSearches(config, folder);
  if (typeof asked === 'string') {
    console.log(asked);
    return 0;
  }
  const { questions, proposals } = proposeQuestions(asked, folder.texts, text);
  if (proposals.length === 0) {
    console.log(describeNoProposals(questions, text));
    return 0;
  }
  if (write) return writeQuestions(config, folder, proposals);
  console.log(formatProposals(proposals, wanted));
  return 0;
};

/**
 * Lists what readers searched for, with the texts that come nearest, or returns a message if
 * nothing is known.
 */
async function listAskedSearches(config: Config, { site }: ContentFolder) {
  const { daysKept } = site.counting ?? DEFAULT_COUNTING;
  const now = Date.now();
  const from = findLocalDay(now, site.timeZone) - daysKept + 1;
  const counts = await readCounts(config, from);
  if (counts.firstDay === undefined)
    return 'Nothing has been counted yet. Come back when readers have searched the running site.';
  const searched = listFrequentSearches(counts, from);
  if (searched.length === 0)
    return 'The words of no search are known yet: they are stored after they have been searched for three times. Come back later.';
  const { contentDir, dataDir } = config;
  const caches = existsSync(dataDir) ? { dataDir } : {};
  const queries = searched.map(({ words }) => words);
  const options = { ...caches, pictures: 'named' as const };
  const near = await compileWithCaches(contentDir, options, async (compilation) => {
    const { problems } = compilation;
    if (problems.length > 0)
      console.error(
        `The content has ${formatCount(problems.length, 'error')}, so texts may be left out: npm run content -- check`,
      );
    return searchTemporarySite(compilation, queries, now);
  });
  return searched.flatMap((one) => {
    const found = near.get(one.words);
    return found === undefined ? [] : { ...one, ...found };
  });
}

function describeNoProposals(questions: number, text: FolderText | undefined): string {
  if (questions === 0)
    return 'Readers searched with keywords only: no question or sentence was searched for three times yet. Come back later.';
  const asked = `Readers asked ${formatCount(questions, 'question')}`;
  return text === undefined
    ? `${asked}, and the answers of the texts already contain each one that finds a text. npm run content -- report lists the searches without a good result.`
    : `${asked}. ${text.file} is not published, or is not among the best results of a question that its answers lack. Run the command without a text to list the questions of all texts.`;
}

/**
 * Formats the lines to paste. The number of searches is a comment, so they can be pasted as they
 * are.
 */
function formatProposals(
  proposals: readonly ProposedQuestions[],
  wanted: string | undefined,
): string {
  const total = proposals.reduce((sum, { questions }) => sum + questions.length, 0);
  const call = [
    'npm run content -- answers',
    ...(wanted === undefined ? [] : [wanted]),
    '--write',
  ].join(' ');
  return [
    ...proposals.flatMap(({ text, lines }) => [`${text.file}:`, ...lines, '']),
    `${formatCount(total, 'question')} for ${formatCount(proposals.length, 'text')}. Paste the lines that fit into the front matter, or add all: ${call}`,
  ].join('\n');
}

function writeQuestions(
  config: Config,
  folder: ContentFolder,
  proposals: readonly ProposedQuestions[],
): Promise<number> {
  const named = proposals.map(({ text, questions }) => ({
    text,
    questions: questions.map(({ words }) => words),
  }));
  return applyPlan(
    {
      written: new Map(
        named.map(({ text, questions }) => [text.file, addQuestions(text, questions)]),
      ),
      moved: [],
      copied: [],
      removed: [],
      renamed: [],
      lines: named.map(
        ({ text, questions }) => `${text.file}: ${formatCount(questions.length, 'question')} added`,
      ),
      summary: `Look at the questions in ${folder.name}, then publish with: npm run content -- publish`,
    },
    config,
    false,
  );
}
