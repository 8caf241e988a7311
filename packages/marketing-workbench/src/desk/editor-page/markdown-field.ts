import type { ChangeEvent, ClipboardEvent, DragEvent, ReactElement } from 'react';
import { showDeskMessage } from './desk-dialog.ts';
import {
  insertLink,
  insertPicture,
  type MarkdownEdit,
  type SelectedText,
  toggleMarks,
  togglePrefix,
} from './markdown-edits.ts';
import { requestDesk } from './request-desk.ts';

const BUTTONS: readonly {
  readonly label: string;
  readonly icon: string;
  readonly edit: (selected: SelectedText) => MarkdownEdit;
}[] = [
  { label: 'Bold', icon: 'format_bold', edit: (text) => toggleMarks(text, '**') },
  { label: 'Italic', icon: 'format_italic', edit: (text) => toggleMarks(text, '*') },
  { label: 'Heading', icon: 'title', edit: (text) => togglePrefix(text, '## ') },
  { label: 'List', icon: 'format_list_bulleted', edit: (text) => togglePrefix(text, '- ') },
  { label: 'Quote', icon: 'format_quote', edit: (text) => togglePrefix(text, '> ') },
  { label: 'Link', icon: 'link', edit: insertLink },
];

const TOOLBAR = { display: 'flex', gap: '4px', marginBlockEnd: '8px' } as const;
const TEXT = {
  width: '100%',
  minHeight: '24rem',
  fieldSizing: 'content',
  font: '14px/1.6 ui-monospace, monospace',
} as const;

/** What Sveltia gives a field (https://sveltiacms.app/en/docs/api/field-types). */
type MarkdownFieldProperties = {
  readonly value: unknown;
  readonly field: { readonly get: (key: string) => unknown };
  /** The id of the element that is edited. */
  readonly forID: string;
  readonly classNameWrapper: string;
  readonly onChange: (value: string) => void;
};

/**
 * Edits a text as Markdown. Its buttons write Markdown, and pictures that are chosen, dropped or
 * pasted are uploaded to the folder of the text. The editor's own field disables its buttons unless
 * it shows rich text, which would rewrite tables, callouts and footnotes.
 */
export function MarkdownField(properties: MarkdownFieldProperties): ReactElement {
  const { value, field, forID, classNameWrapper, onChange } = properties;
  const find = () => requireTextArea(forID);
  const folder = String(field.get('text_folder'));
  const insertFiles = async (files: Iterable<File>) => {
    for (const file of files) {
      // In the order of the files, each below the one before.
      const name = await tryUpload(folder, file);
      if (name !== undefined) applyEdit(find(), (selected) => insertPicture(selected, name));
    }
  };
  /** Takes over pictures that are dropped or pasted; anything else is left to the browser. */
  const takePictures = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    void insertFiles(files);
  };
  return window.h(
    'div',
    {},
    window.h(
      'div',
      { role: 'toolbar', 'aria-label': 'Markdown', style: TOOLBAR },
      ...BUTTONS.map(({ label, icon, edit }) =>
        createToolbarButton(label, icon, () => applyEdit(find(), edit)),
      ),
      createPictureButton(insertFiles),
    ),
    window.h('textarea', {
      id: forID,
      className: classNameWrapper,
      style: TEXT,
      'aria-label': 'Text',
      spellCheck: true,
      defaultValue: value ?? '',
      // What is typed goes to the form; what else changes the form, such as Revert, comes back.
      ref: (area: HTMLTextAreaElement | null) => {
        const text = String(value ?? '');
        if (area !== null && area.value !== text && document.activeElement !== area)
          area.value = text;
      },
      onInput: (event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value),
      onPaste: (event: ClipboardEvent) => takePictures(event, event.clipboardData),
      onDrop: (event: DragEvent) => takePictures(event, event.dataTransfer),
    }),
  );
}

function createToolbarButton(label: string, icon: string, onClick: () => void): ReactElement {
  return window.h(
    'button',
    {
      key: label,
      type: 'button',
      title: label,
      'aria-label': label,
      className: 'sui button ghost medium iconic',
      // The text keeps its selection.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick,
    },
    window.h(
      'span',
      { className: 'sui icon material-symbols-outlined', 'aria-hidden': true },
      icon,
    ),
  );
}

function createPictureButton(insertFiles: (files: Iterable<File>) => Promise<void>): ReactElement {
  return createToolbarButton('Picture', 'image', () => {
    const chooser = Object.assign(document.createElement('input'), {
      type: 'file',
      accept: 'image/*',
      multiple: true,
    });
    chooser.addEventListener('change', () => void insertFiles([...(chooser.files ?? [])]));
    chooser.click();
  });
}

function requireTextArea(id: string): HTMLTextAreaElement {
  const area = document.getElementById(id);
  if (area instanceof HTMLTextAreaElement) return area;
  throw new Error('There is no text to edit.');
}

/** Changes the text as if it were typed, so that the browser can undo it. */
function applyEdit(area: HTMLTextAreaElement, edit: (selected: SelectedText) => MarkdownEdit) {
  const { value: text, selectionStart: start, selectionEnd: end } = area;
  const { from, to, insert, ...selected } = edit({ text, start, end });
  area.focus();
  area.setSelectionRange(from, to);
  document.execCommand('insertText', false, insert);
  area.setSelectionRange(selected.start, selected.end);
}

/** Uploads a picture and returns the name that it got. */
/** Uploads a picture; undefined if the desk refuses it, which a message says. */
async function tryUpload(folder: string, file: File): Promise<string | undefined> {
  try {
    return await uploadPicture(folder, file);
  } catch (error) {
    showDeskMessage(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function uploadPicture(folder: string, file: File): Promise<string> {
  const answer = await requestDesk(`/pictures/${folder}/${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  });
  const { name } = await answer.json();
  return String(name);
}
