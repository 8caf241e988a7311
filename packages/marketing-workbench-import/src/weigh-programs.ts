import type { ArchiveFile } from './archive.ts';
import { decodeBytes } from './markdown-folder/decode-text.ts';
import type { ProgramName } from './markdown-folder/site-config.ts';

/** A program whose sites are folders; `content` is this program. */
export type FolderProgram = ProgramName | 'content';

type ProgramEvidence = {
  readonly program: FolderProgram;
  /** Matches paths below the folder of the site. */
  readonly path: RegExp;
  readonly weight: number;
  /** Matches the beginning of the file, if its name alone says too little. */
  readonly content?: RegExp;
};

const PACKAGE = /^package\.json$/;

/**
 * The files that tell which program makes a site. What the package file depends on weighs most; a
 * name that other tools use, too, counts only with a matching content.
 */
const EVIDENCE: readonly ProgramEvidence[] = [
  { program: 'content', path: /^site\.ya?ml$/, weight: 16 },
  { program: 'Hugo', path: /^hugo\.(?:toml|ya?ml|json)$/, weight: 10 },
  { program: 'Hugo', path: /^config\/_default\/[\w.-]+\.(?:toml|ya?ml|json)$/, weight: 10 },
  {
    program: 'Hugo',
    path: /^config\.(?:toml|ya?ml|json)$/,
    weight: 8,
    content: /^\s*["']?(?:baseURL|languageCode|params|theme|paginate|menu|taxonomies|title)\b/im,
  },
  { program: 'Hugo', path: /^archetypes\/.+\.md$/, weight: 4 },
  { program: 'Hugo', path: /^content\/(?:.*\/)?_index(?:\.\w+)?\.md$/, weight: 4 },
  { program: 'Jekyll', path: /^_config\.(?:ya?ml|toml)$/, weight: 8 },
  { program: 'Jekyll', path: /^(?:.*\/)?_posts\/.+\.(?:md|markdown|html)$/, weight: 6 },
  { program: 'Jekyll', path: /^_layouts\/.+$/, weight: 3 },
  { program: 'Jekyll', path: /^Gemfile$/, weight: 4, content: /\b(?:jekyll|github-pages)\b/ },
  { program: 'Astro', path: /^astro\.config\.\w+$/, weight: 10 },
  { program: 'Astro', path: /^src\/content[./]config\.\w+$/, weight: 5 },
  { program: 'Eleventy', path: /^(?:\.eleventy\.c?js|eleventy\.config\.\w+)$/, weight: 10 },
  { program: 'Docusaurus', path: /^docusaurus\.config\.\w+$/, weight: 10 },
  { program: 'Gatsby', path: /^gatsby-config\.\w+$/, weight: 10 },
  { program: 'Gatsby', path: /^gatsby-node\.\w+$/, weight: 4 },
  { program: 'Astro', path: PACKAGE, weight: 12, content: /"astro"\s*:/ },
  { program: 'Eleventy', path: PACKAGE, weight: 12, content: /"@11ty\/eleventy"\s*:/ },
  { program: 'Docusaurus', path: PACKAGE, weight: 12, content: /"@docusaurus\/core"\s*:/ },
  { program: 'Gatsby', path: PACKAGE, weight: 12, content: /"gatsby"\s*:/ },
];

/** The folder of the site is that of the source, or at most this many folders below it. */
const DEPTH_MAX = 2;
/** A site below another folder loses to one above it that has as much evidence. */
const DEPTH_WEIGHT = 1;
/** Folders in which other tools keep their settings, and copies of sites. */
const FOREIGN = /(?:^|\/)(?:\.[^/]+|node_modules|themes|vendor|exampleSite|_?data|test|tests)\//;

export type WeighedProgram = {
  readonly program: FolderProgram;
  /** The folder of the site with a slash at its end; empty for that of the source. */
  readonly folder: string;
  readonly weight: number;
  /** The files that told it, those that weigh most first. */
  readonly files: readonly string[];
};

/** Weighs what the files tell about the programs of a folder; the most probable one is the first. */
export async function weighPrograms(
  files: readonly ArchiveFile[],
): Promise<readonly WeighedProgram[]> {
  const found = new Map<string, { program: FolderProgram; folder: string; seen: Seen[] }>();
  for (const { file, folder, evidence } of listEvidence(files)) {
    if (!(await matchesContent(file, evidence))) continue;
    const key = `${evidence.program} ${folder}`;
    const candidate = found.get(key) ?? { program: evidence.program, folder, seen: [] };
    found.set(key, candidate);
    candidate.seen.push({ evidence, path: file.path });
  }
  return [...found.values()].map(sumWeights).toSorted((one, other) => other.weight - one.weight);
}

type Seen = { readonly evidence: ProgramEvidence; readonly path: string };

/** Sums the weights; several files of one kind count once. */
function sumWeights({
  program,
  folder,
  seen,
}: {
  readonly program: FolderProgram;
  readonly folder: string;
  readonly seen: readonly Seen[];
}): WeighedProgram {
  const firsts = new Map(seen.toReversed().map((one) => [one.evidence, one.path]));
  const sorted = [...firsts].toSorted(([one], [other]) => other.weight - one.weight);
  const depth = folder.split('/').length - 1;
  const sum = sorted.reduce((total, [{ weight }]) => total + weight, 0);
  return {
    program,
    folder,
    weight: sum - depth * DEPTH_WEIGHT,
    files: sorted.map(([, path]) => path),
  };
}

function listEvidence(files: readonly ArchiveFile[]) {
  return files.flatMap((file) => {
    if (FOREIGN.test(file.path)) return [];
    const parts = file.path.split('/');
    return parts.slice(0, DEPTH_MAX + 1).flatMap((_, depth) => {
      const below = parts.slice(depth).join('/');
      const folder = parts
        .slice(0, depth)
        .map((part) => `${part}/`)
        .join('');
      return EVIDENCE.filter(({ path }) => path.test(below)).map((evidence) => ({
        file,
        folder,
        evidence,
      }));
    });
  });
}

const CONTENT_BYTES_MAX = 1_000_000;

async function matchesContent(file: ArchiveFile, { content }: ProgramEvidence): Promise<boolean> {
  if (content === undefined) return true;
  if (file.size > CONTENT_BYTES_MAX) return false;
  return content.test(decodeBytes(await file.read())?.text ?? '');
}
