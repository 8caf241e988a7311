import { encodeBody, formatEntityTag, type HttpAnswer, isMatch, listCachingHeaders } from '../http-answer.ts';
import { type ContentCoding, compress, type Effort, isCompressible } from './content-coding.ts';

/** One form of an answer, ready to be written. */
export type AnswerForm = {
  readonly headers: Readonly<Record<string, string>>;
  /** The same as Node's `writeHead` takes them fastest: name, value, name, value. */
  readonly rawHeaders: string[];
  readonly body: Buffer;
};

/** An answer as bytes, in as many codings as have been asked for. */
export type StoredAnswer = {
  readonly status: number;
  readonly entityTag: string | undefined;
  /** What a reader gets who has it already. */
  readonly unchanged: Omit<AnswerForm, 'body'>;
  readonly hasForm: (coding: ContentCoding) => boolean;
  /** The form for a reader who takes this coding; identity where that is not there. */
  readonly findForm: (coding: ContentCoding) => AnswerForm;
  readonly makeForm: (coding: ContentCoding) => Promise<void>;
  readonly listCodings: () => readonly ContentCoding[];
  /** Whether it is that answer. */
  readonly says: (answer: HttpAnswer) => boolean;
  /** Whether it has bodies that were compressed at a fast level. */
  readonly isImprovable: () => boolean;
  /** Compresses these again at the best level. */
  readonly improve: () => Promise<void>;
  /** All forms, in memory. */
  readonly countBytes: () => number;
};

type Compression = Exclude<ContentCoding, 'identity'>;

/** The entry, its headers, and what the engine needs for both. */
const OVERHEAD_BYTES = 4_000;

/** `headers` are those that every answer of the site has. */
export function createStoredAnswer(
  answer: HttpAnswer,
  headers: Readonly<Record<string, string>>,
): StoredAnswer {
  const body = encodeBody(answer);
  const { status, type } = answer;
  const entityTag = answer.status === 200 ? formatEntityTag(body) : undefined;
  const common = { ...headers, ...listCachingHeaders(answer), ...answer.headers };
  const unchanged = { ...common, ...(entityTag !== undefined && { ETag: entityTag }) };
  const createForm = createFormer({ common: { ...common, 'Content-Type': type }, entityTag });
  const identity = createForm(body, 'identity');
  const compressed = createCompressedForms(body, createForm);
  const isCompressed = isCompressible(type, body.byteLength);
  const select = (coding: ContentCoding) => (isCompressed ? coding : 'identity');
  const find = (coding: ContentCoding) => (coding === 'identity' ? identity : compressed.forms.get(coding));
  return {
    status,
    entityTag,
    unchanged: { headers: unchanged, rawHeaders: Object.entries(unchanged).flat() },
    hasForm: (coding) => find(select(coding)) !== undefined,
    findForm: (coding) => find(select(coding)) ?? identity,
    makeForm: async (coding) => {
      const wanted = select(coding);
      if (wanted !== 'identity') await compressed.make(wanted);
    },
    listCodings: () => [...compressed.forms.keys()],
    says: createComparer(answer, body),
    isImprovable: compressed.areImprovable,
    improve: compressed.improve,
    countBytes: () =>
      Array.from(compressed.forms.values()).reduce(
        (bytes, form) => bytes + form.body.byteLength,
        OVERHEAD_BYTES + body.byteLength,
      ),
  };
}

type CreateForm = (body: Buffer, coding: ContentCoding) => AnswerForm;

/** The compressed forms of one body: each made once even for concurrent requests, at a fast level first. */
function createCompressedForms(body: Buffer, createForm: CreateForm) {
  const forms = new Map<Compression, AnswerForm>();
  const making = new Map<Compression, Promise<void>>();
  const quick = new Set<Compression>();
  const add = async (coding: Compression, effort: Effort) => {
    forms.set(coding, createForm(await compress(body, coding, effort), coding));
  };
  const addQuickly = async (coding: Compression) => {
    await add(coding, 'quick').finally(() => making.delete(coding));
    quick.add(coding);
  };
  return {
    forms,
    make: async (coding: Compression) => {
      if (forms.has(coding)) return;
      const form = making.get(coding) ?? addQuickly(coding);
      making.set(coding, form);
      await form;
    },
    areImprovable: () => quick.size > 0,
    improve: async () => {
      for (const coding of [...quick]) {
        quick.delete(coding);
        await add(coding, 'best');
      }
    },
  };
}

/** Holds the bytes alone: the answer's text takes up to twice their memory. */
function createComparer({ status, type, headers }: HttpAnswer, body: Buffer) {
  const names = JSON.stringify(headers);
  return (other: HttpAnswer): boolean =>
    status === other.status &&
    type === other.type &&
    names === JSON.stringify(other.headers) &&
    body.equals(encodeBody(other));
}

type FormOptions = {
  readonly common: Readonly<Record<string, string>>;
  readonly entityTag: string | undefined;
};

function createFormer({ common, entityTag }: FormOptions): CreateForm {
  return (body, coding) => {
    // A tag names bytes; that of a compressed form, which may be made anew, what they say (RFC 9110, section 8.8.1).
    const tag = coding === 'identity' ? entityTag : entityTag && `W/${entityTag}`;
    const headers = {
      ...common,
      'Content-Length': String(body.byteLength),
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
      ...(tag !== undefined && { ETag: tag }),
    };
    return { headers, rawHeaders: Object.entries(headers).flat(), body };
  };
}

/** Whether a reader with this `If-None-Match` has the answer already (RFC 9110, section 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, { entityTag }: StoredAnswer): boolean {
  return ifNoneMatch !== undefined && entityTag !== undefined && isMatch(ifNoneMatch, entityTag);
}
