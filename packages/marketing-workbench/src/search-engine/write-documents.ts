import { addDraftEntry, type BlockDraft, createDraft, visitEntries } from './block-draft.ts';
import {
  type Blocks,
  clearDocument,
  createBlocks,
  joinBlocks,
  placeDocument,
  saveBlock,
  splitTitles,
} from './blocks.ts';
import { type RowWriter, readBytes, readInteger } from './database.ts';
import { type DocumentTerm, encodeTerms, visitTerms } from './document-terms.ts';
import { type Language, readLanguage } from './language.ts';
import {
  createPostingsWriter,
  decodeAscending,
  encodeAscending,
  encodePlace,
  maskFields,
  mergePostings,
  type PackedPostings,
  viewPostings,
  writeEntry,
} from './posting-list.ts';
import { BLOCK_SIZE, FIELDS, postingsId, type SearchDocument, TITLE } from './schema.ts';
import { createDictionaryWriter, type DictionaryWriter } from './term-dictionary.ts';
import { listTokens } from './tokenizer.ts';

type DocumentChanges = {
  readonly removed: readonly number[];
  readonly written: readonly SearchDocument[];
};

/** Changes the index within the caller's transaction. */
export type DocumentWriter = {
  /**
   * Removes documents, then adds `written`; a changed one is in both. Several calls cost less if
   * each covers whole blocks.
   */
  readonly write: (changes: DocumentChanges) => void;
  /** Must be called once, after the last change; it writes the term dictionary. */
  readonly finish: () => void;
};

type IndexUpdate = {
  readonly index: RowWriter;
  readonly language: Language;
  readonly terms: DictionaryWriter;
  readonly words: DictionaryWriter;
  readonly termsOfWords: Map<number, number>;
};

