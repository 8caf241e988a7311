import { parseHtmlFragment } from 'marketing-workbench/content/markdown/html-fragment';
import type { References } from 'marketing-workbench/html-to-markdown/conversion';
import type { ConvertedBody } from 'marketing-workbench/html-to-markdown/html-to-markdown';
import {
  countHtmlParts,
  countMarkdownParts,
  countPlainWords,
  createPartCounts,
  type PartCounts,
} from 'marketing-workbench/html-to-markdown/part-counts';
import type { Nodes, Root } from 'mdast';
import { listMarkdownAnchors } from './markdown-anchors.ts';
import {
  editCallout,
  editCode,
  editHeading,
  editMarks,
  editNotes,
  editParagraph,
  editTable,
  formatKeptFence,
} from './markdown-dialects.ts';
import { createEdits, parseImportedMarkdown, spanOf, visitMarkdown } from './markdown-edits.ts';
import { listDefinitions, renderMarkdown, rewriteHtml } from './markdown-html.ts';
import {
  editDefinitions,
  editLink,
  editPicture,
  type LinkEditing,
  removeWordless,
} from './markdown-links.ts';

/**
 * Changes what this site would refuse or not find in Markdown of another program
 * (`docs/writing.md`, “Text”). Everything else stays byte for byte as it is.
 */
export function convertMarkdownBody(text: string, references: References): ConvertedBody {
  try {
    return convertImportedMarkdown(text, references);
  } catch (error) {
    // Blocks are nested more deeply than the call stack.
    if (!(error instanceof Error && error.name === 'RangeError')) throw error;
    return keepMarkdown(text, 'is nested too deeply');
  }
}

function keepMarkdown(text: string, reason: string): ConvertedBody {
  const parts = { ...createPartCounts(), words: countPlainWords(text) };
  return {
    markdown: `${formatKeptFence(text.trimEnd())}\n`,
    before: parts,
    after: { ...parts, codeBlocks: 1 },
    anchors: new Map(),
    notes: [`the text ${reason}; it was kept as it was`],
  };
}

function convertImportedMarkdown(text: string, references: References): ConvertedBody {
  const notes: string[] = [];
  const root = parseImportedMarkdown(text);
  const before = countShownParts(root, text);
  const rewritten = rewriteHtml(root, text, references, notes);
  const used = listReferencedNames(root);
  const rewrittenRoot = rewritten === text ? root : parseImportedMarkdown(rewritten);
  const edits = createEdits(rewritten);
  editMarkdown(rewrittenRoot, {
    ...references,
    edits,
    used,
    note: (what) => void notes.push(what),
  });
  const markdown = edits.apply();
  const edited = edits.isReshaped() ? parseImportedMarkdown(markdown) : rewrittenRoot;
  if (measureNesting(edited) > DEPTH_MAX) return keepMarkdown(text, 'is nested too deeply');
  const after = countMarkdownParts(edited);
  return {
    markdown,
    before,
    after,
    anchors: listMarkdownAnchors(root, edited),
    notes: [...new Set(notes)],
  };
}

/** Levels of nesting; the compiler of this site allows 100. */
const DEPTH_MAX = 95;

function measureNesting(node: Nodes): number {
  if (!('children' in node)) return 1;
  let deepest = 0;
  for (const child of node.children) deepest = Math.max(deepest, measureNesting(child));
  return deepest + 1;
}

/** Counts what a browser would show, including HTML within the text. */
function countShownParts(root: Root, text: string): PartCounts {
  if (!text.includes('<')) return countMarkdownParts(root);
  const notes = root.children.flatMap((node) =>
    node.type === 'footnoteDefinition' ? node.children : [],
  );
  return countHtmlParts(
    parseHtmlFragment(renderMarkdown([...root.children, ...notes], listDefinitions(root))),
  );
}

function listReferencedNames(root: Root): ReadonlySet<string> {
  const names = new Set<string>();
  visitMarkdown(root, (node) => {
    if (node.type === 'linkReference' || node.type === 'imageReference') names.add(node.identifier);
    return undefined;
  });
  return names;
}

function editMarkdown(root: Root, editing: LinkEditing): void {
  const linked = listLinkedNodes(root);
  visitMarkdown(root, (node, parent) => {
    if (node.type !== 'text') return editNode(node, parent, editing);
    editMarks(spanOf(node), linked.has(node), editing);
    return undefined;
  });
  editDefinitions(root, editing);
  editNotes(root, editing);
}

/** Lists the nodes within links. */
function listLinkedNodes(root: Root): ReadonlySet<Nodes> {
  const linked = new Set<Nodes>();
  visitMarkdown(root, (node) => {
    if (node.type !== 'link' && node.type !== 'linkReference') return undefined;
    visitMarkdown(node, (child) => void linked.add(child));
    return 'skip';
  });
  return linked;
}

function editNode(
  node: Nodes,
  parent: Nodes | undefined,
  editing: LinkEditing,
): 'skip' | undefined {
  if (removeWordless(node, editing)) return 'skip';
  const { start, end } = spanOf(node);
  switch (node.type) {
    case 'link':
      editLink(node, editing);
      break;
    case 'image':
      editPicture(node, editing);
      break;
    case 'code':
      editCode(node, editing);
      break;
    case 'table':
      editTable(node, editing);
      break;
    case 'heading':
      editHeading(node, editing);
      break;
    case 'blockquote':
      editCallout(node, editing);
      break;
    case 'paragraph':
      editParagraph(node, parent?.type === 'blockquote' && parent.children[0] === node, editing);
      break;
    case 'delete':
      if (!editing.edits.source.startsWith('~~', start)) {
        editing.edits.insert(start, '~');
        editing.edits.insert(end, '~');
      }
      break;
    default:
  }
  return undefined;
}
