const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/**
 * Media types of downloads by extension. HTML is not among them: these files are served from the
 * site's own origin.
 */
export const DOWNLOAD_TYPES: ReadonlyMap<string, string> = new Map([
  ['.csv', 'text/csv; charset=utf-8'],
  ['.docx', `${OPEN_XML}.wordprocessingml.document`],
  ['.ics', 'text/calendar; charset=utf-8'],
  ['.json', 'application/json'],
  ['.ods', `${OPEN_DOCUMENT}.spreadsheet`],
  ['.odt', `${OPEN_DOCUMENT}.text`],
  ['.pdf', 'application/pdf'],
  ['.pptx', `${OPEN_XML}.presentationml.presentation`],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.xlsx', `${OPEN_XML}.spreadsheetml.sheet`],
  ['.zip', 'application/zip'],
]);

const MEDIA_TYPES = new Set(DOWNLOAD_TYPES.values());

/** Returns whether browsers should save a file of this type instead of showing it. */
export function isDownload(mediaType: string): boolean {
  return MEDIA_TYPES.has(mediaType);
}

/** Returns the name of the file as the owner gave it: `3f2a…-budget.xlsx` → `budget.xlsx`. */
export function formatDownloadName(mediaName: string): string {
  return mediaName.replace(/^[0-9a-f]{16}-/, '');
}
