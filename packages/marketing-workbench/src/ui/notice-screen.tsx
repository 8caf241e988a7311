import type { ReactNode } from 'react';

type NoticeScreenProps = {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
  readonly onward?: ReactNode;
};

/** Shows a page with one message and links as its children. */
export function NoticeScreen({ title, text, children, onward }: NoticeScreenProps) {
  return (
    <div className="page-width py-16 text-center">
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <p className="mx-auto mt-4 max-w-prose text-balance text-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
      <div className="mt-8">{onward}</div>
    </div>
  );
}
