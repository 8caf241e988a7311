import { addWord, type BlockDraft, createDraft, packDraft, visitTerms } from './block-draft.ts';
import {
  type Block,
  clearPlace,
  createBlock,
  findBlock,
  placeDocument,
  saveBlock,
  splitTitles,
} from './blocks.ts';
import { type Database, readBytes, readInteger } from './database.ts';
import { termOf } from './english.ts';
import {
  decodeAscending,
  EMPTY_POSTINGS,
  encodeAscending,
  mergePostings,
  type PackedPostings,
} from './posting-list.ts';
import { BLOCK_SIZE, FIELDS, postingsId, type SearchDocument, TITLE } from './schema.ts';
import { createDictionaryWriter, type DictionaryWriter } from './term-dictionary.ts';
import { listTokens } from './tokenizer.ts';

type Changes = { readonly removed: readonly number[]; readonly written: readonly SearchDocument[] };

/** Changes the index within the caller's transaction. */
export type DocumentWriter = {
  /** Removes documents, then adds `written`; a changed one is in both. Several calls cost less if each covers whole blocks. */
  readonly write: (changes: Changes) => void;
  /** Must be called once, after the last change; it writes the term dictionary. */
  readonly finish: () => void;
};

type Writing = {
  readonly index: Database;
  readonly terms: DictionaryWriter;
  readonly words: DictionaryWriter;
  readonly termsOfWords: Map<number, number>;
  readonly draft: BlockDraft;
};

export function createDocumentWriter(index: Database): DocumentWriter {
  const words = createDictionaryWriter(index, 'search_words');
  const writing = {
    ...{ index, words, draft: createDraft() },
    terms: createDictionaryWriter(index, 'search_terms'),
    termsOfWords: new Map<number, number>(),
  };
  return {
    write: ({ removed, written }) => {
      const removedByBlock = Map.groupBy(new Set(removed), blockOf);
      const writtenByBlock = Map.groupBy(written, ({ id }) => blockOf(id));
      const blocks = [...new Set([...removedByBlock.keys(), ...writtenByBlock.keys()])];
      for (const block of blocks.sort((a, b) => a - b)) {
        writeBlock(writing, block, {
          removed: removedByBlock.get(block) ?? [],
          written: (writtenByBlock.get(block) ?? []).toSorted((a, b) => a.id - b.id),
        });
      }
    },
    finish: () => {
      writing.terms.save();
      writing.words.save();
    },
  };
}

export function writeDocuments(index: Database, changes: Changes): void {
  const writer = createDocumentWriter(index);
  writer.write(changes);
  writer.finish();
}

function blockOf(id: number): number {
  return Math.floor(id / BLOCK_SIZE);
}

function writeBlock(writing: Writing, number: number, { removed, written }: Changes): void {
  const { index, terms, draft } = writing;
  const found = findBlock(index, number);
  const block = found ?? createBlock();
  const titles = splitTitles(block);
  const touched = new Set(removed.flatMap((id) => removeDocument(writing, id)));
  for (const id of removed) {
    clearPlace(block, id % BLOCK_SIZE);
    titles[id % BLOCK_SIZE] = [];
  }
  const words = written.map((document) => addDocument(writing, document, { block, titles }));
  const removedOffsets = found && new Set(removed.map((id) => id % BLOCK_SIZE));
  const documents = packDraft(draft, (term, postings, count) => {
    terms.count(term, count);
    touched.delete(term);
    savePostings(index, postingsId(number, term), postings, removedOffsets);
  });
  for (const term of touched) savePostings(index, postingsId(number, term), EMPTY_POSTINGS, removedOffsets);
  written.forEach(({ id }, place) => {
    index.run('INSERT INTO search_documents (id, terms, words) VALUES (:id, :terms, :words)', {
      id,
      terms: documents.get(id % BLOCK_SIZE) ?? new Uint8Array(0),
      words: words[place] ?? null,
    });
  });
  saveBlock(index, number, block, titles);
}

