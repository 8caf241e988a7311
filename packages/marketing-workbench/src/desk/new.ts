import { asksForHelp, type Command, createCommand } from '../command/create-command.ts';
import { findClosestName } from '../content/did-you-mean.ts';
import type { GivenFlags } from './ask-questions.ts';
import { DeskError } from './desk-error.ts';
import type { ChangePlan } from './folder-change.ts';
import type { ContentFolder } from './read-folder.ts';

/** Returns whether `new <name>` begins a text; otherwise it creates the folder of a site. */
export function isKindOfText(name: string): boolean {
  return KINDS.has(name);
}

/** Throws a DeskError for a name that is almost a kind of text, and would become a folder. */
export function refuseMisspelledKind(name: string): void {
  const meant = isKindOfText(name) ? undefined : findClosestName(name, KINDS.keys());
  if (meant !== undefined)
    throw new DeskError(
      `“${name}” is not a kind of text; did you mean ${meant}? To begin a site in a folder of that name: new ./${name}`,
    );
}

/** Runs `new` with a kind; each kind has flags of its own. */
export const newText: Command = {
  summary:
    'begins an article or a page as a draft with complete front matter, or adds an author; asks for what no flag gives; <article|page|author>',
  run: async ({ config, args: [kind = '', ...args] }) => {
    const command = KINDS.get(kind);
    if (command !== undefined) return command.run({ config, args });
    const names = [...KINDS.keys()].map((name) => `new ${name}`);
    if (kind === '')
      throw new DeskError(`The kind of text is missing; write ${names.join(' or ')}.`);
    if (asksForHelp([kind])) {
      for (const one of KINDS.values()) await one.run({ config, args: [kind] });
      return 0;
    }
    throw new DeskError(`“${kind}” is not a kind of text; write ${names.join(' or ')}.`);
  },
};

type PlanText = (folder: ContentFolder, given: GivenFlags) => Promise<ChangePlan>;

const KINDS: ReadonlyMap<string, Command> = new Map([
  [
    'article',
    createKindCommand(
      'article [--title <text>] [--category <slug>] [--subcategory <slug>] [--slug <slug>]',
      async () => (await import('./new-text.ts')).planArticle,
    ),
  ],
  [
    'page',
    createKindCommand(
      'page [--title <text>] [--slug <slug>]',
      async () => (await import('./new-text.ts')).planPage,
    ),
  ],
  [
    'author',
    createKindCommand(
      'author [--name <text>] [--slug <slug>] [--role <text>] [--about <text>]',
      async () => (await import('./new-author.ts')).planAuthor,
    ),
  ],
]);

function createKindCommand(usage: string, load: () => Promise<PlanText>): Command {
  return createCommand(`new ${usage}`, '', async () => {
    const plan = await load();
    const { readFolder } = await import('./read-folder.ts');
    const { applyPlan } = await import('./folder-change.ts');
    return async (config, { values }) =>
      applyPlan(await plan(readFolder(config.contentDir), values), config, false);
  });
}
