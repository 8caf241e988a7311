export function listPlaceholderKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `placeholder-${index}`);
}

export function CardPlaceholders({ count }: { count: number }) {
  return (
    <ul className="card-grid" aria-hidden="true">
      {listPlaceholderKeys(count).map((key) => (
        <li key={key} data-placeholder>
          <div className="card">
            <div className="cover-place placeholder-bar rounded-none" />
            <div className="card-text">
              <div className="placeholder-bar h-4 w-1/3" />
              <div className="placeholder-bar mt-3 h-6 w-11/12" />
              <div className="placeholder-bar mt-2 h-6 w-2/3" />
              <div className="placeholder-bar mt-4 h-4 w-full" />
              <div className="placeholder-bar mt-2 h-4 w-5/6" />
              <div className="placeholder-bar mt-6 h-4 w-1/2" />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function TextPlaceholder({ hasCover = false }: { hasCover?: boolean }) {
  return (
    <>
      <h1 className="sr-only">Loading</h1>
      <div className="page-width py-6 sm:py-10" data-placeholder aria-hidden="true">
        <div className="placeholder-bar h-4 w-1/2 max-w-xs" />
        <div className="mt-6 max-w-(--container-prose)">
          {hasCover && <div className="placeholder-bar h-11 w-40 rounded-full" />}
          <div className="placeholder-bar mt-4 h-10 w-11/12" />
          <div className="placeholder-bar mt-3 h-10 w-3/5" />
          {hasCover && <div className="placeholder-bar article-cover-shape mt-10" />}
          <div className="mt-8 grid gap-4">
            {['w-full', 'w-11/12', 'w-full', 'w-5/6', 'w-2/3'].map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one shape
              <div key={index} className={`placeholder-bar h-4 ${width}`} />
            ))}
          </div>
        </div>
      </div>
    </>
  );
}