function removeDocument({ index, terms, words }: Writing, id: number): number[] {
  const row = index.get('SELECT terms, words FROM search_documents WHERE id = :id', { id });
  if (row === undefined) return [];
  for (const word of decodeAscending(readBytes(row, 'words'))) words.count(word, -1);
  index.run('DELETE FROM search_documents WHERE id = :id', { id });
  const touched: number[] = [];
  visitTerms(readBytes(row, 'terms'), (term) => {
    terms.count(term, -1);
    touched.push(term);
  });
  return touched;
}

type OpenBlock = { readonly block: Block; readonly titles: (readonly number[])[] };

function addDocument(writing: Writing, document: SearchDocument, { block, titles }: OpenBlock): Uint8Array {
  const { id, publishedAt } = document;
  const offset = id % BLOCK_SIZE;
  const wordIds: number[] = [];
  const titleTerms = new Set<number>();
  const lengths = readDocument(document, (text, field, position) => {
    const word = writing.words.idOf(text);
    const term = identifyTerm(writing, word, text);
    wordIds.push(word);
    if (field === TITLE) titleTerms.add(term);
    addWord(writing.draft, { offset, term, field, position });
  });
  const distinctWords = listDistinct(wordIds);
  for (const word of distinctWords) writing.words.count(word, 1);
  placeDocument(block, offset, { lengths, publishedAt, facet: findFacet(writing.index, document.facet) });
  titles[offset] = listDistinct([...titleTerms]);
  return encodeAscending(distinctWords);
}

function identifyTerm({ terms, termsOfWords }: Writing, word: number, text: string): number {
  const known = termsOfWords.get(word);
  if (known !== undefined) return known;
  const term = terms.idOf(termOf(text));
  termsOfWords.set(word, term);
  return term;
}

function listDistinct(numbers: readonly number[]): number[] {
  const distinct: number[] = [];
  for (const number of new Int32Array(numbers).sort()) if (number !== distinct.at(-1)) distinct.push(number);
  return distinct;
}

function findFacet(index: Database, name: string): number {
  index.run('INSERT INTO search_facets (name) VALUES (:name) ON CONFLICT DO NOTHING', { name });
  return readInteger(index.get('SELECT id FROM search_facets WHERE name = :name', { name }), 'id');
}

/** The gap of positions between two lines, so that no phrase matches across them. */
const LINE_GAP = 10;

/** Calls `visit` for each word of a document, field by field; returns the number of words in each field. */
function readDocument(
  { fields }: SearchDocument,
  visit: (word: string, field: number, position: number) => void,
): number[] {
  return FIELDS.map((name, field) => {
    let first = 0;
    let length = 0;
    for (const line of (fields[name] ?? '').split('\n')) {
      let last = first;
      for (const { word, position, parts } of listTokens(line)) {
        last = first + position + 1;
        if (parts === undefined) length++;
        visit(word, field, first + position);
      }
      first = last + LINE_GAP;
    }
    return length;
  });
}

/** `removed` is undefined for a new block, which has no rows yet. */
function savePostings(
  index: Database,
  id: number,
  added: PackedPostings,
  removed: ReadonlySet<number> | undefined,
): void {
  const row = removed && index.get('SELECT documents, positions FROM search_postings WHERE id = :id', { id });
  if (row === undefined) {
    index.run('INSERT INTO search_postings (id, documents, positions) VALUES (:id, :documents, :positions)', {
      id,
      ...added,
    });
    return;
  }
  const old = { documents: readBytes(row, 'documents'), positions: readBytes(row, 'positions') };
  const postings = mergePostings(old, added, removed ?? new Set());
  // An edited document leaves most posting lists as they were.
  if (areEqual(old.documents, postings.documents) && areEqual(old.positions, postings.positions)) return;
  if (postings.documents.length === 0) {
    index.run('DELETE FROM search_postings WHERE id = :id', { id });
    return;
  }
  index.run('UPDATE search_postings SET documents = :documents, positions = :positions WHERE id = :id', {
    id,
    ...postings,
  });
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
