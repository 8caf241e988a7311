import { type Language, readLanguage } from '../../search-engine/language.ts';
import { listTokens, listWords } from '../../search-engine/tokenizer.ts';
import { listLinkableHeadings } from '../../site/content-blocks.ts';
import type { PostRecord } from '../../site/records.ts';
import type { Database } from '../database.ts';
import { formatIndexedTerms } from '../index/full-text.ts';

/**
 * Writes the sections of a post, which are found by their headings, their questions and the title
 * of the post.
 */
export function writeSections(index: Database, record: PostRecord, postId: number): void {
  const { title: article, content, answers = [] } = record;
  const language = readLanguage(index);
  const stem = (text: string) => stemAll(text, language);
  const questions = Map.groupBy(answers, ({ section = '' }) => formatSectionKey(section, language));
  for (const { anchor, title } of listLinkableHeadings(content)) {
    index.run(
      'INSERT INTO post_sections (post_id, anchor, title) VALUES (:postId, :anchor, :title)',
      {
        postId,
        anchor,
        title,
      },
    );
    const own = (questions.get(formatSectionKey(title, language)) ?? []).flatMap(
      (answer) => answer.questions,
    );
    index.run(
      `INSERT INTO section_search (rowid, heading, questions, article)
       VALUES (last_insert_rowid(), :heading, :questions, :article)`,
      { heading: stem(title), questions: stem(own.join('\n')), article: stem(article) },
    );
  }
}

/** Before the post is deleted, which deletes the rows of its sections. */
export function removeSections(index: Database, slug: string): void {
  index.run(
    `DELETE FROM section_search WHERE rowid IN (
       SELECT s.id FROM post_sections s JOIN posts p ON p.id = s.post_id WHERE p.slug = :slug
     )`,
    { slug },
  );
}

/** Authors name a section by its heading, whose quotes are curly once published. */
export function formatSectionKey(heading: string, language: Language): string {
  return listWords(heading, language).join(' ');
}

function stemAll(text: string, language: Language): string {
  return formatIndexedTerms(listTokens(text, language).map(({ word }) => language.termOf(word)));
}
