import { Component, type ReactNode } from 'react';
import { formatPageTitle } from '../site/texts.ts';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { forgetFailedScreens } from './open-page.ts';

const FAILED = 'This page could not be loaded';

type ScreenBoundaryProps = {
  /** Is handed what tries again. */
  readonly onFailure: (error: Error, retry: () => void) => void;
  /** Fetches all else that the screen lacks. */
  readonly onRetry: () => void;
  readonly children: ReactNode;
};

/** Stands in for a screen whose code could not be fetched, with a way to try again. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error) {
    this.props.onFailure(error, this.retry);
  }

  retry = () => {
    forgetFailedScreens();
    this.props.onRetry();
    this.setState({ hasFailed: false });
  };

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <NoticeScreen title={FAILED} text="The connection failed while the page was fetched.">
        <title>{formatPageTitle(FAILED)}</title>
        <meta name="robots" content="noindex" />
        <button
          type="button"
          onClick={this.retry}
          className="min-h-11 rounded-full border border-accent bg-accent px-5 text-sm font-semibold text-on-accent"
        >
          Try again
        </button>
      </NoticeScreen>
    );
  }
}
