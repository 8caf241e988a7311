import { Component, type ReactNode } from 'react';

type PartBoundaryProps = {
  /** What a reader is told, in the place of the part. */
  readonly note: ReactNode;
  /**
   * Returns the HTML of what the part showed, also before it was hydrated; undefined if it has
   * shown nothing yet.
   */
  readonly readShown?: () => string | undefined;
  /** After a failure, a change of it renders the part again. */
  readonly resetKey?: string;
  /** Shown instead of the note if the part had shown nothing. */
  readonly fallback?: ReactNode;
  readonly onFailure?: (error: Error) => void;
  readonly children: ReactNode;
};

/**
 * Keeps a part that throws from taking the page with it: the part says that it failed, and what it
 * showed stays as it was.
 */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private shownHtml: string | undefined;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error) {
    this.props.onFailure?.(error);
  }

  override componentDidUpdate({ resetKey }: PartBoundaryProps) {
    if (!this.state.hasFailed || resetKey === this.props.resetKey) return;
    this.shownHtml = undefined;
    this.setState({ hasFailed: false });
  }

  override render() {
    const { note, readShown, fallback, children } = this.props;
    if (!this.state.hasFailed) return children;
    // Read now: React removes these elements after this render.
    this.shownHtml ??= readShown?.() ?? '';
    if (this.shownHtml === '' && fallback !== undefined) return fallback;
    return (
      <>
        <p role="status" className="page-width py-3">
          {note}
        </p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: taken from this document */}
        <div data-failed dangerouslySetInnerHTML={{ __html: this.shownHtml }} />
      </>
    );
  }
}

/**
 * Keeps the whole document as it was if something around its parts throws. It then works as without
 * scripts.
 */
export class DocumentBoundary extends Component<
  { readonly children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const { lang, dir, dataset, innerHTML } = document.documentElement;
    return (
      <html
        lang={lang}
        dir={dir}
        data-theme={dataset.theme}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: taken from this document
        dangerouslySetInnerHTML={{ __html: innerHTML }}
      />
    );
  }

  override componentDidCatch() {
    stopScripting();
  }
}

/**
 * Shows the menu and the link to the search that need no scripts, and hides the buttons that do.
 */
export function stopScripting(): void {
  delete document.documentElement.dataset.scripting;
}
