import { addWord, type BlockDraft, createDraft, packDraft } from './block-draft.ts';
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
import { visitTerms } from './document-terms.ts';
import { readDocument, type SearchDocument, termOf } from './document-words.ts';
import { EMPTY_POSTINGS, savePostings } from './merge-postings.ts';
import { BLOCK_SIZE, postingsId, TITLE } from './schema.ts';
import { decodeAscending, encodeAscending } from './varints.ts';
import { createNumbersById, createVocabulary, type NumbersById, type Vocabulary } from './vocabulary.ts';

type Changes = { readonly removed: readonly number[]; readonly written: readonly SearchDocument[] };

/** Changes the index, within one transaction of its own or of others. */
export type DocumentWriter = {
  /**
   * Takes documents out of the index by id, then puts these in; a document that changes is in both. Ids may be given in any
   * order; what is no document is left alone.
   */
  readonly write: (changes: Changes) => void;
  /** To be called once, after the last change: until then the index does not know its words. */
  readonly finish: () => void;
};

type Writing = {
  readonly index: Database;
  readonly terms: Vocabulary;
  readonly words: Vocabulary;
  /** The terms of the words seen so far. */
  readonly termsOfWords: NumbersById;
  /** Of the block being written. */
  readonly draft: BlockDraft;
};

/** Changes given in several parts cost less the more of them stand in the same blocks, 1,024 ids each. */
export function createDocumentWriter(index: Database): DocumentWriter {
  const words = createVocabulary(index, 'search_words');
  const writing = {
    ...{ index, words, draft: createDraft() },
    terms: createVocabulary(index, 'search_terms'),
    termsOfWords: createNumbersById(words.highest),
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
      writing.words.save(writing.termsOfWords.get);
    },
  };
}

/** Changes that are all at hand. */
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
  const gone = found && new Set(removed.map((id) => id % BLOCK_SIZE));
  const documents = packDraft(draft, (term, postings, count) => {
    terms.count(term, count);
    touched.delete(term);
    savePostings(index, postingsId(number, term), postings, gone);
  });
  for (const term of touched) savePostings(index, postingsId(number, term), EMPTY_POSTINGS, gone);
  written.forEach(({ id }, place) => {
    index.run('INSERT INTO search_documents (id, terms, words) VALUES (:id, :terms, :words)', {
      id,
      terms: documents.get(id % BLOCK_SIZE) ?? new Uint8Array(0),
      words: words[place] ?? null,
    });
  });
  saveBlock(index, number, block, titles);
}

/** The terms of the document that is gone then. */
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

type BlockInWork = { readonly block: Block; readonly titles: (readonly number[])[] };

/** Answers the words of the document, packed. */
function addDocument(writing: Writing, document: SearchDocument, { block, titles }: BlockInWork): Uint8Array {
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
  const shelf = giveShelf(writing.index, document.shelf);
  placeDocument(block, offset, { lengths, publishedAt, shelf });
  titles[offset] = listDistinct([...titleTerms]);
  return encodeAscending(distinctWords);
}

/** Each word of a text takes one look for the word alone. */
function identifyTerm({ terms, termsOfWords }: Writing, word: number, text: string): number {
  const known = termsOfWords.get(word);
  if (known > 0) return known;
  const term = terms.idOf(termOf(text));
  termsOfWords.add(word, term);
  return term;
}

/** In ascending order. */
function listDistinct(numbers: readonly number[]): number[] {
  const distinct: number[] = [];
  for (const number of new Int32Array(numbers).sort()) if (number !== distinct.at(-1)) distinct.push(number);
  return distinct;
}

function giveShelf(index: Database, name: string): number {
  index.run('INSERT INTO search_shelves (name) VALUES (:name) ON CONFLICT DO NOTHING', { name });
  return readInteger(index.get('SELECT id FROM search_shelves WHERE name = :name', { name }), 'id');
}