export function createDocumentWriter(index: RowWriter): DocumentWriter {
  const language = readLanguage(index);
  const words = createDictionaryWriter(index, 'search_words');
  const writing = {
    index,
    language,
    words,
    terms: createDictionaryWriter(index, 'search_terms', language),
    termsOfWords: new Map<number, number>(),
  };
  return {
    write: ({ removed, written }) => {
      const removedByBlock = Map.groupBy(new Set(removed), blockOf);
      const writtenByBlock = Map.groupBy(written, ({ id }) => blockOf(id));
      const blocks = [...new Set([...removedByBlock.keys(), ...writtenByBlock.keys()])];
      for (const block of blocks.sort((a, b) => a - b)) {
        updateBlock(writing, block, {
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

export function writeDocuments(index: RowWriter, changes: DocumentChanges): void {
  const writer = createDocumentWriter(index);
  writer.write(changes);
  writer.finish();
}

function blockOf(id: number): number {
  return Math.floor(id / BLOCK_SIZE);
}

function updateBlock(
  writing: IndexUpdate,
  number: number,
  { removed, written }: DocumentChanges,
): void {
  const { index } = writing;
  const row = index.get('SELECT * FROM search_blocks WHERE id = :number', { number });
  const block = row === undefined ? createBlocks() : joinBlocks([row]);
  const open = { block, titles: splitTitles(block), draft: createDraft() };
  const writer = createPostingsWriter();
  const touched = removed.flatMap((id) => removeDocument(writing, id));
  for (const id of removed) {
    clearDocument(block, id % BLOCK_SIZE);
    open.titles[id % BLOCK_SIZE] = [];
  }
  for (const document of written) addDocument(writing, document, open);
  const removedOffsets = row && new Set(removed.map((id) => id % BLOCK_SIZE));
  for (const term of sortNumbers(new Set([...open.draft.lastEntries.keys(), ...touched]))) {
    visitEntries(open.draft, term, (offset, places) => writeEntry(writer, offset, places));
    savePostings(index, postingsId(number, term), viewPostings(writer), removedOffsets);
  }
  saveBlock(index, number, block, open.titles);
}

function removeDocument({ index, terms, words }: IndexUpdate, id: number): number[] {
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

type OpenBlock = {
  readonly block: Blocks;
  readonly titles: (readonly number[])[];
  readonly draft: BlockDraft;
};

function addDocument(
  writing: IndexUpdate,
  document: SearchDocument,
  { block, titles, draft }: OpenBlock,
): void {
  const { index, terms, words } = writing;
  const { id, publishedAt } = document;
  const offset = id % BLOCK_SIZE;
  const { placesOfTerms, wordIds, lengths } = readDocument(writing, document);
  const documentTerms = Array.from(sortNumbers(placesOfTerms.keys()), (term): DocumentTerm => {
    const places = placesOfTerms.get(term) ?? [];
    addDraftEntry(draft, term, offset, places);
    terms.count(term, 1);
    return { term, fields: maskFields(places), count: places.length };
  });
  for (const word of wordIds) words.count(word, 1);
  placeDocument(block, offset, { lengths, publishedAt, facet: findFacet(index, document.facet) });
  titles[offset] = documentTerms.flatMap(({ term, fields }) => (fields & (1 << TITLE) ? term : []));
  index.run('INSERT INTO search_documents (id, terms, words) VALUES (:id, :terms, :words)', {
    id,
    terms: encodeTerms(documentTerms),
    words: encodeAscending(sortNumbers(wordIds)),
  });
}

/** The gap of positions between two lines, so that no phrase matches across them. */
const LINE_GAP = 10;

/**
 * Returns the ids of a document's words, the places of its terms, and the number of words in each
 * field.
 */
function readDocument(writing: IndexUpdate, { fields }: SearchDocument) {
  const wordIds = new Set<number>();
  const placesOfTerms = new Map<number, number[]>();
  const lengths = FIELDS.map((name, field) => {
    let first = 0;
    let length = 0;
    for (const line of (fields[name] ?? '').split('\n')) {
      let last = first;
      for (const { word: text, position, parts } of listTokens(line, writing.language)) {
        last = first + position + 1;
        if (parts === undefined) length++;
        const word = writing.words.idOf(text);
        wordIds.add(word);
        addPlace(
          placesOfTerms,
          identifyTerm(writing, word, text),
          encodePlace(field, first + position),
        );
      }
      first = last + LINE_GAP;
    }
    return length;
  });
  return { placesOfTerms, wordIds, lengths };
}

function addPlace(placesOfTerms: Map<number, number[]>, term: number, place: number): void {
  const places = placesOfTerms.get(term);
  if (places === undefined) placesOfTerms.set(term, [place]);
  // The joined form of a compound follows its parts but has the position of the first.
  else if (place >= (places.at(-1) ?? 0)) places.push(place);
}

function identifyTerm(
  { terms, termsOfWords, language }: IndexUpdate,
  word: number,
  text: string,
): number {
  const known = termsOfWords.get(word);
  if (known !== undefined) return known;
  const term = terms.idOf(language.termOf(text));
  termsOfWords.set(word, term);
  return term;
}

function sortNumbers(numbers: Iterable<number>): Int32Array {
  return new Int32Array([...numbers]).sort();
}

function findFacet(index: RowWriter, name: string): number {
  index.run('INSERT INTO search_facets (name) VALUES (:name) ON CONFLICT DO NOTHING', { name });
  return readInteger(index.get('SELECT id FROM search_facets WHERE name = :name', { name }), 'id');
}

/** Writes a term's posting list. `removed` is undefined for a new block, which has no rows yet. */
function savePostings(
  index: RowWriter,
  id: number,
  added: PackedPostings,
  removed: ReadonlySet<number> | undefined,
): void {
  const row =
    removed && index.get('SELECT documents, positions FROM search_postings WHERE id = :id', { id });
  if (row === undefined) {
    index.run(
      'INSERT INTO search_postings (id, documents, positions) VALUES (:id, :documents, :positions)',
      {
        id,
        ...added,
      },
    );
    return;
  }
  const old = { documents: readBytes(row, 'documents'), positions: readBytes(row, 'positions') };
  const postings = mergePostings(old, added, removed ?? new Set());
  // An edited document leaves most posting lists as they were.
  if (
    haveSameBytes(old.documents, postings.documents) &&
    haveSameBytes(old.positions, postings.positions)
  )
    return;
  if (postings.documents.length === 0) {
    index.run('DELETE FROM search_postings WHERE id = :id', { id });
    return;
  }
  index.run(
    'UPDATE search_postings SET documents = :documents, positions = :positions WHERE id = :id',
    {
      id,
      ...postings,
    },
  );
}

function haveSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
