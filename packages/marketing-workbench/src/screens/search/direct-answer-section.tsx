import type { DirectAnswer as Answer } from '../../site/entities.ts';
import { RESULT_LINK } from './result-list.tsx';

/** Shows a passage that answers the question, before the results. */
export function DirectAnswerSection({
  answer: { text, items, section, article },
}: {
  readonly answer: Answer;
}) {
  const href = section === undefined ? article.path : `${article.path}#${section.anchor}`;
  return (
    <section
      aria-labelledby="answer"
      data-results
      className="mb-8 max-w-prose rounded-md border border-line border-s-4 border-s-accent bg-panel p-4 sm:px-6"
    >
      <h2 id="answer" className="font-sans text-xs font-bold uppercase tracking-wider text-soft">
        Answer
      </h2>
      {text !== '' && <p className="mt-2">{text}</p>}
      {items !== undefined && (
        <ul className="mt-2 list-disc ps-6">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      <p className="mt-3">
        <a href={href} className={`font-semibold ${RESULT_LINK}`}>
          {section?.title ?? article.title}
        </a>
      </p>
      {section !== undefined && (
        <p className="mt-1 text-sm text-soft">
          From{' '}
          <a href={article.path} className={RESULT_LINK}>
            {article.title}
          </a>
        </p>
      )}
    </section>
  );
}
