import { dirname, join, resolve } from 'node:path';
import { type ContentFinding, formatFinding, isError } from '../content/content-finding.ts';
import { EDITOR_PATH, SCRIPT_PATH } from './dev-addresses.ts';
import type { DraftSite } from './draft-site.ts';

export type ShownSite = {
  readonly site: DraftSite;
  readonly contentDir: string;
  /** Changes whenever the page would show something else. */
  readonly version: string;
};

/** The script that loads the page again when its version changes. */
export function PageScript({ version }: Pick<ShownSite, 'version'>) {
  return <script type="module" src={SCRIPT_PATH} data-version={version} />;
}

export function formatProblemCount(count: number): string {
  return `${count} ${count === 1 ? 'problem' : 'problems'}`;
}

type FindingListProps = {
  readonly findings: readonly ContentFinding[];
  readonly contentDir: string;
};

/** Shows findings, each with a link that opens the file in the editor. */
export function FindingList({ findings, contentDir }: FindingListProps) {
  const parent = dirname(resolve(contentDir));
  return (
    <ul>
      {findings.map((finding) => {
        const { file, line = 1, message } = finding;
        const place = encodeURIComponent(`${join(parent, file)}:${line}`);
        return (
          <li key={formatFinding(finding)}>
            <a data-open href={`${EDITOR_PATH}?file=${place}`}>
              {finding.line === undefined ? file : `${file}:${line}`}
            </a>{' '}
            {isError(finding) ? message : `Advice: ${message}`}
          </li>
        );
      })}
    </ul>
  );
}
