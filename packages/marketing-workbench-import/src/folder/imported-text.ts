import type { PartCounts } from 'marketing-workbench/html-to-markdown/part-counts';
import type { WriteResult } from './kept-files.ts';

export type ImportedText = {
  readonly file: string;
  readonly title: string;
  readonly address: string;
  readonly oldAddresses: readonly string[];
  readonly written: WriteResult;
  readonly isDraft: boolean;
  readonly before: PartCounts;
  readonly after: PartCounts;
  readonly notes: readonly string[];
};
