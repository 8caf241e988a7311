/**
 * Shows the content folder as the File System API shows a folder, with the parts of it that the
 * editor uses. Files are read from and written to the desk, so that every browser can edit the
 * folder, and nothing but it.
 */

import type { ListedFile } from '../editor/content-files.ts';
import { removeTextInTurn } from './removal-dialog.ts';
import { requestDesk } from './request-desk.ts';

/** The version of each file that the editor knows. */
const versions = new Map<string, string>();

/** The path that each file was read from. */
const sources = new WeakMap<File, string>();

/** Paths of files that were copied to another path: the editor renames a file in this way. */
const copied = new Set<string>();

class EditedFile {
  readonly kind = 'file';
  readonly path: string;
  readonly name: string;
  /** The file as it was listed; it is read again when it is opened. */
  listed: ListedFile | undefined;

  constructor(path: string, listed?: ListedFile) {
    this.path = path;
    this.name = path.split('/').at(-1) ?? '';
    this.listed = listed;
  }

  async getFile(): Promise<File> {
    const { text, modifiedMs: lastModified = Date.now() } = this.listed ?? {};
    if (text !== undefined) return this.remember(new File([text], this.name, { lastModified }));
    const answer = await requestFile(this.path);
    return this.remember(
      new File([await answer.blob()], this.name, {
        lastModified,
        type: findImageType(this.name),
      }),
    );
  }

  private remember(file: File): File {
    sources.set(file, this.path);
    return file;
  }

  createWritable() {
    return {
      write: async (data: Blob | string) => {
        const source = data instanceof File ? sources.get(data) : undefined;
        if (source !== undefined && source !== this.path) copied.add(source);
        const version = versions.get(this.path);
        const headers = {
          'Content-Type': 'application/octet-stream',
          ...(version && { 'If-Match': version }),
        };
        const answer = await requestFile(this.path, {
          method: 'PUT',
          body: new Blob([data]),
          headers,
        });
        this.listed = await answer.json();
        rememberVersion(this.listed);
      },
      close: async () => {},
    };
  }
}

class ContentDirectory {
  readonly kind = 'directory';
  readonly path: string;
  readonly name: string;
  readonly files: readonly ListedFile[];

  constructor(path: string, files: readonly ListedFile[]) {
    this.path = path;
    this.name = path.split('/').at(-2) ?? 'content';
    this.files = files.filter((file) => file.path.startsWith(path));
  }

  async *entries(): AsyncGenerator<[string, ContentDirectory | EditedFile]> {
    const listed = this.path === '' ? await fetchFileList() : this.files;
    const names = new Map<string, ContentDirectory | EditedFile>();
    for (const file of listed) {
      const [name = '', ...below] = file.path.slice(this.path.length).split('/');
      if (below.length === 0) names.set(name, new EditedFile(file.path, file));
      else if (!names.has(name))
        names.set(name, new ContentDirectory(`${this.path}${name}/`, listed));
    }
    yield* names;
  }

  async getDirectoryHandle(name: string): Promise<ContentDirectory> {
    return new ContentDirectory(`${this.path}${name}/`, this.files);
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<EditedFile> {
    const path = `${this.path}${name}`;
    if (!create && !versions.has(path))
      throw new DOMException(`${path} does not exist`, 'NotFoundError');
    return new EditedFile(path);
  }

  /** Removes a file. Its folder stays, but the desk lists no folder without files. */
  async removeEntry(name: string): Promise<void> {
    const path = `${this.path}${name}`;
    const version = versions.get(path);
    if (version === undefined) return;
    const isRenamed = copied.delete(path);
    if (path.endsWith('.md') && !isRenamed) {
      for (const gone of await removeTextInTurn(path, version)) versions.delete(gone);
      return;
    }
    await requestFile(path, { method: 'DELETE', headers: { 'If-Match': version } });
    versions.delete(path);
  }
}

async function fetchFileList(): Promise<readonly ListedFile[]> {
  const answer = await fetch('/files');
  const files: readonly ListedFile[] = await answer.json();
  versions.clear();
  for (const file of files) rememberVersion(file);
  return files;
}

function rememberVersion(file: ListedFile | undefined): void {
  if (file !== undefined) versions.set(file.path, file.version);
}

function requestFile(path: string, options?: RequestInit): Promise<Response> {
  return requestDesk(`/files/${path.split('/').map(encodeURIComponent).join('/')}`, options);
}

function findImageType(name: string): string {
  if (name.endsWith('.svg')) return 'image/svg+xml';
  if (/\.jpe?g$/.test(name)) return 'image/jpeg';
  const [extension = ''] = /[^.]+$/.exec(name) ?? [];
  return ['png', 'webp', 'avif', 'gif'].includes(extension) ? `image/${extension}` : '';
}

/**
 * Puts the content folder where the editor keeps the files of its own trial folder: in the
 * browser's private file system. Whatever the editor removes there as a whole (its "erase all
 * data") is refused.
 */
export function offerContentFolder(): void {
  const root = {
    getDirectoryHandle: async () => new ContentDirectory('', []),
    removeEntry: async () => {
      throw new DOMException('The content folder stays', 'NotAllowedError');
    },
  };
  Object.assign(navigator.storage, { getDirectory: async () => root });
  // The editor looks here for a way to rename files; without one it writes them in place.
  Object.assign(window, { FileSystemFileHandle: EditedFile });
}
