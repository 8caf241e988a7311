import { shares } from '../site/addresses.ts';
import { useToasts } from '../ui/toast-store.ts';

const BUTTON =
  'inline-flex min-h-11 items-center rounded-full border border-edge px-4 text-sm font-semibold no-underline hover:bg-sunken';

export function ShareLinks({ url, title }: { url: string; title: string }) {
  const toasts = useToasts();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toasts.show({
        title: 'Link copied',
        description: 'The address of this article is on your clipboard.',
      });
    } catch {
      toasts.show({
        title: 'The link could not be copied',
        description: 'Your browser did not allow it. Copy the address from the address bar.',
        variant: 'destructive',
      });
    }
  };
  return (
    <section aria-label="Share this article" className="no-print mt-10 flex flex-wrap gap-3">
      <button type="button" onClick={copy} className={`${BUTTON} needs-scripting`}>
        Copy link
      </button>
      <a href={shares.email(url, title)} className={BUTTON}>
        Email
      </a>
      <a href={shares.facebook(url)} rel="noopener external" className={BUTTON}>
        Facebook
      </a>
      <a href={shares.linkedin(url)} rel="noopener external" className={BUTTON}>
        LinkedIn
      </a>
      <a href={shares.twitter(url, title)} rel="noopener external" className={BUTTON}>
        Twitter
      </a>
    </section>
  );
}
